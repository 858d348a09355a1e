// A model: one network per predicted table, and the rules on top of them.
#include "methods/model.h"

#include <utility>

#include "methods/inputs.h"
#include "methods/model_parts.h"

namespace kenn {

namespace {

std::vector<std::size_t> layer_widths(std::size_t input, const ModelOptions& options, std::size_t output) {
  std::vector<std::size_t> widths = {input};
  widths.insert(widths.end(), options.hidden.begin(), options.hidden.end());
  widths.push_back(output);
  return widths;
}

std::vector<float> values_of(const ::torch::Tensor& tensor) {
  const ::torch::Tensor plain = tensor.detach().contiguous();
  const float* const first = plain.data_ptr<float>();
  return {first, first + plain.numel()};
}

// One tensor of what is learned. Matrices of networks are stored as torch's Linear has them,
// [outputs, inputs].
struct Learned {
  std::string name;
  ::torch::Tensor tensor;
  bool is_matrix = false;
};

std::vector<Learned> all_learned(const Model::Parts& parts) {
  std::vector<Learned> all;
  for (std::size_t i = 0; i < parts.networks.size(); ++i) {
    const std::string network = "network." + parts.tables[i] + ".";
    for (std::size_t layer = 0; layer < parts.networks[i]->weights.size(); ++layer) {
      const std::string place = network + std::to_string(layer);
      all.push_back({place + ".weight", parts.networks[i]->weights[layer], true});
      all.push_back({place + ".bias", parts.networks[i]->biases[layer], false});
    }
  }
  if (parts.options.uses_rules) all.push_back({"enhancer.weights", parts.enhancer->weights, false});
  return all;
}

NamedValues named_values(std::string name, const ::torch::Tensor& tensor) {
  return {std::move(name), {tensor.sizes().begin(), tensor.sizes().end()}, values_of(tensor)};
}

void set_tensor(const ::torch::Tensor& tensor, const NamedValues& values) {
  const std::vector<std::uint64_t> shape(tensor.sizes().begin(), tensor.sizes().end());
  if (shape != values.shape || values.values.size() != static_cast<std::size_t>(tensor.numel())) {
    throw Error(ErrorKind::data, "the tensor '" + values.name + "' has another shape than the model needs");
  }
  const ::torch::NoGradGuard no_gradients;
  const ::torch::Tensor copy = ::torch::empty(tensor.sizes(), ::torch::kFloat32);
  std::copy(values.values.begin(), values.values.end(), copy.data_ptr<float>());
  tensor.copy_(copy);
}

}  // namespace

std::vector<NetworkInput> network_inputs(const Graph& graph) {
  std::vector<NetworkInput> inputs;
  inputs.reserve(graph.predicted.size());
  for (const TableIndex table : graph.predicted) {
    Features joined;
    const Features& features = input_of(graph.dataset, table, joined);
    inputs.push_back(&features == &joined ? network_input(std::move(joined)) : network_input(features));
  }
  return inputs;
}

Model::Parts::Parts(const Knowledge& knowledge, std::vector<std::size_t> input_widths,
                    const ModelOptions& model_options, std::uint64_t seed)
    : options(model_options), widths(std::move(input_widths)), enhancer(knowledge, model_options.enhance) {
  const Schema schema(knowledge.vocabulary());
  std::uint32_t stream = 0;
  for (const TableSchema& table : schema.tables) {
    if (table.role != Role::predict) continue;
    Random random(seed, stream);
    networks.emplace_back(layer_widths(widths[tables.size()], options, table.columns.size()), options.dropout,
                          random);
    tables.push_back(table.name);
    ++stream;
  }
}

std::vector<::torch::Tensor> Model::Parts::run_networks(const std::vector<NetworkInput>& inputs) {
  std::vector<::torch::Tensor> outputs;
  outputs.reserve(inputs.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) outputs.push_back(networks[i]->forward(inputs[i]));
  return outputs;
}

std::vector<::torch::Tensor> Model::Parts::run_rules(const std::vector<::torch::Tensor>& before,
                                                     const Plan& plan) {
  if (!options.uses_rules) return before;
  torch::Tensors named;
  for (std::size_t i = 0; i < before.size(); ++i) named.emplace(tables[i], before[i]);
  const torch::Tensors enhanced = enhancer->forward(named, plan);
  std::vector<::torch::Tensor> after;
  after.reserve(before.size());
  for (const std::string& table : tables) after.push_back(enhanced.at(table));
  return after;
}

std::vector<::torch::Tensor> Model::Parts::parameters() const {
  std::vector<::torch::Tensor> all;
  for (const Learned& learned : all_learned(*this)) all.push_back(learned.tensor);
  return all;
}

std::vector<NamedValues> Model::Parts::named(const std::vector<::torch::Tensor>& tensors) const {
  const std::vector<Learned> learned = all_learned(*this);
  std::vector<NamedValues> all;
  all.reserve(tensors.size());
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    const ::torch::Tensor tensor = tensors[i].detach();
    all.push_back(named_values(learned[i].name, learned[i].is_matrix ? tensor.t() : tensor));
  }
  return all;
}

