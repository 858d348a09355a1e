// Trains a model, epoch by epoch.
#include "train/trainer.h"

#include <algorithm>
#include <cmath>
#include <list>
#include <utility>

#include "base/random_streams.h"
#include "dataset/inputs.h"
#include "infer/completion.h"
#include "nn/adam.h"
#include "train/batches.h"
#include "train/history.h"
#include "train/model_parts.h"
#include "train/reach.h"
#include "train/step.h"

namespace kenn {

namespace {

std::vector<std::span<const float>> views(const TableList& tables) {
  return {tables.begin(), tables.end()};
}

std::vector<std::span<float>> views(TableList& tables) {
  return {tables.begin(), tables.end()};
}

void check_finite(const TableList& tables) {
  for (const std::vector<float>& values : tables) {
    if (std::all_of(values.begin(), values.end(), [](float value) { return std::isfinite(value); })) continue;
    throw Error(ErrorKind::data,
                "the training diverges: the network gives numbers that are not finite; a smaller learning "
                "rate may help");
  }
}

// Whether a list of what is learned is the last matrix of a network, or its bias.
bool is_output(const Model::Parts& parts, std::size_t number) {
  for (const Network<float>& network : parts.networks) {
    if (number < network.parameters.size()) return number + 2 >= network.parameters.size();
    number -= network.parameters.size();
  }
  return false;
}

// One optimiser for every list of what is learned.
std::vector<Adam> optimisers_of(Model::Parts& parts, const TrainOptions& options) {
  std::vector<Adam> all;
  const std::vector<std::vector<float>*> learned = parts.learned();
  all.reserve(learned.size());
  for (std::size_t i = 0; i < learned.size(); ++i) {
    // Matrices of networks and biases take turns; what comes after all pairs of them are the rules.
    const bool is_rules = parts.options.uses_rules && i + 1 == learned.size();
    const bool is_matrix = i % 2 == 0 && !is_rules && (options.decays_output || !is_output(parts, i));
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
    if (learns_from_rules()) start_with_rules(train_graph);
    if (train ? all_empty(train->losses) : batches->count() == 0) {
      throw Error(ErrorKind::data, "there is no label to learn from: none of the rows for training has one");
    }
  }

  [[nodiscard]] std::uint64_t steps() const {
    return (learns_networks() ? optimisers.front() : optimisers.back()).state.steps;
  }

  // The graph, or the part of it that the labels depend on: those of validation, and of training perhaps.
  const Graph& needed(const Graph& graph, bool with_train) {
    if (learns_from_rules()) return graph;
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

  [[nodiscard]] bool is_first_phase() const { return history.phase() == 0; }
  [[nodiscard]] bool is_greedy() const { return options.schedule == Schedule::greedy; }
  [[nodiscard]] bool completes() const { return options.schedule == Schedule::completion; }

  // Whether rules say something of rows that have no labels.
  [[nodiscard]] bool learns_from_rules() const {
    return options.schedule == Schedule::rule_loss || completes();
  }

  [[nodiscard]] std::uint32_t phase_count() const {
    if (options.schedule == Schedule::together) return 1;
    if (!completes()) return 2;
    return completes_rows ? 1 + options.rounds : 1;
  }

  [[nodiscard]] bool learns_networks() const { return !is_greedy() || is_first_phase(); }
  [[nodiscard]] bool uses_rules() const {
    return parts().options.uses_rules && !(is_greedy() && is_first_phase());
  }

  [[nodiscard]] bool is_finished() const { return history.is_over() && history.phase() + 1 >= phase_count(); }

  // The next phase, on top of the networks that are kept.
  void start_phase() {
    keep_networks();
    if (completes()) complete_labels();
    history.start_phase();
    best.clear();
    // Rules in the loss are only a part more of it.
    if (options.schedule != Schedule::rule_loss) optimisers = optimisers_of(parts(), options);
    forget_networks();
  }

  void start_with_rules(const Graph& graph) {
    if (parts().options.uses_rules)
      throw Error(ErrorKind::data, "rules in the loss need a model without enhancers");
    if (!train) throw Error(ErrorKind::data, "rules in the loss need all labels at once, not batches");
    rule_truth.emplace(graph, options.conorm, options.rule_mean, parts().options.enhance.threads);
    completes_rows = completes() && has_unlabelled_rows(graph);
  }

  // What the networks say of the training graph.
  [[nodiscard]] TableList network_outputs() {
    TableList outputs;
    parts().run_networks(train->inputs, nullptr, outputs);
    return outputs;
  }

  // First by the networks alone, then by the most probable predictions under the rules as they were trusted
  // so far.
  void complete_labels() {
    const TableList outputs = network_outputs();
    if (is_first_phase()) {
      use_completed(completed_atoms(*train->graph, outputs, false));
    } else {
      const MapResult map = find_map(*train->graph, parts().options.map.value_or(MapOptions{}),
                                     parts().trust(), outputs, parts().options.enhance.threads);
      use_completed(completed_atoms(*train->graph, map.preactivations, true));
    }
  }

  void use_completed(TableList atoms) {
    const std::vector<Labels> labels = as_labels(*train->graph, atoms);
    train->losses = losses_of(*train->graph, Split::train, &labels);
    parts().rule_weights =
        closed_form_weights(*train->graph, atoms, options.conorm, parts().options.enhance.threads);
    completed = std::move(atoms);
  }

  // What networks that are not learned any more gave is kept; these are others now.
  void forget_networks() {
    if (train) train->before.clear();
    if (valid) valid->before.clear();
  }

  void keep_networks() {
    if (options.keeps_best && !best.empty()) parts().set_learned(best);
  }

  void keep() {
    keep_networks();
    // Where nothing had to be completed, the labels say how far to trust the rules.
    if (completes() && completed.empty()) complete_labels();
  }

  const Epoch& run_epoch() {
    if (history.is_over()) start_phase();
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
    Measured measured = measure(input.losses, options.loss, input.after, &of_outputs);
    if (options.schedule == Schedule::rule_loss && !is_first_phase()) {
      measured.loss -= rule_truth->add_to_loss(*train->graph, parts().trust(), input.after, of_outputs);
    }
    run_backward(input, std::move(of_outputs));
    const std::size_t first = learns_networks() ? 0 : learned.size() - 1;
    const bool skips_rules = parts().options.uses_rules && !(uses_rules() && options.learns_rules);
    const std::size_t end = learned.size() - (skips_rules ? 1 : 0);
    for (std::size_t i = first; i < end; ++i) {
      const bool is_bias = i % 2 == 1;
      if (is_bias && !options.learns_output_bias && is_output(parts(), i)) continue;
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
  bool completes_rows = false;       // there are rows without a label for rules to complete
  std::list<Graph> parts_of_graphs;  // that are used instead of the graphs
  std::vector<TableLoss> valid_losses;
  std::optional<StepInput> valid;  // where it has a forward of its own
  std::optional<StepInput> train;  // or, in batches:
  std::optional<Batches> batches;
  std::vector<std::vector<float>*> learned;
  std::vector<std::vector<float>> gradients;  // of these
  std::vector<Adam> optimisers;               // for these
  History history;
  std::optional<RuleTruth> rule_truth;   // where rules are in the loss
  TableList completed;                   // what is said of every atom, once labels were completed
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

std::uint32_t Trainer::most_epochs() const {
  std::uint32_t most = 0;
  for (std::uint32_t phase = 0; phase < work_->phase_count(); ++phase)
    most += epochs_of(work_->options, phase);
  return most;
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
          work_->history.phase(),
          work_->history.phase_start(),
          parts.named_tables(work_->completed)};
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
  work_->history.restore(state.epochs, state.phase, state.phase_start, state.best_epoch);
  if (!state.completed.empty())
    work_->use_completed(parts.unnamed_tables(state.completed, *work_->train->graph));
}

}  // namespace kenn
