// Trains a model, epoch by epoch.
#include "methods/trainer.h"

#include <torch/torch.h>

#include <algorithm>
#include <utility>

#include "methods/batches.h"
#include "methods/model_parts.h"

namespace kenn {

namespace {

using ::torch::Tensor;
using ::torch::autograd::AutogradContext;
using ::torch::autograd::variable_list;

std::vector<TableLoss> losses_of(const Graph& graph, Split split) {
  std::vector<TableLoss> losses;
  losses.reserve(graph.predicted.size());
  for (std::size_t i = 0; i < graph.predicted.size(); ++i) {
    losses.emplace_back(graph.dataset.tables.vocabulary(), graph.schema(i), graph.labels(i),
                        rows_in(graph.labels(i), graph.plan.tables()[i].rows, split));
  }
  return losses;
}

bool all_empty(const std::vector<TableLoss>& losses) {
  return std::all_of(losses.begin(), losses.end(), [](const TableLoss& loss) { return loss.is_empty(); });
}

std::span<const float> span_of(const Tensor& tensor) {
  return {tensor.data_ptr<float>(), static_cast<std::size_t>(tensor.numel())};
}

// Loss and accuracy of preactivations; the gradients are made if asked for.
struct Measured {
  double loss = 0;
  TableLoss::Score score;
  variable_list gradients;

  [[nodiscard]] double accuracy() const {
    return score.known == 0 ? 0 : static_cast<double>(score.right) / static_cast<double>(score.known);
  }
};

Measured measure(const std::vector<TableLoss>& losses, Loss kind, const std::vector<Tensor>& outputs,
                 bool with_gradients) {
  Measured measured;
  for (std::size_t i = 0; i < losses.size(); ++i) {
    const Tensor values = outputs[i].detach().contiguous();
    std::span<float> gradients;
    if (with_gradients) {
      measured.gradients.push_back(::torch::zeros_like(values));
      gradients = {measured.gradients.back().data_ptr<float>(), static_cast<std::size_t>(values.numel())};
    }
    measured.loss += losses[i].add(kind, span_of(values), gradients);
    const TableLoss::Score score = losses[i].score(span_of(values));
    measured.score.right += score.right;
    measured.score.known += score.known;
  }
  return measured;
}

// What one step is about.
struct StepInput {
  StepInput(const Graph& of_graph, Split split)
      : graph(&of_graph), inputs(network_inputs(of_graph)), losses(losses_of(of_graph, split)) {}

  const Graph* graph;
  std::vector<NetworkInput> inputs;
  std::vector<TableLoss> losses;
};

void check_finite(const Tensor& values) {
  if (values.detach().isfinite().all().item<bool>()) return;
  throw Error(ErrorKind::data,
              "the training diverges: the network gives numbers that are not finite; a smaller learning rate "
              "may help");
}

std::vector<Tensor> clones(const std::vector<Tensor>& tensors) {
  std::vector<Tensor> copies;
  copies.reserve(tensors.size());
  for (const Tensor& tensor : tensors) copies.push_back(tensor.detach().clone());
  return copies;
}

void copy_into(const std::vector<Tensor>& targets, const std::vector<Tensor>& sources) {
  const ::torch::NoGradGuard no_gradients;
  for (std::size_t i = 0; i < targets.size(); ++i) targets[i].copy_(sources[i]);
}

using ::torch::optim::AdamOptions;
using ::torch::optim::AdamParamState;
using ::torch::optim::OptimizerParamGroup;

// By which the optimiser knows a parameter.
std::string key_of(const Tensor& parameter) {
  return c10::guts::to_string(parameter.unsafeGetTensorImpl());
}

std::vector<OptimizerParamGroup> parameter_groups(const Model::Parts& parts, const TrainOptions& options) {
  const AdamOptions adam = AdamOptions(options.learning_rate).eps(options.epsilon);
  std::vector<Tensor> matrices;
  std::vector<Tensor> others;
  for (const Network& network : parts.networks) {
    matrices.insert(matrices.end(), network->weights.begin(), network->weights.end());
    others.insert(others.end(), network->biases.begin(), network->biases.end());
  }
  if (parts.options.uses_rules) others.push_back(parts.enhancer->weights);
  const auto group = [](std::vector<Tensor> tensors, const AdamOptions& with) {
    return OptimizerParamGroup(std::move(tensors), std::make_unique<AdamOptions>(with));
  };
  return {group(matrices, AdamOptions(adam).weight_decay(options.weight_decay)), group(others, adam)};
}

}  // namespace

struct Trainer::Work {
  Work(Model& trained, const Graph& train_graph, const Graph& valid_graph, const TrainOptions& train_options)
      : model(trained),
        options(train_options),
        is_one_graph(&train_graph == &valid_graph),
        valid(valid_graph, Split::valid),
        has_valid(!all_empty(valid.losses)),
        optimiser(parameter_groups(parts(), options), AdamOptions(options.learning_rate)) {
    parts().check(train_graph);
    parts().check(valid_graph);
    if (options.batch_size == 0) {
      train.emplace(train_graph, Split::train);
    } else {
      batches.emplace(train_graph, options.batch_size, options.seed);
    }
    if (train ? all_empty(train->losses) : batches->count() == 0) {
      throw Error(ErrorKind::data, "there is no label to learn from");
    }
  }

