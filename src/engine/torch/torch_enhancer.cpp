// The enhancer as a module of torch's C++ front end.
#include <kenn/torch.h>

#include <algorithm>
#include <cstring>
#include <mutex>
#include <optional>
#include <ostream>
#include <utility>

#include "engine/enhancer_pool.h"
#include "engine/reference_enhancer.h"
#include "engine/torch/readable.h"

namespace kenn::torch {

namespace {

using ::torch::autograd::AutogradContext;
using ::torch::autograd::variable_list;

// Weights as they act: those that the knowledge fixes have their values, all others are in [0, 500].
template <typename Number>
std::vector<Number> acting_weights(const ::torch::Tensor& weights, const std::vector<Weight>& knowledge) {
  const ::torch::Tensor values =
      readable(weights.detach().to(std::is_same_v<Number, float> ? ::torch::kFloat32 : ::torch::kFloat64));
  const auto* const first = values.data_ptr<Number>();
  std::vector<Number> acting(first, first + values.numel());
  for (std::size_t i = 0; i < acting.size(); ++i) {
    const Weight& weight = knowledge[i % knowledge.size()];
    if (!weight.learned) acting[i] = static_cast<Number>(weight.value);
  }
  return acting;
}

template <typename Number>
std::span<Number> span_of(const ::torch::Tensor& tensor) {
  using Value = std::remove_const_t<Number>;
  return {tensor.data_ptr<Value>(), static_cast<std::size_t>(tensor.numel())};
}

std::vector<std::span<const float>> inputs_of(const variable_list& tensors) {
  std::vector<std::span<const float>> spans;
  spans.reserve(tensors.size());
  for (const ::torch::Tensor& tensor : tensors) spans.push_back(span_of<const float>(tensor));
  return spans;
}

std::vector<std::span<float>> outputs_of(const variable_list& tensors) {
  std::vector<std::span<float>> spans;
  spans.reserve(tensors.size());
  for (const ::torch::Tensor& tensor : tensors) spans.push_back(span_of<float>(tensor));
  return spans;
}

variable_list like(const variable_list& tensors) {
  variable_list made;
  made.reserve(tensors.size());
  for (const ::torch::Tensor& tensor : tensors)
    made.push_back(::torch::empty_like(tensor, ::torch::MemoryFormat::Contiguous));
  return made;
}

// What forward leaves for backward, in the two precisions.
struct Run : ::torch::CustomClassHolder {
  std::shared_ptr<kenn::Enhancer> enhancer;  // float32
  std::vector<float> weights;
  std::unique_ptr<engine::ReferenceEnhancer<double>> reference;  // float64
  std::vector<double> reference_weights;
  std::vector<Weight> knowledge;  // per clause
  std::int64_t layers = 1;
  std::vector<Look> looks;  // of the weights, then of the inputs
  std::mutex in_backward;   // several threads may go back through one graph
};

engine::ReferenceEnhancer<double>::Tables tables_of(const variable_list& tensors) {
  engine::ReferenceEnhancer<double>::Tables tables;
  for (const ::torch::Tensor& tensor : tensors) {
    const auto values = span_of<const double>(tensor);
    tables.emplace_back(values.begin(), values.end());
  }
  return tables;
}

variable_list tensors_of(const engine::ReferenceEnhancer<double>::Tables& tables,
                         const variable_list& shapes) {
  variable_list tensors = like(shapes);
  for (std::size_t i = 0; i < tables.size(); ++i) {
    std::copy(tables[i].begin(), tables[i].end(), tensors[i].data_ptr<double>());
  }
  return tensors;
}

variable_list run_forward(Run& run, const variable_list& inputs) {
  if (run.reference != nullptr) {
    return tensors_of(run.reference->forward(run.reference_weights, tables_of(inputs)), inputs);
  }
  variable_list outputs = like(inputs);
  run.enhancer->forward(run.weights, inputs_of(inputs), outputs_of(outputs));
  return outputs;
}

// Gradients of the weights, then those of the inputs.
variable_list run_backward(Run& run, const variable_list& inputs, const variable_list& output_gradients) {
  variable_list gradients;
  if (run.reference != nullptr) {
    const auto found =
        run.reference->backward(run.reference_weights, tables_of(inputs), tables_of(output_gradients));
    gradients = tensors_of(found.inputs, inputs);
    gradients.insert(gradients.begin(), ::torch::tensor(found.weights, ::torch::kFloat64));
  } else {
    gradients = like(inputs);
    const ::torch::Tensor weights = ::torch::empty({static_cast<std::int64_t>(run.weights.size())});
    run.enhancer->backward(run.weights, inputs_of(inputs), inputs_of(output_gradients), outputs_of(gradients),
                           span_of<float>(weights));
    gradients.insert(gradients.begin(), weights);
  }
  const auto clauses = static_cast<std::int64_t>(run.knowledge.size());
  ::torch::Tensor& weights = gradients.front();
  weights = weights.view({run.layers, clauses});
  for (std::int64_t i = 0; i < clauses; ++i) {
    if (!run.knowledge[static_cast<std::size_t>(i)].learned) weights.select(1, i).zero_();
  }
  return gradients;
}

struct EnhanceFunction : ::torch::autograd::Function<EnhanceFunction> {
  static variable_list forward(AutogradContext* context, const ::torch::Tensor& weights,
                               at::TensorList tables, const c10::intrusive_ptr<Run>& run) {
    variable_list inputs;
    inputs.reserve(tables.size());
    for (const ::torch::Tensor& table : tables) inputs.push_back(readable(table));
    variable_list outputs = run_forward(*run, inputs);
    context->saved_data["run"] = c10::IValue::make_capsule(run);
    inputs.insert(inputs.begin(), weights);  // only so that torch notices when they are written to
    for (const ::torch::Tensor& input : inputs) run->looks.emplace_back(input);
    context->save_for_backward(std::move(inputs));
    return outputs;
  }