void Model::Parts::set(const std::vector<::torch::Tensor>& tensors,
                       const std::vector<NamedValues>& values) const {
  const std::vector<Learned> learned = all_learned(*this);
  for (std::size_t i = 0; i < learned.size(); ++i) {
    if (i == values.size() || values[i].name != learned[i].name) {
      throw Error(ErrorKind::data, "there is no tensor '" + learned[i].name + "'");
    }
    const ::torch::Tensor tensor = tensors[i].detach();
    set_tensor(learned[i].is_matrix ? tensor.t() : tensor, values[i]);
  }
  if (values.size() > learned.size()) {
    throw Error(ErrorKind::data, "the tensor '" + values[learned.size()].name + "' is not the model's");
  }
}

void Model::Parts::set_training(bool is_training) {
  for (Network& network : networks) network->train(is_training);
}

void Model::Parts::check(const Graph& graph) const {
  bool is_same = graph.predicted.size() == tables.size();
  for (std::size_t i = 0; is_same && i < tables.size(); ++i) {
    is_same = graph.plan.tables()[i].name == tables[i];
    const std::size_t width = input_width(graph.dataset, graph.predicted[i]);
    if (!is_same || width == widths[i]) continue;
    throw Error(ErrorKind::data, "the model knows " + std::to_string(widths[i]) + " features of '" +
                                     tables[i] + "', but the data has " + std::to_string(width));
  }
  if (!is_same || graph.plan.clause_names() != enhancer->clause_names()) {
    throw Error(ErrorKind::data, "the data is for another knowledge than the model");
  }
}

Model::Model(const Knowledge& knowledge, std::vector<std::size_t> widths, const ModelOptions& options,
             std::uint64_t seed)
    : parts_(std::make_unique<Parts>(knowledge, std::move(widths), options, seed)) {}

Model::~Model() = default;
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(Model&&) noexcept = default;

Predictions Model::predict(const Graph& graph) {
  parts_->check(graph);
  const ::torch::NoGradGuard no_gradients;
  parts_->set_training(false);
  const std::vector<::torch::Tensor> before = parts_->run_networks(network_inputs(graph));
  const std::vector<::torch::Tensor> after = parts_->run_rules(before, graph.plan);
  Predictions predictions;
  for (const ::torch::Tensor& tensor : before) predictions.before.push_back(values_of(tensor));
  for (const ::torch::Tensor& tensor : after) predictions.after.push_back(values_of(tensor));
  return predictions;
}

std::vector<NamedValues> Model::values() const {
  return parts_->named(parts_->parameters());
}

void Model::set_values(const std::vector<NamedValues>& values) {
  parts_->set(parts_->parameters(), values);
}

const ModelOptions& Model::options() const {
  return parts_->options;
}

}  // namespace kenn