  [[nodiscard]] Model::Parts& parts() const { return model.parts(); }

  [[nodiscard]] std::vector<Tensor> run(const StepInput& input) {
    const std::vector<Tensor> before = parts().run_networks(input.inputs);
    for (const Tensor& values : before) check_finite(values);
    return parts().run_rules(before, input.graph->plan);
  }

  // One forward is enough for both where they are one graph and nothing is left out at random.
  [[nodiscard]] bool shares_forward() const { return is_one_graph && train && parts().options.dropout == 0; }

  void measure_valid(std::vector<Tensor> outputs, Epoch& epoch) {
    if (!has_valid) return;
    if (outputs.empty()) {
      const ::torch::NoGradGuard no_gradients;
      parts().set_training(false);
      outputs = run(valid);
    }
    const Measured measured = measure(valid.losses, options.loss, outputs, false);
    epoch.valid_loss = measured.loss;
    epoch.valid_accuracy = measured.accuracy();
  }

  const Epoch& run_epoch() {
    Epoch& epoch = epochs.emplace_back();
    epoch.number = static_cast<std::uint32_t>(epochs.size() - 1);
    // Dropout depends on the seed and the epoch, and on nothing that happened before.
    if (parts().options.dropout > 0) ::torch::manual_seed(options.seed * 1'000'003 + epoch.number);
    std::vector<Tensor> shared;
    if (shares_forward()) {
      parts().set_training(true);
      shared = run(*train);
    }
    measure_valid(shared, epoch);
    if (!has_valid || is_better(epoch)) {
      best_epoch = epoch.number;
      if (has_valid) best = clones(parts().parameters());
    }
    if (train) {
      const Measured measured = step(*train, std::move(shared));
      epoch.loss = measured.loss;
      epoch.accuracy = measured.accuracy();
    } else {
      run_batches(epoch);
    }
    return epoch;
  }

  // Measures, and makes a step unless this is the end. `outputs` are there, or not yet.
  Measured step(const StepInput& input, std::vector<Tensor> outputs) {
    const bool with_step = !is_finished();
    const ::torch::AutoGradMode mode(with_step || !outputs.empty());
    parts().set_training(true);
    if (outputs.empty()) outputs = run(input);
    Measured measured = measure(input.losses, options.loss, outputs, with_step);
    if (!with_step) return measured;
    optimiser.zero_grad();
    ::torch::autograd::backward(outputs, measured.gradients);
    optimiser.step();
    if (parts().options.uses_rules) parts().enhancer->project();
    ++steps;
    return measured;
  }