  static variable_list backward(AutogradContext* context, const variable_list& output_gradients) {
    if (::torch::GradMode::is_enabled()) fail("the enhancer has no second derivatives (create_graph)");
    const auto run = c10::static_intrusive_pointer_cast<Run>(context->saved_data["run"].toCapsule());
    variable_list inputs = context->get_saved_variables();
    check_same(inputs.front(), run->looks.front(), "the weights of the enhancer");
    inputs.erase(inputs.begin());
    variable_list given;
    given.reserve(inputs.size());
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const Look& look = run->looks[i + 1];
      check_same(inputs[i], look, "the saved values of a table");
      inputs[i] = readable(inputs[i]);
      if (output_gradients[i].defined()) check_same(output_gradients[i], look, "the gradient of a table");
      given.push_back(output_gradients[i].defined() ? readable(output_gradients[i])
                                                    : ::torch::zeros_like(inputs[i]));
    }
    const std::lock_guard lock(run->in_backward);
    variable_list gradients = run_backward(*run, inputs, given);
    gradients.front() = gradients.front().to(run->looks.front().type);
    gradients.emplace_back();  // of `run`
    return gradients;
  }
};

}  // namespace

// What does not change, and is shared by the clones of a module.
struct EnhancerImpl::Shared {
  std::vector<std::string> names;
  std::vector<Weight> knowledge;
  EnhanceOptions options;
  std::shared_ptr<engine::EnhancerPool> pool;
  std::mutex projecting;

  void check(const Plan& plan) const {
    if (plan.clause_names() != names) fail("the plan is not for the clauses of this enhancer");
  }

