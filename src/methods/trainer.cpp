// Trains a model, epoch by epoch.
#include "methods/trainer.h"

#include <algorithm>
#include <cmath>
#include <list>
#include <utility>

#include "methods/adam.h"
#include "methods/batches.h"
#include "methods/history.h"
#include "methods/inputs.h"
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
      : graph(&of_graph),
        inputs(network_inputs(of_graph, options.scale)),
        losses(losses_of(of_graph, split)) {
    if (!options.uses_rules) return;
    EnhanceOptions enhance = options.enhance;
    enhance.gradients = with_gradients;
    enhancer.emplace(of_graph.plan, enhance);
  }

  // What the networks saw in the last forward.
  [[nodiscard]] const std::vector<NetworkInput>& seen() const { return rest.empty() ? inputs : rest; }

  const Graph* graph;
  std::vector<NetworkInput> inputs;
  std::vector<NetworkInput> rest;  // of the inputs, when some features are left out
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
    const bool is_rules = parts.options.uses_rules && i + 1 == learned.size();
    const double rate = is_rules && options.rule_rate > 0 ? options.rule_rate : options.learning_rate;
    all.emplace_back(learned[i]->size(),
                     AdamOptions{rate, options.epsilon, is_matrix ? options.weight_decay : 0.0});
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
        optimisers(optimisers_of(parts(), options)),
        history(options) {
    if (is_greedy() && !parts().options.uses_rules) {
      throw Error(ErrorKind::data, "a greedy training needs a model with rules");
    }
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

  [[nodiscard]] std::uint64_t steps() const {
    return (learns_networks() ? optimisers.front() : optimisers.back()).state.steps;
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
    if (learns_networks() || input.before.empty()) {
      if (!learns_networks()) random = nullptr;
      leave_out_features(input, random);
      parts().run_networks(input.seen(), random, input.before);
      check_finite(input.before);
    }
    if (!uses_rules()) {
      input.after = input.before;
      return;
    }
    input.after.resize(input.before.size());
    for (std::size_t i = 0; i < input.before.size(); ++i) input.after[i].resize(input.before[i].size());
    input.enhancer->forward(parts().rule_weights, views(std::as_const(input.before)), views(input.after));
  }

  void leave_out_features(StepInput& input, Random* random) {
    input.rest.clear();
    const double share = parts().options.input_dropout;
    if (random == nullptr || share == 0) return;
    for (const NetworkInput& each : input.inputs) {
      input.rest.emplace_back(leave_out(each.features(), share, *random));
    }
  }

  // Gradients of everything, given those of the outputs of the last forward.
  void run_backward(StepInput& input, TableList of_outputs) {
    if (uses_rules()) {
      TableList of_inputs = zeros_like(of_outputs);
      input.enhancer->backward(parts().rule_weights, views(std::as_const(input.before)),
                               views(std::as_const(of_outputs)), views(of_inputs), gradients.back());
      of_outputs = std::move(of_inputs);
    }
    if (!learns_networks()) return;
    std::size_t next = 0;
    for (std::size_t i = 0; i < input.inputs.size(); ++i) {
      Network<float>& network = parts().networks[i];
      const std::size_t count = network.parameters.size();
      network.backward(input.seen()[i], of_outputs[i], *parts().threads,
                       std::span(gradients).subspan(next, count));
      next += count;
    }
  }

  // One forward is enough for both where they are one graph and nothing is left out at random.
  [[nodiscard]] bool shares_forward() const { return is_one_graph && !leaves_out(); }
  [[nodiscard]] bool leaves_out() const {
    return parts().options.dropout > 0 || parts().options.input_dropout > 0;
  }

  void measure_valid(Epoch& epoch) {
    if (!has_valid) return;
    if (!shares_forward()) run_forward(*valid, nullptr);
    const TableList& outputs = shares_forward() ? train->after : valid->after;
    const Measured measured = measure(valid_losses, options.loss, outputs, nullptr);
    epoch.valid_loss = measured.loss;
    epoch.valid_accuracy = measured.accuracy();
  }

  // The networks come first in a greedy training, the rules second; otherwise there is one phase for all.
  [[nodiscard]] bool is_first_phase() const { return history.phase_start() == 0; }
  [[nodiscard]] bool is_greedy() const { return options.schedule == Schedule::greedy; }
  [[nodiscard]] bool learns_networks() const { return !is_greedy() || is_first_phase(); }
  [[nodiscard]] bool uses_rules() const {
    return parts().options.uses_rules && !(is_greedy() && is_first_phase());
  }

  [[nodiscard]] bool is_finished() const { return history.is_over() && !(is_greedy() && is_first_phase()); }

  // After the networks, the rules: from a fresh start, on top of the networks that are kept.
  void start_rules() {
    keep();
    history.start_phase();
    best.clear();
    optimisers = optimisers_of(parts(), options);
    forget_networks();
  }

  // What networks that are not learned any more gave is kept; these are others now.
  void forget_networks() {
    if (train) train->before.clear();
    if (valid) valid->before.clear();
  }

  void keep() {
    if (options.keeps_best && !best.empty()) parts().set_learned(best);
  }

  const Epoch& run_epoch() {
    if (history.is_over()) start_rules();
    Epoch& epoch = history.add();
    if (shares_forward()) run_forward(*train, nullptr);
    measure_valid(epoch);
    if (history.update_best() && has_valid && options.keeps_best) best = parts().copy_of_learned();
    // What is left out depends on the seed and the epoch, and on nothing that happened before.
    Random random(options.seed, random_stream::left_values + epoch.number);
    Random* const dropout = leaves_out() ? &random : nullptr;
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
    if (history.is_over()) return measure(input.losses, options.loss, input.after, nullptr);
    TableList of_outputs;
    const Measured measured = measure(input.losses, options.loss, input.after, &of_outputs);
    run_backward(input, std::move(of_outputs));
    const std::size_t first = learns_networks() ? 0 : learned.size() - 1;
    const std::size_t end = uses_rules() || !parts().options.uses_rules ? learned.size() : learned.size() - 1;
    for (std::size_t i = first; i < end; ++i) {
      optimisers[i].step(*learned[i], gradients[i], parts().threads.get());
    }
    if (uses_rules()) parts().project();
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
  History history;
  std::vector<std::vector<float>> best;  // what was learned by the best epoch of the phase
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

void Trainer::keep() {
  work_->keep();
}

const std::vector<Epoch>& Trainer::epochs() const {
  return work_->history.epochs();
}

std::uint32_t Trainer::kept_epoch() const {
  return work_->options.keeps_best ? work_->history.best_epoch() : work_->history.epochs().back().number;
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
          work_->steps(),
          work_->history.epochs(),
          work_->history.best_epoch(),
          work_->history.phase_start()};
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
  work_->forget_networks();
  work_->history.restore(state.epochs, state.phase_start, state.best_epoch);
}

}  // namespace kenn
