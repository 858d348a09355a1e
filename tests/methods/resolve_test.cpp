// Tests of options that are made complete: what counts more than what, and what is refused.
#include "methods/resolve.h"

#include <gtest/gtest.h>
#include <kenn/error.h>

namespace kenn::methods {
namespace {

std::string complaint(const Options& options) {
  try {
    static_cast<void>(complete_options(options, 1));
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    return error.diagnostics().front().message;
  }
  return "";
}

TEST(Resolve, DefaultsAreThoseOfTheTable) {
  const Options options = complete_options({}, 1);
  EXPECT_EQ(options.method, usual_method().name);
  EXPECT_EQ(options.epochs, 300U);
  EXPECT_EQ(options.center, "groups");
  EXPECT_EQ(complete_options({.boost = "softmax"}, 1).center, "none");
}

TEST(Resolve, GivenBeforePresetBeforeMethodBeforeTable) {
  EXPECT_EQ(complete_options({.method = "rnm"}, 1).rule_epochs, 50U) << "of the method";
  EXPECT_EQ(complete_options({.method = "sbr"}, 1).rule_epochs, 100U);
  EXPECT_EQ(complete_options({.preset = "paper"}, 1).epsilon, 1e-7) << "of the preset";
  EXPECT_EQ(complete_options({.preset = "paper", .epsilon = 1e-3}, 1).epsilon, 1e-3);
  EXPECT_EQ(complete_options({.preset = "tuned"}, 0.1).weight_decay, 0.12) << "few labels";
  EXPECT_EQ(complete_options({.preset = "tuned"}, 0.9).weight_decay, 0.35);
  EXPECT_EQ(complete_options({.preset = "tuned", .paradigm = "inductive"}, 0.1).weight_decay, 0.06);
  EXPECT_EQ(network_options({.preset = "tuned", .layers = 2}, 0.1).weight_decay, 0.03);
}

// A start weight belongs to a boost, and so does whether groups are centred.
TEST(Resolve, AnotherBoostThanThePresetsHasItsOwnStart) {
  EXPECT_EQ(complete_options({.preset = "tuned"}, 0.1).rule_start, 0.5);
  const Options options = complete_options({.preset = "tuned", .boost = "residual"}, 0.1);
  EXPECT_FALSE(options.rule_start);
  EXPECT_EQ(options.center, "groups");
}

TEST(Resolve, OptionsThatAMethodDoesNotTakeAreRefused) {
  EXPECT_EQ(complaint({.method = "nn", .rounds = 7}),
            "option 'rounds' does not apply to method nn; it applies to rnm");
  EXPECT_EQ(complaint({.method = "nn", .conorm = "product"}),
            "option 'conorm' does not apply to method nn; it applies to sbr, rnm");
  EXPECT_EQ(complaint({.method = "sbr", .layers = 2}),
            "option 'layers' does not apply to method sbr; it applies to kenn, kenn-greedy");
  EXPECT_EQ(complaint({.method = "kenn-greedy", .trust = "cross-fitted"}),
            "option 'trust' does not apply to method kenn-greedy; it applies to kenn");
  EXPECT_EQ(complaint({.method = "ken"}),
            "method: there is no method 'ken'; did you mean 'kenn'? (nn, kenn, kenn-greedy, sbr, rnm)");
  EXPECT_EQ(complaint({.preset = "tune"}),
            "preset: there is no preset 'tune'; did you mean 'tuned'? (paper, tuned, trusted)");
}

TEST(Resolve, OptionsWithoutEffectAreRefused) {
  EXPECT_EQ(complaint({.rule_start = 1}), "option 'rule-start' has no effect here: it needs trust joint");
  EXPECT_EQ(complaint({.trust = "joint", .rule_prior = 1}),
            "option 'rule-prior' has no effect here: it needs trust cross-fitted");
  EXPECT_EQ(complaint({.preset = "paper", .folds = 3}),
            "option 'folds' has no effect here: it needs trust cross-fitted, or ensemble");
  EXPECT_EQ(complaint({.trust = "joint", .folds = 3, .ensemble = true}), "");
  EXPECT_EQ(complaint({.rule_learning_rate = 0.1, .trusted_weights = "start"}), "");
  EXPECT_EQ(complaint({.preset = "tuned", .trust = "cross-fitted"}), "") << "the preset's start is dropped";
}

TEST(Resolve, EveryMethodHasCompleteOptionsAndPhases) {
  for (const Method* const method : all()) {
    for (const dataset::Paradigm paradigm : {dataset::Paradigm::transductive, dataset::Paradigm::inductive}) {
      const Options given{.method = method->name, .paradigm = std::string(base::word_for(paradigm))};
      const Options options = complete_options(given, 1);
      for (const train::Option& option : train::option_table()) {
        const bool has_default =
            !option.usual.empty() && (option.is_used == nullptr || option.is_used(options));
        EXPECT_EQ(train::is_set(options, option),
                  takes(*method, option.group) && train::is_set(options, option));
        if (has_default && takes(*method, option.group)) {
          EXPECT_TRUE(train::is_set(options, option)) << option.name;
        }
      }
      const train::TrainingOptions training = training_options(options, network_options(given, 1));
      EXPECT_FALSE(training.train.phases.empty());
      EXPECT_EQ(training.fold_networks->train.phases.size(), 1U);
      EXPECT_FALSE(training.fold_networks->model.uses_rules);
    }
  }
}

TEST(Resolve, MethodsAreTheirPhases) {
  const auto phases = [](const Options& options) {
    return training_options(complete_options(options, 1), network_options(options, 1)).train.phases;
  };
  EXPECT_EQ(phases({.method = "nn"}), std::vector<train::Phase>{train::Phase{}});
  EXPECT_EQ(phases({.trust = "joint"}), std::vector<train::Phase>{train::Phase{}});
  EXPECT_EQ(phases({}),
            std::vector<train::Phase>{train::Phase{.preparation = train::Preparation::cross_fit}});
  EXPECT_EQ(phases({.method = "kenn-greedy", .epochs = 9}),
            (std::vector<train::Phase>{{.uses_enhancers = false, .epochs = 9},
                                       {.learns_networks = false, .epochs = 9}}));
  EXPECT_EQ(phases({.method = "sbr"}),
            (std::vector<train::Phase>{{}, {.rewards_truth = true, .keeps_optimiser = true, .epochs = 100}}));
  EXPECT_EQ(
      phases({.method = "rnm", .rounds = 2}),
      (std::vector<train::Phase>{{},
                                 {.preparation = train::Preparation::complete_by_networks, .epochs = 50},
                                 {.preparation = train::Preparation::complete_by_rules, .epochs = 50}}));
}

}  // namespace
}  // namespace kenn::methods