  // The weights are a public member, and a parameter that `to` gives another type or device.
  void check_weights(const ::torch::Tensor& weights) const {
    const std::vector<std::int64_t> shape = {options.layers, static_cast<std::int64_t>(names.size())};
    if (weights.defined() && weights.sizes() == shape && weights.is_floating_point() &&
        weights.device() == ::torch::kCPU && weights.layout() == ::torch::kStrided)
      return;
    fail("the weights: expected a dense tensor of floating point numbers of shape " + to_text(shape) +
         " (layers, clauses) on the CPU" +
         (weights.defined() ? ", got " + weights.toString() + " of shape " + to_text(weights.sizes()) : ""));
  }

  // The tensors in the order of the plan's tables.
  [[nodiscard]] variable_list in_order(const Tensors& tensors, const Plan& plan) const {
    variable_list ordered;
    for (const PredictedTable& table : plan.tables()) {
      const auto found = tensors.find(table.name);
      if (found == tensors.end()) fail("there is no tensor for the table '" + table.name + "'");
      check_tensor(found->second, table, ordered);
      ordered.push_back(found->second);
    }
    for (const auto& [name, tensor] : tensors) {
      const auto is_it = [&name = name](const PredictedTable& table) { return table.name == name; };
      if (std::none_of(plan.tables().begin(), plan.tables().end(), is_it)) {
        fail("there is a tensor for '" + name + "', but no such table is predicted");
      }
    }
    return ordered;
  }

  static void check_tensor(const ::torch::Tensor& tensor, const PredictedTable& table,
                           const variable_list& before) {
    const auto complain = [&](const std::string& what) {
      fail("the tensor of '" + table.name + "' " + what);
    };
    if (!tensor.defined()) complain("is not defined");
    if (tensor.device() != ::torch::kCPU || tensor.layout() != ::torch::kStrided)
      complain("is not a dense tensor on the CPU");
    const std::vector<std::int64_t> shape = {static_cast<std::int64_t>(table.rows),
                                             static_cast<std::int64_t>(table.columns.size())};
    if (tensor.sizes() != shape) {
      complain("has the shape " + to_text(tensor.sizes()) + ", but the plan has " + to_text(shape));
    }
    const auto type = tensor.scalar_type();
    if (type != ::torch::kFloat32 && type != ::torch::kFloat64) complain("is neither float32 nor float64");
    if (!before.empty() && before.front().scalar_type() != type)
      complain("has another type than the one before");
  }
};

EnhancerImpl::EnhancerImpl(const Knowledge& knowledge, const EnhanceOptions& options)
    : shared_(std::make_shared<Shared>()) {
  for (const Clause& clause : knowledge.clauses()) {
    shared_->names.push_back(clause.name);
    shared_->knowledge.push_back(clause.weight);
  }
  shared_->options = options;
  shared_->pool = std::make_shared<engine::EnhancerPool>(options);
  reset();
}

void EnhancerImpl::reset() {
  const auto clauses = static_cast<std::int64_t>(shared_->names.size());
  ::torch::Tensor values = ::torch::empty({static_cast<std::int64_t>(shared_->options.layers), clauses});
  for (std::int64_t i = 0; i < clauses; ++i) {
    const Weight& weight = shared_->knowledge[static_cast<std::size_t>(i)];
    values.select(1, i).fill_(weight.learned ? default_weight(shared_->options.boost) : weight.value);
  }
  weights = register_parameter("weights", values);
  std::string text;
  for (const std::string& name : shared_->names) text += name + '\n';
  ::torch::Tensor bytes = ::torch::empty({static_cast<std::int64_t>(text.size())}, ::torch::kUInt8);
  if (!text.empty()) std::memcpy(bytes.data_ptr<std::uint8_t>(), text.data(), text.size());
  clause_text_ = register_buffer("clauses", bytes);
}

