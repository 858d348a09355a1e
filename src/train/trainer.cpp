// Trains a model, epoch by epoch.
#include "train/trainer.h"

#include <algorithm>
#include <list>
#include <utility>

#include "base/random_streams.h"
#include "infer/completion.h"
#include "infer/enhancer_model.h"
#include "train/batches.h"
#include "train/history.h"
#include "train/model_parts.h"
#include "train/optimisers.h"
#include "train/reach.h"
#include "train/step.h"

namespace kenn::train {

struct Trainer::Work {
  Work(RuleModel& trained, const dataset::Graph& train_graph, const dataset::Graph& valid_graph,
       const TrainOptions& train_options)
      : model(trained),
        options(train_options),
        is_one_graph(&train_graph == &valid_graph && options.batch_size == 0),
        gradients(zeros_like(parts().copy_of_learned())),
        optimisers(parts().learned(), options),
        history(options) {
    check_phases();
    parts().check(train_graph);
    parts().check(valid_graph);
    const ModelOptions& of_model = parts().options;
    const dataset::Graph& watched = needed(valid_graph, is_one_graph);
    valid_losses = losses_of(watched, table::Split::valid);
    has_valid = !all_empty(valid_losses);
    if (has_valid && !shares_forward()) valid.emplace(watched, table::Split::valid, of_model, false);
    if (options.batch_size > 0) {
      batches.emplace(train_graph, options.batch_size, options.seed);
    } else {
      train.emplace(is_one_graph ? watched : needed(train_graph, true), table::Split::train, of_model, true);
    }
    if (learns_from_rules()) start_with_rules(train_graph);
    if (train ? all_empty(train->losses) : batches->count() == 0) {
      throw Error(ErrorKind::data, "there is no label to learn from: none of the rows for training has one");
    }
  }

  void check_phases() const {
    for (const Phase& each : options.phases) {
      const bool learns_rules = parts().options.uses_rules && each.uses_enhancers;
      if (each.learns_networks || learns_rules) continue;
      throw Error(ErrorKind::data, "a phase of the training learns nothing: it needs a model with rules");
    }
  }

  // The graph, or the part of it that the labels depend on: those of validation, and of training perhaps.
  const dataset::Graph& needed(const dataset::Graph& graph, bool with_train) {
    if (learns_from_rules()) return graph;
    std::vector<table::Split> splits = {table::Split::valid};
    if (with_train) splits.push_back(table::Split::train);
    const ModelOptions& of_model = parts().options;
    std::optional<dataset::Graph> part =
        needed_part(graph, splits, of_model.uses_rules ? of_model.enhance.layers : 0);
    if (!part) return graph;
    return parts_of_graphs.emplace_back(std::move(*part));
  }

  [[nodiscard]] RuleModel::Parts& parts() const { return model.parts(); }

  // One forward is enough for both where they are one graph and nothing is left out at random.
  [[nodiscard]] bool shares_forward() const { return is_one_graph && !leaves_out(); }
  [[nodiscard]] bool leaves_out() const {
    return parts().options.dropout > 0 || parts().options.input_dropout > 0;
  }

  void measure_valid(Epoch& epoch) {
    if (!has_valid) return;
    if (!shares_forward()) run_forward(parts(), phase(), *valid, nullptr);
    const dataset::TableList& outputs = shares_forward() ? train->after : valid->after;
    const Measured measured = measure(valid_losses, options.loss, outputs, nullptr);
    epoch.valid_loss = measured.loss;
    epoch.valid_accuracy = measured.accuracy();
    if (all_multi_label(valid_losses)) epoch.valid_f1 = measured.micro_f1();
  }

  [[nodiscard]] const Phase& phase() const { return options.phases[history.phase()]; }

  // Whether rules say something of rows that have no labels.
  [[nodiscard]] bool learns_from_rules() const {
    return options.weighs_rules_by_labels ||
           std::any_of(options.phases.begin(), options.phases.end(),
                       [](const Phase& each) { return each.rewards_truth || completes_labels(each); });
  }

  // Where nothing is to be completed, training ends before the phases that would learn from it.
  [[nodiscard]] std::size_t phase_count() const {
    if (completes_rows) return options.phases.size();
    return static_cast<std::size_t>(
        std::find_if(options.phases.begin(), options.phases.end(), completes_labels) -
        options.phases.begin());
  }

