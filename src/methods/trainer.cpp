// Trains a model, epoch by epoch.
#include "methods/trainer.h"

#include <ATen/Parallel.h>
#include <torch/torch.h>

#include <algorithm>
#include <cmath>
#include <list>
#include <set>
#include <utility>

#include "kernels/network.h"
#include "methods/batches.h"
#include "methods/model_parts.h"
#include "methods/reach.h"

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

std::vector<Tensor> zeros_like(const std::vector<Tensor>& tensors) {
  std::vector<Tensor> zeros;
  zeros.reserve(tensors.size());
  for (const Tensor& tensor : tensors) zeros.push_back(::torch::zeros_like(tensor.detach()));
  return zeros;
}

constexpr std::int64_t numbers_per_task = 16384;

// Adam in one sweep over all that is learned.
struct Optimiser {
  explicit Optimiser(const Model::Parts& parts)
      : parameters(parts.parameters()), first(zeros_like(parameters)), second(zeros_like(parameters)) {
    for (const Network& network : parts.networks) {
      for (const Tensor& matrix : network->weights) decaying.insert(matrix.unsafeGetTensorImpl());
    }
  }

  void clear_gradients() const {
    for (const Tensor& parameter : parameters) parameter.mutable_grad() = Tensor();
  }

  void step(const TrainOptions& options) {
    ++steps;
    const double beta1 = 0.9;
    const double beta2 = 0.999;
    kernels::AdamStep step;
    step.rate = static_cast<float>(options.learning_rate / (1 - std::pow(beta1, static_cast<double>(steps))));
    step.scale = static_cast<float>(1 / std::sqrt(1 - std::pow(beta2, static_cast<double>(steps))));
    step.epsilon = static_cast<float>(options.epsilon);
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      const bool is_decaying = decaying.contains(parameters[i].unsafeGetTensorImpl());
      step.decay = is_decaying ? static_cast<float>(options.weight_decay) : 0;
      step_one(step, i);
    }
  }

  void step_one(const kernels::AdamStep& step, std::size_t i) const {
    const Tensor gradient = parameters[i].grad().contiguous();
    at::parallel_for(0, gradient.numel(), numbers_per_task, [&](std::int64_t begin, std::int64_t end) {
      kernels::adam_step(step, gradient.data_ptr<float>() + begin, static_cast<std::size_t>(end - begin),
                         first[i].data_ptr<float>() + begin, second[i].data_ptr<float>() + begin,
                         parameters[i].data_ptr<float>() + begin);
    });
  }

  std::vector<Tensor> parameters;
  std::vector<Tensor> first;  // moments
  std::vector<Tensor> second;
  std::set<const c10::TensorImpl*> decaying;
  std::uint64_t steps = 0;
};

}  // namespace

struct Trainer::Work {
  Work(Model& trained, const Graph& train_graph, const Graph& valid_graph, const TrainOptions& train_options)
      : model(trained),
        options(train_options),
        is_one_graph(&train_graph == &valid_graph && options.batch_size == 0),
        valid(needed(valid_graph, is_one_graph), Split::valid),
        has_valid(!all_empty(valid.losses)),
        optimiser(parts()) {
    parts().check(train_graph);
    parts().check(valid_graph);
    if (options.batch_size > 0) {
      batches.emplace(train_graph, options.batch_size, options.seed);
    } else {
      train.emplace(is_one_graph ? *valid.graph : needed(train_graph, true), Split::train);
    }
    if (train ? all_empty(train->losses) : batches->count() == 0) {
      throw Error(ErrorKind::data, "there is no label to learn from");
    }
  }

  // The graph, or the part of it that the labels depend on: those of validation, of training, or of both.
  const Graph& needed(const Graph& graph, bool with_train) {
    const std::vector<Split> splits =
        with_train ? std::vector{Split::valid, Split::train} : std::vector{Split::valid};
    const ModelOptions& of_model = parts().options;
    std::optional<Graph> part = needed_part(graph, splits, of_model.uses_rules ? of_model.enhance.layers : 0);
    if (!part) return graph;
    return parts_of_graphs.emplace_back(std::move(*part));
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
    optimiser.clear_gradients();
    ::torch::autograd::backward(outputs, measured.gradients);
    optimiser.step(options);
    if (parts().options.uses_rules) parts().enhancer->project();
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
    return last >= options.epochs ||
           (options.patience > 0 && has_valid && last - best_epoch >= options.patience);
  }

  Model& model;
  TrainOptions options;
  bool is_one_graph;                 // for both training and validation, all at once
  std::list<Graph> parts_of_graphs;  // that are used instead of the graphs
  StepInput valid;
  bool has_valid;
  std::optional<StepInput> train;  // or, in batches:
  std::optional<Batches> batches;
  Optimiser optimiser;
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
  const Optimiser& optimiser = work_->optimiser;
  return {parts.named(optimiser.parameters),
          work_->best.empty() ? std::vector<NamedValues>{} : parts.named(work_->best),
          parts.named(optimiser.first),
          parts.named(optimiser.second),
          optimiser.steps,
          work_->epochs,
          work_->best_epoch};
}

void Trainer::restore(const TrainState& state) {
  const Model::Parts& parts = work_->parts();
  Optimiser& optimiser = work_->optimiser;
  std::vector<Tensor> best;
  if (!state.best.empty()) {
    best = clones(optimiser.parameters);
    parts.set(best, state.best);
  }
  parts.set(optimiser.first, state.first_moments);
  parts.set(optimiser.second, state.second_moments);
  parts.set(optimiser.parameters, state.model);
  optimiser.steps = state.steps;
  work_->best = std::move(best);
  work_->epochs = state.epochs;
  work_->best_epoch = state.best_epoch;
}

}  // namespace kenn