Tensors EnhancerImpl::forward(const Tensors& preactivations, const Plan& plan) {
  shared_->check(plan);
  const variable_list inputs = shared_->in_order(preactivations, plan);
  shared_->check_weights(weights);
  project();
  const bool is_double = !inputs.empty() && inputs.front().scalar_type() == ::torch::kFloat64;
  const auto needs = [](const ::torch::Tensor& tensor) { return tensor.requires_grad(); };
  const bool gradients =
      ::torch::GradMode::is_enabled() && (needs(weights) || std::any_of(inputs.begin(), inputs.end(), needs));
  auto run = c10::make_intrusive<Run>();
  run->knowledge = shared_->knowledge;
  run->layers = weights.size(0);
  if (is_double) {
    run->reference = std::make_unique<engine::ReferenceEnhancer<double>>(plan, shared_->options);
    run->reference_weights = acting_weights<double>(weights, shared_->knowledge);
  } else {
    run->enhancer = shared_->pool->take(plan, gradients);
    run->weights = acting_weights<float>(weights, shared_->knowledge);
  }
  const variable_list outputs = EnhanceFunction::apply(weights, at::TensorList(inputs), run);
  Tensors named;
  for (std::size_t i = 0; i < outputs.size(); ++i) named.emplace(plan.tables()[i].name, outputs[i]);
  return named;
}

::torch::Tensor EnhancerImpl::forward(const ::torch::Tensor& preactivations, const Plan& plan) {
  if (plan.tables().size() != 1) {
    fail("the plan has " + std::to_string(plan.tables().size()) +
         " predicted tables: give tensors by their names");
  }
  const std::string& name = plan.tables().front().name;
  return forward({{name, preactivations}}, plan).at(name);
}

void EnhancerImpl::project() {
  const ::torch::NoGradGuard no_gradients;
  const std::lock_guard lock(shared_->projecting);
  // Only what is outside is written, since other threads may read, and a graph that waits for its backward
  // notices every write.
  const auto move = [](const ::torch::Tensor& values, double low, double high) {
    if (values.numel() == 0 || (values.min().item<double>() >= low && values.max().item<double>() <= high))
      return;
    values.clamp_(low, high);
  };
  move(weights, 0.0, largest_weight);
  for (std::size_t i = 0; i < shared_->knowledge.size(); ++i) {
    const Weight& weight = shared_->knowledge[i];
    if (weight.learned) continue;
    const auto value = static_cast<double>(static_cast<float>(weight.value));
    move(weights.select(1, static_cast<std::int64_t>(i)), value, value);
  }
}

const std::vector<std::string>& EnhancerImpl::clause_names() const {
  return shared_->names;
}

std::vector<double> EnhancerImpl::weights_of(const std::string& clause) const {
  const auto found = std::find(shared_->names.begin(), shared_->names.end(), clause);
  if (found == shared_->names.end()) fail("there is no clause '" + clause + "'");
  const ::torch::Tensor column = weights.detach().select(1, found - shared_->names.begin());
  std::vector<double> values;
  for (std::int64_t layer = 0; layer < column.size(0); ++layer)
    values.push_back(column[layer].item<double>());
  return values;
}

const EnhanceOptions& EnhancerImpl::options() const {
  return shared_->options;
}

void EnhancerImpl::pretty_print(std::ostream& stream) const {
  stream << "kenn::torch::Enhancer(layers=" << shared_->options.layers
         << ", clauses=" << shared_->names.size() << ", boost=" << name_of(shared_->options.boost)
         << ", order=" << (shared_->options.order == Order::parallel ? "parallel" : "sequential")
         << (shared_->options.center ? ", center=true)" : ")");
}

void EnhancerImpl::load(::torch::serialize::InputArchive& archive) {
  ::torch::Tensor text;
  if (!archive.try_read("clauses", text, /*is_buffer=*/true)) fail("the archive has no clauses");
  if (!text.equal(clause_text_)) fail("the archive has the weights of other clauses");
  ::torch::Tensor values;
  archive.read("weights", values);
  if (values.sizes() != weights.sizes()) fail("the archive has weights for another number of layers");
  ::torch::nn::Module::load(archive);
}

}  // namespace kenn::torch