  [[nodiscard]] bool is_finished() const { return history.is_over() && history.phase() + 1 >= phase_count(); }

  // The next phase, on top of the networks that are kept.
  void start_phase() {
    keep_networks();
    const Phase& next = options.phases[history.phase() + 1];
    if (completes_labels(next)) complete_labels(next.preparation);
    history.start_phase();
    best.clear();
    if (!next.keeps_optimiser) optimisers.restart();
    forget_networks();
  }

  void start_with_rules(const dataset::Graph& graph) {
    if (parts().options.uses_rules)
      throw Error(ErrorKind::data, "rules in the loss need a model without enhancers");
    if (!train) throw Error(ErrorKind::data, "rules in the loss need all labels at once, not batches");
    rule_truth.emplace(graph, options.conorm, options.rule_mean, parts().options.enhance.threads);
    completes_rows = infer::has_unlabelled_rows(graph);
  }

  // What the networks say of the training graph.
  [[nodiscard]] dataset::TableList network_outputs() {
    dataset::TableList outputs;
    parts().run_networks(train->inputs, nullptr, outputs);
    return outputs;
  }

  // By the networks alone, or by the most probable predictions under the rules as they were trusted so far.
  void complete_labels(Preparation by) {
    const dataset::TableList outputs = network_outputs();
    if (by == Preparation::complete_by_networks) {
      use_completed(infer::completed_atoms(*train->graph, outputs, false));
    } else {
      const infer::MapResult map =
          infer::find_map(*train->graph, parts().options.map.value_or(infer::MapOptions{}), parts().trust(),
                          outputs, parts().options.enhance.threads);
      use_completed(infer::completed_atoms(*train->graph, map.preactivations, true));
    }
  }

  void use_completed(dataset::TableList atoms) {
    const std::vector<table::Labels> labels = infer::as_labels(*train->graph, atoms);
    train->losses = losses_of(*train->graph, table::Split::train, &labels);
    if (options.weighs_rules_by_labels) {
      parts().rule_weights =
          infer::closed_form_weights(*train->graph, atoms, options.conorm, parts().options.enhance.threads);
    }
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
    if (options.weighs_rules_by_labels && completed.empty()) {
      complete_labels(Preparation::complete_by_networks);
    }
  }