  void run_batches(Epoch& epoch) {
    Batches::Epoch graphs(*batches, epoch.number);
    Measured total;
    while (const std::optional<Graph> graph = graphs.next()) {
      const Measured measured = step(StepInput(*graph, Split::train), {});
      total.loss += measured.loss * static_cast<double>(measured.score.known);
      total.score.right += measured.score.right;
      total.score.known += measured.score.known;
    }
    epoch.loss = total.score.known == 0 ? 0 : total.loss / static_cast<double>(total.score.known);
    epoch.accuracy = total.accuracy();
  }

  [[nodiscard]] bool is_better(const Epoch& epoch) const {
    if (epoch.number == 0) return true;
    const Epoch& before = epochs[best_epoch];
    return std::pair(*epoch.valid_accuracy, -*epoch.valid_loss) >
           std::pair(*before.valid_accuracy, -*before.valid_loss);
  }

  [[nodiscard]] bool is_finished() const {
    if (epochs.empty()) return false;
    const std::uint32_t last = epochs.back().number;
    return last == options.epochs ||
           (options.patience > 0 && has_valid && last - best_epoch >= options.patience);
  }

  Model& model;
  TrainOptions options;
  bool is_one_graph;
  StepInput valid;
  bool has_valid;
  std::optional<StepInput> train;  // or, in batches:
  std::optional<Batches> batches;
  ::torch::optim::Adam optimiser;
  std::uint64_t steps = 0;
  std::vector<Epoch> epochs;
  std::uint32_t best_epoch = 0;
  std::vector<Tensor> best;
};

Trainer::Trainer(Model& model, const Graph& train, const Graph& valid, const TrainOptions& options)
    : work_(std::make_unique<Work>(model, train, valid, options)) {}

Trainer::~Trainer() = default;

const Epoch& Trainer::run_epoch() {
  return work_->run_epoch();
}

bool Trainer::is_finished() const {
  return work_->is_finished();
}

void Trainer::keep_best() {
  if (!work_->best.empty()) copy_into(work_->parts().parameters(), work_->best);
}

const std::vector<Epoch>& Trainer::epochs() const {
  return work_->epochs;
}

std::uint32_t Trainer::best_epoch() const {
  return work_->best_epoch;
}

TrainState Trainer::state() const {
  const Model::Parts& parts = work_->parts();
  std::vector<Tensor> first;
  std::vector<Tensor> second;
  for (const Tensor& parameter : parts.parameters()) {
    const auto found = work_->optimiser.state().find(key_of(parameter));
    const bool has_moments = found != work_->optimiser.state().end();
    const auto* const moments =
        has_moments ? static_cast<const AdamParamState*>(found->second.get()) : nullptr;
    first.push_back(has_moments ? moments->exp_avg() : ::torch::zeros_like(parameter));
    second.push_back(has_moments ? moments->exp_avg_sq() : ::torch::zeros_like(parameter));
  }
  return {parts.named(parts.parameters()),
          work_->best.empty() ? std::vector<NamedValues>{} : parts.named(work_->best),
          parts.named(first),
          parts.named(second),
          work_->steps,
          work_->epochs,
          work_->best_epoch};
}

void Trainer::restore(const TrainState& state) {
  const Model::Parts& parts = work_->parts();
  const std::vector<Tensor> parameters = parts.parameters();
  std::vector<Tensor> best = clones(parameters);
  std::vector<Tensor> first = clones(parameters);
  std::vector<Tensor> second = clones(parameters);
  if (!state.best.empty()) parts.set(best, state.best);
  parts.set(first, state.first_moments);
  parts.set(second, state.second_moments);
  parts.set(parameters, state.model);
  work_->best = state.best.empty() ? std::vector<Tensor>{} : best;
  work_->steps = state.steps;
  work_->epochs = state.epochs;
  work_->best_epoch = state.best_epoch;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    auto moments = std::make_unique<AdamParamState>();
    moments->step(static_cast<std::int64_t>(state.steps));
    moments->exp_avg(first[i]);
    moments->exp_avg_sq(second[i]);
    work_->optimiser.state()[key_of(parameters[i])] = std::move(moments);
  }
}

}  // namespace kenn
