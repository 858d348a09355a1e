// Trains a model, epoch by epoch.
#include "methods/trainer.h"

#include <torch/torch.h>

#include <utility>

#include "methods/model_parts.h"

namespace kenn {

namespace {

using ::torch::Tensor;
using ::torch::autograd::AutogradContext;
using ::torch::autograd::variable_list;

std::vector<TableLoss> losses_of(const Graph& graph, Split split) {
  std::vector<TableLoss> losses;
  for (std::size_t i = 0; i < graph.predicted.size(); ++i) {
    losses.emplace_back(graph.tables.vocabulary(), graph.tables.schema().tables[graph.predicted[i]],
                        graph.labels[i], rows_in(graph.labels[i], graph.plan.tables()[i].rows, split));
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
  double accuracy = 0;
  variable_list gradients;
};

Measured measure(const std::vector<TableLoss>& losses, Loss kind, const std::vector<Tensor>& outputs,
                 bool with_gradients) {
  Measured measured;
  TableLoss::Score total;
  for (std::size_t i = 0; i < losses.size(); ++i) {
    const Tensor values = outputs[i].detach().contiguous();
    std::span<float> gradients;
    if (with_gradients) {
      measured.gradients.push_back(::torch::zeros_like(values));
      gradients = {measured.gradients.back().data_ptr<float>(), static_cast<std::size_t>(values.numel())};
    }
    measured.loss += losses[i].add(kind, span_of(values), gradients);
    const TableLoss::Score score = losses[i].score(span_of(values));
    total.right += score.right;
    total.known += score.known;
  }
  if (total.known > 0)
    measured.accuracy = static_cast<double>(total.right) / static_cast<double>(total.known);
  return measured;
}

}  // namespace

struct Trainer::Work {
  Work(Model& trained, const Graph& train_graph, const Graph& valid_graph, const TrainOptions& train_options)
      : model(trained),
        train(train_graph),
        valid(valid_graph),
        options(train_options),
        train_losses(losses_of(train, Split::train)),
        valid_losses(losses_of(valid, Split::valid)),
        has_valid(!all_empty(valid_losses)),
        train_inputs(network_inputs(train)),
        optimiser(parts().parameters(), ::torch::optim::AdamOptions(options.learning_rate)
                                            .eps(options.epsilon)
                                            .weight_decay(options.weight_decay)) {
    parts().check(train);
    parts().check(valid);
    if (all_empty(train_losses)) throw Error(ErrorKind::data, "there is no label to learn from");
    if (&train != &valid && has_valid) valid_inputs = network_inputs(valid);
  }

  [[nodiscard]] Model::Parts& parts() const { return model.parts(); }

  // One forward is enough for both where they are one graph and nothing is left out at random.
  [[nodiscard]] bool shares_forward() const { return &train == &valid && parts().options.dropout == 0; }

  void measure_valid(const std::vector<Tensor>& train_outputs, Epoch& epoch) {
    if (!has_valid) return;
    std::vector<Tensor> outputs = train_outputs;
    if (!shares_forward()) {
      const ::torch::NoGradGuard no_gradients;
      parts().set_training(false);
      outputs =
          parts().run_rules(parts().run_networks(&train == &valid ? train_inputs : valid_inputs), valid.plan);
    }
    const Measured measured = measure(valid_losses, options.loss, outputs, false);
    epoch.valid_loss = measured.loss;
    epoch.valid_accuracy = measured.accuracy;
  }

  const Epoch& run_epoch() {
    Epoch epoch;
    epoch.number = static_cast<std::uint32_t>(epochs.size());
    // Dropout depends on the seed and the epoch, and on nothing that happened before.
    if (parts().options.dropout > 0) ::torch::manual_seed(options.seed * 1'000'003 + epoch.number);
    parts().set_training(true);
    optimiser.zero_grad();
    const std::vector<Tensor> outputs = parts().run_rules(parts().run_networks(train_inputs), train.plan);
    const Measured measured = measure(train_losses, options.loss, outputs, true);
    epoch.loss = measured.loss;
    epoch.accuracy = measured.accuracy;
    measure_valid(outputs, epoch);
    epochs.push_back(epoch);
    if (is_better(epoch)) {
      best_epoch = epoch.number;
      best = model.values();
    }
    if (!is_finished()) {
      ::torch::autograd::backward(outputs, measured.gradients);
      optimiser.step();
      parts().enhancer->project();
    }
    return epochs.back();
  }

  [[nodiscard]] bool is_better(const Epoch& epoch) const {
    if (epochs.size() == 1 || !has_valid) return true;
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
  const Graph& train;
  const Graph& valid;
  TrainOptions options;
  std::vector<TableLoss> train_losses;
  std::vector<TableLoss> valid_losses;
  bool has_valid;
  std::vector<NetworkInput> train_inputs;
  std::vector<NetworkInput> valid_inputs;  // empty where they are those of training
  ::torch::optim::Adam optimiser;
  std::vector<Epoch> epochs;
  std::uint32_t best_epoch = 0;
  std::vector<NamedValues> best;
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
  if (!work_->best.empty()) work_->model.set_values(work_->best);
}

const std::vector<Epoch>& Trainer::epochs() const {
  return work_->epochs;
}

std::uint32_t Trainer::best_epoch() const {
  return work_->best_epoch;
}

TrainState Trainer::state() const {
  TrainState state{work_->model.values(), work_->best, {}, work_->epochs, work_->best_epoch};
  const auto& states = work_->optimiser.state();
  std::size_t number = 0;
  for (const Tensor& parameter : work_->parts().parameters()) {
    const auto found = states.find(c10::guts::to_string(parameter.unsafeGetTensorImpl()));
    if (found == states.end()) continue;
    const auto& moments = static_cast<const ::torch::optim::AdamParamState&>(*found->second);
    const std::string name = std::to_string(number++);
    state.moments.push_back(named_values(name + ".first", moments.exp_avg()));
    state.moments.push_back(named_values(name + ".second", moments.exp_avg_sq()));
  }
  return state;
}

void Trainer::restore(const TrainState& state) {
  work_->model.set_values(state.model);
  work_->best = state.best;
  work_->epochs = state.epochs;
  work_->best_epoch = state.best_epoch;
  const std::vector<Tensor> parameters = work_->parts().parameters();
  if (!state.moments.empty() && state.moments.size() != 2 * parameters.size()) {
    throw Error(ErrorKind::data, "the checkpoint is of another model");
  }
  for (std::size_t i = 0; 2 * i < state.moments.size(); ++i) {
    auto moments = std::make_unique<::torch::optim::AdamParamState>();
    moments->step(static_cast<std::int64_t>(state.epochs.size()));
    moments->exp_avg(::torch::zeros_like(parameters[i]));
    moments->exp_avg_sq(::torch::zeros_like(parameters[i]));
    set_tensor(moments->exp_avg(), state.moments[2 * i]);
    set_tensor(moments->exp_avg_sq(), state.moments[2 * i + 1]);
    work_->optimiser.state()[c10::guts::to_string(parameters[i].unsafeGetTensorImpl())] = std::move(moments);
  }
}

}  // namespace kenn