  const Epoch& run_epoch() {
    if (history.is_over()) start_phase();
    Epoch& epoch = history.add();
    if (shares_forward()) run_forward(parts(), phase(), *train, nullptr);
    measure_valid(epoch);
    if (history.update_best() && has_valid && options.keeps_best) best = parts().copy_of_learned();
    // What is left out depends on the seed and the epoch, and on nothing that happened before.
    base::Random random(options.seed, base::random_stream::left_values + epoch.number);
    base::Random* const dropout = leaves_out() ? &random : nullptr;
    if (train) {
      if (!shares_forward()) run_forward(parts(), phase(), *train, dropout);
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
    dataset::TableList of_outputs;
    Measured measured = measure(input.losses, options.loss, input.after, &of_outputs);
    if (phase().rewards_truth) {
      measured.loss -= rule_truth->add_to_loss(*train->graph, parts().trust(), input.after, of_outputs);
    }
    run_backward(parts(), phase(), options.loss, input, std::move(of_outputs), gradients);
    optimisers.step(phase(), gradients, parts().threads.get());
    if (parts().options.uses_rules && phase().uses_enhancers) parts().project();
    return measured;
  }

  void run_batches(Epoch& epoch, base::Random* dropout) {
    Batches::Epoch graphs(*batches, epoch.number);
    Measured total;
    while (const std::optional<dataset::Graph> graph = graphs.next()) {
      StepInput input(*graph, table::Split::train, parts().options, true);
      run_forward(parts(), phase(), input, dropout);
      const Measured measured = step(input);
      total.loss += measured.loss * static_cast<double>(measured.score.known);
      total.score.right += measured.score.right;
      total.score.known += measured.score.known;
    }
    epoch.loss = total.score.known == 0 ? 0 : total.loss / static_cast<double>(total.score.known);
    epoch.accuracy = total.accuracy();
  }

  // That a state that was stored is one of this training.
  void check(const TrainState& state) const {
    const auto require = [](bool is_right, const std::string& complaint) {
      if (!is_right) throw Error(ErrorKind::data, "the checkpoint is damaged: " + complaint);
    };
    require(state.phase < phase_count(), "it is in a phase that the training does not have");
    const bool has_best = !state.epochs.empty() && has_valid && options.keeps_best;
    require(state.best.empty() != has_best, "it has not the model of the best epoch");
    const auto first = options.phases.begin() + 1;
    require(state.completed.empty() != std::any_of(first, first + state.phase, completes_labels),
            "it has not the completed labels of its phase");
    const bool has_f1 = has_valid && all_multi_label(valid_losses);
    for (const Epoch& epoch : state.epochs) {
      require(epoch.valid_loss.has_value() == has_valid && epoch.valid_accuracy.has_value() == has_valid &&
                  epoch.valid_f1.has_value() == has_f1,
              "epoch " + std::to_string(epoch.number) + " was measured on other labels");
    }
    const std::size_t steps_of_epoch = batches ? batches->count() : 1;
    require(state.steps <= state.epochs.size() * steps_of_epoch, "it has more steps than its epochs make");
    for (const NamedValues& moments : state.second_moments) {
      require(std::all_of(moments.values.begin(), moments.values.end(), [](float each) { return each >= 0; }),
              "a mean of squares is negative in '" + moments.name + "'");
    }
    for (const std::vector<NamedValues>* const values : {&state.model, &state.best}) {
      require(values->empty() || !parts().options.uses_rules ||
                  std::all_of(values->back().values.begin(), values->back().values.end(),
                              infer::is_possible_weight),
              "a weight of a rule is not in [0, 500]");
    }
  }

  RuleModel& model;
  TrainOptions options;
  bool is_one_graph;                          // for both training and validation, all at once
  bool has_valid = false;                     // labels
  bool completes_rows = false;                // there are rows without a label for rules to complete
  std::list<dataset::Graph> parts_of_graphs;  // that are used instead of the graphs
  std::vector<nn::TableLoss> valid_losses;
  std::optional<StepInput> valid;  // where it has a forward of its own
  std::optional<StepInput> train;  // or, in batches:
  std::optional<Batches> batches;
  std::vector<std::vector<float>> gradients;  // of all that is learned
  Optimisers optimisers;                      // of the same
  History history;
  std::optional<infer::RuleTruth> rule_truth;  // where rules are in the loss
  dataset::TableList completed;                // what is said of every atom, once labels were completed
  std::vector<std::vector<float>> best;        // what was learned by the best epoch of the phase
};

Trainer::Trainer(RuleModel& model, const dataset::Graph& train, const dataset::Graph& valid,
                 const TrainOptions& options)
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
  for (std::size_t i = 0; i < work_->phase_count(); ++i) most += work_->options.phases[i].epochs;
  return most;
}

std::uint32_t Trainer::kept_epoch() const {
  return work_->options.keeps_best ? work_->history.best_epoch() : work_->history.epochs().back().number;
}

TrainState Trainer::state() const {
  RuleModel::Parts& parts = work_->parts();
  return {parts.named(parts.copy_of_learned()),
          parts.named(work_->best),
          parts.named(work_->optimisers.first_moments()),
          parts.named(work_->optimisers.second_moments()),
          work_->optimisers.steps(),
          work_->history.epochs(),
          work_->history.best_epoch(),
          work_->history.phase(),
          work_->history.phase_start(),
          parts.named_tables(work_->completed)};
}

void Trainer::restore(const TrainState& state) {
  work_->check(state);
  RuleModel::Parts& parts = work_->parts();
  std::vector<std::vector<float>> best;
  if (!state.best.empty()) best = parts.unnamed(state.best);
  work_->optimisers.restore(parts.unnamed(state.first_moments), parts.unnamed(state.second_moments),
                            state.steps);
  work_->best = std::move(best);
  parts.set_learned(parts.unnamed(state.model));
  work_->forget_networks();
  work_->history.restore(state.epochs, state.phase, state.phase_start, state.best_epoch);
  if (!state.completed.empty())
    work_->use_completed(parts.unnamed_tables(state.completed, *work_->train->graph));
}

}  // namespace kenn::train
