// Trains a model, epoch by epoch.
#include "methods/trainer.h"

#include <algorithm>
#include <cmath>
#include <list>
#include <utility>

#include "methods/adam.h"
#include "methods/batches.h"
#include "methods/model_parts.h"
#include "methods/random_streams.h"
#include "methods/reach.h"

namespace kenn {

namespace {

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

std::vector<std::span<const float>> views(const TableList& tables) {
  return {tables.begin(), tables.end()};
}

std::vector<std::span<float>> views(TableList& tables) {
  return {tables.begin(), tables.end()};
}

TableList zeros_like(const TableList& tables) {
  TableList zeros;
  zeros.reserve(tables.size());
  for (const std::vector<float>& table : tables) zeros.emplace_back(table.size());
  return zeros;
}

void check_finite(const TableList& tables) {
  for (const std::vector<float>& values : tables) {
    if (std::all_of(values.begin(), values.end(), [](float value) { return std::isfinite(value); })) continue;
    throw Error(ErrorKind::data,
                "the training diverges: the network gives numbers that are not finite; a smaller learning "
                "rate may help");
  }
}

// Loss and accuracy of preactivations; the gradients are made if asked for.
struct Measured {
  double loss = 0;
  TableLoss::Score score;

  [[nodiscard]] double accuracy() const {
    return score.known == 0 ? 0 : static_cast<double>(score.right) / static_cast<double>(score.known);
  }
};

Measured measure(const std::vector<TableLoss>& losses, Loss kind, const TableList& outputs,
                 TableList* gradients) {
  Measured measured;
  if (gradients != nullptr) *gradients = zeros_like(outputs);
  for (std::size_t i = 0; i < losses.size(); ++i) {
    std::span<float> of_table;
    if (gradients != nullptr) of_table = (*gradients)[i];
    measured.loss += losses[i].add(kind, outputs[i], of_table);
    const TableLoss::Score score = losses[i].score(outputs[i]);
    measured.score.right += score.right;
    measured.score.known += score.known;
  }
  return measured;
}

// What one step is about, and its memory.
struct StepInput {
  StepInput(const Graph& of_graph, Split split, const ModelOptions& options, bool with_gradients)
      : graph(&of_graph), inputs(network_inputs(of_graph)), losses(losses_of(of_graph, split)) {
    if (!options.uses_rules) return;
    EnhanceOptions enhance = options.enhance;
    enhance.gradients = with_gradients;
    enhancer.emplace(of_graph.plan, enhance);
  }

  const Graph* graph;
  std::vector<NetworkInput> inputs;
  std::vector<TableLoss> losses;
  std::optional<Enhancer> enhancer;  // none without rules
  TableList before;                  // of the last forward
  TableList after;
};

// One optimiser for every list of what is learned.
std::vector<Adam> optimisers_of(Model::Parts& parts, const TrainOptions& options) {
  std::vector<Adam> all;
  const std::vector<std::vector<float>*> learned = parts.learned();
  all.reserve(learned.size());
  for (std::size_t i = 0; i < learned.size(); ++i) {
    // Matrices of networks and biases take turns; what comes after all pairs of them are the rules.
    const bool is_matrix = i % 2 == 0 && i + 1 < learned.size();
    all.emplace_back(learned[i]->size(), AdamOptions{options.learning_rate, options.epsilon,
                                                     is_matrix ? options.weight_decay : 0.0});
  }
  return all;
}

}  // namespace

struct Trainer::Work {
  Work(Model& trained, const Graph& train_graph, const Graph& valid_graph, const TrainOptions& train_options)
      : model(trained),
        options(train_options),
        is_one_graph(&train_graph == &valid_graph && options.batch_size == 0),
        learned(parts().learned()),
        gradients(zeros_like(parts().copy_of_learned())),
        optimisers(optimisers_of(parts(), options)) {
    parts().check(train_graph);
    parts().check(valid_graph);
    const ModelOptions& of_model = parts().options;
    const Graph& watched = needed(valid_graph, is_one_graph);
    valid_losses = losses_of(watched, Split::valid);
    has_valid = !all_empty(valid_losses);
    if (has_valid && !shares_forward()) valid.emplace(watched, Split::valid, of_model, false);
    if (options.batch_size > 0) {
      batches.emplace(train_graph, options.batch_size, options.seed);
    } else {
      train.emplace(is_one_graph ? watched : needed(train_graph, true), Split::train, of_model, true);
    }
    if (train ? all_empty(train->losses) : batches->count() == 0) {
      throw Error(ErrorKind::data, "there is no label to learn from: none of the rows for training has one");
    }
  }

  // The graph, or the part of it that the labels depend on: those of validation, and of training perhaps.
  const Graph& needed(const Graph& graph, bool with_train) {
    std::vector<Split> splits = {Split::valid};
    if (with_train) splits.push_back(Split::train);
    const ModelOptions& of_model = parts().options;
    std::optional<Graph> part = needed_part(graph, splits, of_model.uses_rules ? of_model.enhance.layers : 0);
    if (!part) return graph;
    return parts_of_graphs.emplace_back(std::move(*part));
  }

  [[nodiscard]] Model::Parts& parts() const { return model.parts(); }

  void run_forward(StepInput& input, Random* random) {
    parts().run_networks(input.inputs, random, input.before);
    check_finite(input.before);
    if (!input.enhancer) {
      input.after = input.before;
      return;
    }
    input.after.resize(input.before.size());
    for (std::size_t i = 0; i < input.before.size(); ++i) input.after[i].resize(input.before[i].size());
    input.enhancer->forward(parts().rule_weights, views(std::as_const(input.before)), views(input.after));
  }

