// All options of training, one row each.
#include "train/option_table.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "dataset/paradigm.h"
#include "engine/boost.h"
#include "infer/rule_truth.h"
#include "nn/loss.h"
#include "train/option_row.h"
#include "train/option_words.h"
#include "train/rule_model.h"
#include "trust/folds.h"

namespace kenn::train {

namespace {

constexpr double billion = 1e9;
constexpr double most_counted = 100'000'000;  // epochs, rows
const double most_seeds = static_cast<double>(std::numeric_limits<std::uint64_t>::max());

std::vector<std::string_view> boost_words() {
  std::vector<std::string_view> words(all_boosts.size());
  std::transform(all_boosts.begin(), all_boosts.end(), words.begin(),
                 [](Boost boost) { return name_of(boost); });
  return words;
}

bool cross_fits(const Options& options) {
  return options.trust == base::word_for(TrustKind::cross_fitted);
}

bool has_folds(const Options& options) {
  return cross_fits(options) || options.ensemble.value_or(false);
}

// Weights that gradients change.
bool learns_weights(const Options& options) {
  return !cross_fits(options) || options.trusted_weights == base::word_for(TrustedWeights::start);
}

constexpr const char* cross_fitting = "trust cross-fitted";

std::vector<OptionRow> task_rows() {
  return {
      OptionRow("method", &Options::method).text("METHOD").says("How rules are used"),
      OptionRow("preset", &Options::preset)
          .text("PRESET")
          .otherwise("none")
          .says("Settings for networks on many sparse features; other options override them"),
  };
}

std::vector<OptionRow> label_rows() {
  return {
      OptionRow("paradigm", &Options::paradigm)
          .one_of(base::all_words<dataset::Paradigm>())
          .is(base::word_for(dataset::Paradigm::transductive))
          .says("One graph with all objects, or three separate ones for training, validation and test"),
      OptionRow("train-fraction", &Options::train_fraction)
          .number("F", 1e-9, 1)
          .otherwise("0.8")
          .says("Share of the labels for training and validation (4 to 1), balanced over the classes, if the "
                "data has no splits"),
      RareOptionRow("labels", &Options::labels)
          .one_of(base::all_words<LearnedLabels>())
          .is(base::word_for(LearnedLabels::train))
          .says("Labels to learn from; train+valid learns from those for validation, too, and has no "
                "validation"),
      OptionRow("seed", &Options::seed)
          .number("N", 0, most_seeds)
          .is("0")
          .says("Seed of every random choice"),
  };
}

std::vector<OptionRow> network_rows() {
  return {
      OptionRow("hidden", &Options::hidden)
          .number("WIDTHS", 1, 1'000'000)
          .is("50,50,50")
          .says("Widths of the hidden layers; \"\" is logistic regression"),
      RareOptionRow("scale-features", &Options::scale_features)
          .one_of(base::all_words<FeatureScale>())
          .is(base::word_for(FeatureScale::none))
          .says("rows: divide the features of every object by their Euclidean length"),
      RareOptionRow("input-dropout", &Options::input_dropout)
          .number("P", 0, 0.99)
          .is("0")
          .says("Dropout rate of the features"),
      OptionRow("dropout", &Options::dropout)
          .number("P", 0, 0.99)
          .is("0")
          .says("Dropout rate of the hidden layers"),
  };
}

std::vector<OptionRow> enhancer_rows() {
  return {
      OptionRow("layers", &Options::layers).number("N", 1, 1000).is("3").says("Number of stacked enhancers"),
      OptionRow("boost", &Options::boost)
          .one_of(boost_words())
          .is(name_of(Boost::residual))
          .says("How a clause raises its literals: all of them, only the truest, or all of them as far as "
                "the clause is violated"),
      RareOptionRow("center", &Options::center)
          .one_of(base::all_words<engine::Center>())
          .otherwise("groups for residual, none otherwise")
          .says("Move the logits of every exclusive group to mean 0 before the rules, and back after them"),
      RareOptionRow("order", &Options::order)
          .one_of(base::all_words<Order>())
          .is(base::word_for(Order::parallel))
          .says("All clauses on the same values, or those about one object first"),
  };
}

std::vector<OptionRow> joint_weight_rows() {
  return {
      RareOptionRow("rule-start", &Options::rule_start)
          .number("W", 0, largest_weight)
          .otherwise("2.5; softmax and godel: 0.5")
          .when([](const Options& options) { return !cross_fits(options); }, "trust joint")
          .says("Initial weight of rules that the knowledge does not fix"),
      RareOptionRow("rule-learning-rate", &Options::rule_learning_rate)
          .also("rule-lr")
          .number("RATE", 0, 100)
          .otherwise("that of the networks")
          .when(learns_weights, "trust joint, or trusted-weights start")
          .says("Learning rate of the rule weights"),
  };
}

std::vector<OptionRow> optimiser_rows() {
  return {
      OptionRow("epochs", &Options::epochs)
          .number("N", 1, most_counted)
          .is("300")
          .has(OptionEffect::end)
          .says("Maximum number of epochs"),
      OptionRow("learning-rate", &Options::learning_rate)
          .also("lr")
          .number("RATE", 1e-9, 100)
          .is("0.001")
          .says("Learning rate of Adam"),
      RareOptionRow("epsilon", &Options::epsilon).number("E", 1e-30, 1).is("1e-08").says("Adam epsilon"),
      OptionRow("weight-decay", &Options::weight_decay)
          .number("RATE", 0, 100)
          .is("0")
          .says("L2 penalty on the weight matrices of the networks"),
      RareOptionRow("decay-output", &Options::decay_output)
          .is("yes")
          .says("Apply the weight decay to the output layer, too"),
      RareOptionRow("output-bias", &Options::output_bias).is("yes").says("Learn a bias in the output layer"),
      RareOptionRow("loss", &Options::loss)
          .one_of(base::all_words<nn::Loss>())
          .is(base::word_for(nn::Loss::cross_entropy))
          .says("Cross-entropy, or 16.118 times 1 - p"),
      OptionRow("patience", &Options::patience)
          .number("N", 0, most_counted)
          .is("0")
          .has(OptionEffect::end)
          .says("Stop after N epochs without a better validation score; 0 never stops"),
      RareOptionRow("plateau", &Options::plateau)
          .number("N", 0, 1'000'000)
          .is("0")
          .has(OptionEffect::end)
          .says("Stop when the mean validation accuracy of the last N epochs is not more than 0.001 above "
                "that of the N before; 0 never stops"),
      RareOptionRow("keep", &Options::keep)
          .one_of(base::all_words<KeptEpoch>())
          .is(base::word_for(KeptEpoch::best))
          .says("Keep the best epoch by validation (accuracy, or micro F1 if objects have several labels), "
                "or the last"),
  };
}

std::vector<OptionRow> batch_rows() {
  return {OptionRow("batch-size", &Options::batch_size)
              .number("N", 0, most_counted)
              .is("0")
              .says("Labelled rows per step, with all tuples that touch them; 0 is all")};
}

std::vector<OptionRow> trust_rows() {
  return {
      OptionRow("trust", &Options::trust)
          .one_of(base::all_words<TrustKind>())
          .is(base::word_for(TrustKind::cross_fitted))
          .says("How the weights of the rules are learned: joint, with the network from the same labels; "
                "cross-fitted, from predictions of networks that have not seen the labels"),
      RareOptionRow("trust-strength", &Options::trust_strength)
          .number("S", 0, 1000)
          .otherwise("chosen by the folds")
          .when(cross_fits, cross_fitting)
          .says("Penalty on cross-fitted weights, in standard errors: how clearly the labels must support a "
                "rule"),
      RareOptionRow("trust-layers", &Options::trust_layers)
          .one_of(base::all_words<TrustLayers>())
          .is(base::word_for(TrustLayers::tied))
          .when(cross_fits, cross_fitting)
          .says("Cross-fitted weights are the same in all layers, or each layer has its own"),
      RareOptionRow("trusted-weights", &Options::trusted_weights)
          .one_of(base::all_words<TrustedWeights>())
          .is(base::word_for(TrustedWeights::fixed))
          .when(cross_fits, cross_fitting)
          .says("Keep cross-fitted weights while the model is trained, or start from them"),
      RareOptionRow("rule-prior", &Options::rule_prior)
          .number("W", 0, largest_weight)
          .is("0")
          .when(cross_fits, cross_fitting)
          .says("Cross-fitted weight of rules that no labelled grounding tests"),
  };
}

std::vector<OptionRow> fold_rows() {
  return {
      RareOptionRow("folds", &Options::folds)
          .number("N", 2, trust::most_folds)
          .is("5")
          .when(has_folds, "trust cross-fitted, or ensemble")
          .says("Number of folds of cross-fitting and ensembles"),
      OptionRow("ensemble", &Options::ensemble)
          .is("no")
          .says("Train one model per fold and predict with the mean of their probabilities"),
  };
}

std::vector<OptionRow> rule_weight_rows() {
  return {RareOptionRow("rule-weight", &Options::rule_weight)
              .number("W", 0, billion)
              .says("Weight of rules that the knowledge does not fix")};
}

std::vector<OptionRow> rule_truth_rows() {
  return {
      RareOptionRow("conorm", &Options::conorm)
          .one_of(base::all_words<Conorm>())
          .is(base::word_for(Conorm::lukasiewicz))
          .says("Truth of a disjunction"),
      RareOptionRow("rule-mean", &Options::rule_mean)
          .one_of(base::all_words<infer::RuleMean>())
          .is(base::word_for(infer::RuleMean::assignments))
          .says("The truth of a rule is a mean over all objects for its variables, or over the groundings "
                "that can be violated"),
  };
}

std::vector<OptionRow> rule_phase_rows() {
  return {RareOptionRow("rule-epochs", &Options::rule_epochs)
              .number("N", 0, most_counted)
              .is("100")
              .says("Epochs of a phase with rules")};
}

std::vector<OptionRow> search_rows() {
  return {
      RareOptionRow("map-steps", &Options::map_steps)
          .number("N", 0, 1'000'000)
          .is("30")
          .says("Steps of the search for the most probable predictions"),
      RareOptionRow("map-learning-rate", &Options::map_learning_rate)
          .also("map-lr")
          .number("RATE", 1e-9, 100)
          .is("1")
          .says("Learning rate of the search (Adam)"),
      RareOptionRow("map-epsilon", &Options::map_epsilon)
          .number("E", 1e-30, 1)
          .is("1e-07")
          .says("Adam epsilon of the search"),
      RareOptionRow("prior-weight", &Options::prior_weight)
          .number("W", 0, billion)
          .is("0.001")
          .says("Weight of the network's own predictions in the search"),
      RareOptionRow("exactly-one", &Options::exactly_one)
          .number("W", 0, billion)
          .is("0")
          .says("Final weight of the exactly-one constraint of exclusive predicates"),
  };
}

std::vector<OptionRow> running_rows() {
  return {
      OptionRow("threads", &Options::threads)
          .number("N", 1, 1024)
          .otherwise("all cores")
          .has(OptionEffect::none)
          .says("Number of threads, which never changes results"),
      RareOptionRow("max-groundings", &Options::max_groundings)
          .number("N", 1, 1e15)
          .is("100000000")
          .has(OptionEffect::none)
          .says("Maximum number of groundings of a joined rule"),
      RareOptionRow("checkpoint-seconds", &Options::checkpoint_seconds)
          .number("S", 0, billion)
          .is("5")
          .has(OptionEffect::none)
          .says("Seconds between checkpoints"),
  };
}

std::vector<Option> make_table() {
  std::vector<Option> table;
  const auto add = [&](OptionGroup group, std::vector<OptionRow> rows) {
    for (OptionRow& row : rows) {
      row.group = group;
      table.push_back(std::move(row));
    }
  };
  add(OptionGroup::task, task_rows());
  add(OptionGroup::labels, label_rows());
  add(OptionGroup::network, network_rows());
  add(OptionGroup::enhancers, enhancer_rows());
  add(OptionGroup::joint_weights, joint_weight_rows());
  add(OptionGroup::trust, trust_rows());
  add(OptionGroup::folds, fold_rows());
  add(OptionGroup::optimiser, optimiser_rows());
  add(OptionGroup::batches, batch_rows());
  add(OptionGroup::rule_weight, rule_weight_rows());
  add(OptionGroup::rule_truth, rule_truth_rows());
  add(OptionGroup::rule_phase, rule_phase_rows());
  add(OptionGroup::rounds, {RareOptionRow("rounds", &Options::rounds)
                                .number("N", 0, 1000)
                                .is("3")
                                .says("Number of rounds in which labels are completed")});
  add(OptionGroup::search, search_rows());
  add(OptionGroup::running, running_rows());
  return table;
}

}  // namespace

const std::vector<Option>& option_table() {
  static const std::vector<Option> table = make_table();
  return table;
}

const Option* find_option(std::string_view name) {
  std::string spelt(name);
  std::replace(spelt.begin(), spelt.end(), '_', '-');
  for (const Option& option : option_table()) {
    if (spelt == option.name || (!option.alias.empty() && spelt == option.alias)) return &option;
  }
  return nullptr;
}

}  // namespace kenn::train