  // Gradients of everything, given those of the outputs of the last forward.
  void run_backward(StepInput& input, TableList of_outputs) {
    if (input.enhancer) {
      TableList of_inputs = zeros_like(of_outputs);
      input.enhancer->backward(parts().rule_weights, views(std::as_const(input.before)),
                               views(std::as_const(of_outputs)), views(of_inputs), gradients.back());
      of_outputs = std::move(of_inputs);
    }
    std::size_t next = 0;
    for (std::size_t i = 0; i < input.inputs.size(); ++i) {
      Network<float>& network = parts().networks[i];
      const std::size_t count = network.parameters.size();
      network.backward(input.inputs[i], of_outputs[i], *parts().threads,
                       std::span(gradients).subspan(next, count));
      next += count;
    }
  }

  // One forward is enough for both where they are one graph and nothing is left out at random.
  [[nodiscard]] bool shares_forward() const { return is_one_graph && parts().options.dropout == 0; }

  void measure_valid(Epoch& epoch) {
    if (!has_valid) return;
    if (!shares_forward()) run_forward(*valid, nullptr);
    const TableList& outputs = shares_forward() ? train->after : valid->after;
    const Measured measured = measure(valid_losses, options.loss, outputs, nullptr);
    epoch.valid_loss = measured.loss;
    epoch.valid_accuracy = measured.accuracy();
  }

  const Epoch& run_epoch() {
    Epoch& epoch = epochs.emplace_back();
    epoch.number = static_cast<std::uint32_t>(epochs.size() - 1);
    if (shares_forward()) run_forward(*train, nullptr);
    measure_valid(epoch);
    if (!has_valid || is_better(epoch)) {
      best_epoch = epoch.number;
      if (has_valid) best = parts().copy_of_learned();
    }
    // What is left out depends on the seed and the epoch, and on nothing that happened before.
    Random random(options.seed, random_stream::left_values + epoch.number);
    Random* const dropout = parts().options.dropout > 0 ? &random : nullptr;
    if (train) {
      if (!shares_forward()) run_forward(*train, dropout);
      const Measured measured = step(*train);
      epoch.loss = measured.loss;
      epoch.accuracy = measured.accuracy();
    } else {
      run_batches(epoch, dropout);
    }
    return epoch;
  }

  // Measures what the last forward gave, and makes a step unless this is the end.
  Measured step(StepInput& input) {
    if (is_finished()) return measure(input.losses, options.loss, input.after, nullptr);
    TableList of_outputs;
    const Measured measured = measure(input.losses, options.loss, input.after, &of_outputs);
    run_backward(input, std::move(of_outputs));
    for (std::size_t i = 0; i < learned.size(); ++i) {
      optimisers[i].step(*learned[i], gradients[i], parts().threads.get());
    }
    if (parts().options.uses_rules) parts().project();
    return measured;
  }

  void run_batches(Epoch& epoch, Random* dropout) {
    Batches::Epoch graphs(*batches, epoch.number);
    Measured total;
    while (const std::optional<Graph> graph = graphs.next()) {
      StepInput input(*graph, Split::train, parts().options, true);
      run_forward(input, dropout);
      const Measured measured = step(input);
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
  bool has_valid = false;            // labels
  std::list<Graph> parts_of_graphs;  // that are used instead of the graphs
  std::vector<TableLoss> valid_losses;
  std::optional<StepInput> valid;  // where it has a forward of its own
  std::optional<StepInput> train;  // or, in batches:
  std::optional<Batches> batches;
  std::vector<std::vector<float>*> learned;
  std::vector<std::vector<float>> gradients;  // of these
  std::vector<Adam> optimisers;               // for these
  std::vector<Epoch> epochs;
  std::uint32_t best_epoch = 0;
  std::vector<std::vector<float>> best;
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
  if (!work_->best.empty()) work_->parts().set_learned(work_->best);
}

const std::vector<Epoch>& Trainer::epochs() const {
  return work_->epochs;
}

std::uint32_t Trainer::best_epoch() const {
  return work_->best_epoch;
}

TrainState Trainer::state() const {
  Model::Parts& parts = work_->parts();
  std::vector<std::vector<float>> first;
  std::vector<std::vector<float>> second;
  for (const Adam& optimiser : work_->optimisers) {
    first.push_back(optimiser.state.first);
    second.push_back(optimiser.state.second);
  }
  return {parts.named(parts.copy_of_learned()),
          parts.named(work_->best),
          parts.named(first),
          parts.named(second),
          work_->optimisers.front().state.steps,
          work_->epochs,
          work_->best_epoch};
}

void Trainer::restore(const TrainState& state) {
  Model::Parts& parts = work_->parts();
  std::vector<std::vector<float>> first = parts.unnamed(state.first_moments);
  std::vector<std::vector<float>> second = parts.unnamed(state.second_moments);
  for (std::size_t i = 0; i < work_->optimisers.size(); ++i) {
    work_->optimisers[i].state = {std::move(first[i]), std::move(second[i]), state.steps};
  }
  work_->best = state.best.empty() ? std::vector<std::vector<float>>{} : parts.unnamed(state.best);
  parts.set_learned(parts.unnamed(state.model));
  work_->epochs = state.epochs;
  work_->best_epoch = state.best_epoch;
}

}  // namespace kenn
