// `kenn train`: networks and the weights of the rules, learned together.
#include <charconv>
#include <limits>
#include <map>
#include <memory>

#include "commands.h"
#include "common.h"
#include "learning/module.h"
#include "number_range.h"
#include "shared_options.h"
#include "trust/folds.h"
#include "trust_methods.h"

namespace kenn::cli {

namespace {

// "50,50,50"; "" means no hidden layer.
std::vector<std::uint32_t> widths_of(const std::string& text) {
  std::vector<std::uint32_t> widths;
  const char* next = text.data();
  const char* const end = text.data() + text.size();
  while (next < end) {
    std::uint32_t width = 0;
    const auto [after, error] = std::from_chars(next, end, width);
    const bool ends_well = after == end || (*after == ',' && after + 1 < end);
    if (error != std::errc() || width == 0 || width > 1'000'000 || !ends_well) {
      throw CLI::ValidationError("--hidden", "'" + text + "' is no list of widths such as 50,50,50");
    }
    widths.push_back(width);
    next = after + 1;
  }
  return widths;
}

void add_inputs(CLI::App& command, TrainArguments& arguments) {
  command
      .add_option("--knowledge", arguments.knowledge, "The knowledge file; - reads standard input (required)")
      ->option_text("FILE")
      ->required();
  add_syntax_option(command, arguments.syntax);
  add_data_option(command, arguments.data);
  command.add_option("--out", arguments.out, "The model file (required)")->option_text("FILE")->required();
  command
      .add_option("--train-fraction", arguments.train_fraction,
                  "Share of the labels for training and validation (4 to 1), balanced over the classes, if "
                  "the data has no splits (default: 0.8)")
      ->option_text("F")
      ->check(number_between(1e-9, 1.0));
  command
      .add_option("--paradigm", arguments.paradigm,
                  "One graph for all, or three that know nothing of each other (train, valid, test)")
      ->option_text("transductive|inductive")
      ->check(CLI::IsMember({"transductive", "inductive"}));
}

void add_learning(CLI::App& command, TrainArguments& arguments) {
  command
      .add_option(
          "--preset", arguments.preset,
          "Settings for networks on many sparse features, chosen by validation: paper, as published; tuned, "
          "weights of rules learned jointly; trusted, cross-fitted weights and an ensemble. Options on the "
          "command line override it (default: none)")
      ->option_text("paper|tuned|trusted")
      ->check(CLI::IsMember({"paper", "tuned", "trusted"}));
  command
      .add_option(
          "--labels", arguments.labels,
          "Labels to learn from; train+valid learns from those for validation, too, and has no validation "
          "(default: train)")
      ->option_text("train|train+valid")
      ->check(CLI::IsMember({"train", "train+valid"}));
}

void add_model(CLI::App& command, TrainArguments& arguments, std::string& hidden) {
  command
      .add_option("--method", arguments.method, "How rules are used: " + method_help() + " (default: kenn)")
      ->option_text("METHOD")
      ->check(CLI::IsMember(method_names()));
  command
      .add_option("--hidden", hidden,
                  "Widths of the hidden layers; \"\" is logistic regression (default: 50,50,50)")
      ->option_text("WIDTHS");
  add_enhancer_options(command, arguments, "groups for residual, none otherwise", "residual");
  command
      .add_option("--scale-features", arguments.scale_features,
                  "rows: divide the features of every object by their Euclidean length (default: none)")
      ->option_text("none|rows")
      ->check(CLI::IsMember({"none", "rows"}));
  command.add_option("--input-dropout", arguments.input_dropout, "Dropout rate of the features (default: 0)")
      ->option_text("P")
      ->check(number_between(0.0, 0.99));
  command.add_option("--dropout", arguments.dropout, "Dropout rate of the hidden layers (default: 0)")
      ->option_text("P")
      ->check(number_between(0.0, 0.99));
}

void add_optimiser(CLI::App& command, TrainArguments& arguments) {
  command.add_option("--epochs", arguments.epochs, "Maximum number of epochs (default: 300)")
      ->option_text("N")
      ->check(CLI::Range(1, 100'000'000));
  command.add_option("--lr", arguments.learning_rate, "Learning rate of Adam (default: 0.001)")
      ->option_text("RATE")
      ->check(number_between(1e-9, 100.0));
  command
      .add_option(
          "--rule-lr", arguments.rule_rate,
          "With --trust joint or --trusted-weights start: learning rate of the rule weights (default: "
          "that of --lr)")
      ->option_text("RATE")
      ->check(number_between(1e-9, 100.0));
  command
      .add_option(
          "--rule-start", arguments.rule_start,
          "With --trust joint: initial weight of rules that the knowledge does not fix (default: 2.5; "
          "softmax and godel: 0.5)")
      ->option_text("W")
      ->check(number_between(0.0, 500.0));
  command.add_option("--epsilon", arguments.epsilon, "Adam epsilon (default: 1e-8)")
      ->option_text("E")
      ->check(number_between(1e-30, 1.0));
  command
      .add_option("--weight-decay", arguments.weight_decay,
                  "L2 penalty on the weight matrices of the networks (default: 0)")
      ->option_text("RATE")
      ->check(number_between(0.0, 100.0));
  command
      .add_option("--loss", arguments.loss, "Cross-entropy, or 16.118 times 1 - p (default: cross-entropy)")
      ->option_text("cross-entropy|linear")
      ->check(CLI::IsMember({"cross-entropy", "linear"}));
  command
      .add_option("--patience", arguments.patience,
                  "Stop after so many epochs without a better validation accuracy (default: never)")
      ->option_text("N")
      ->check(CLI::Range(1, 100'000'000));
  command
      .add_option("--plateau", arguments.plateau,
                  "Stop when the mean validation accuracy of the last N epochs is not more than 0.001 above "
                  "that of the N before (default: never)")
      ->option_text("N")
      ->check(CLI::Range(1, 1'000'000));
  command
      .add_option("--keep", arguments.keep,
                  "Keep the epoch with the best validation accuracy, or the last (default: best)")
      ->option_text("best|last")
      ->check(CLI::IsMember({"best", "last"}));
  command
      .add_option("--batch-size", arguments.batch_size,
                  "Labelled rows per step, with all tuples that touch them (default: all)")
      ->option_text("N")
      ->check(CLI::Range(1, 100'000'000));
  command.add_option("--seed", arguments.seed, "Seed of every random choice (default: 0)")
      ->option_text("N")
      ->check(whole_number(0, std::numeric_limits<std::uint64_t>::max()));
}

// How far rules are trusted, for methods with enhancers.
void add_trust(CLI::App& command, TrustOptions& trust) {
  command
      .add_option(
          "--trust", trust.cross_fits,
          "How the weights of the rules are learned: joint, with the network from the same labels; "
          "cross-fitted, from predictions of networks that have not seen the labels (default: cross-fitted)")
      ->option_text("joint|cross-fitted")
      ->transform(
          CLI::CheckedTransformer(std::map<std::string, bool>{{"joint", false}, {"cross-fitted", true}}));
  command.add_option("--folds", trust.folds, "Number of folds of cross-fitting and ensembles (default: 5)")
      ->option_text("N")
      ->check(CLI::Range(2U, most_folds));
  command
      .add_option("--trust-strength", trust.strength,
                  "Penalty on cross-fitted weights: a rule is trusted when the labels speak for it by more "
                  "than about so many standard errors (default: chosen by the folds)")
      ->option_text("S")
      ->check(number_between(0.0, 1000.0));
  command
      .add_option(
          "--trust-layers", trust.per_layer,
          "Cross-fitted weights are the same in all layers, or each layer has its own (default: tied)")
      ->option_text("tied|per-layer")
      ->transform(CLI::CheckedTransformer(std::map<std::string, bool>{{"tied", false}, {"per-layer", true}}));
  command
      .add_option("--trusted-weights", trust.learns_on,
                  "Keep cross-fitted weights while the model is trained, or start from them (default: fixed)")
      ->option_text("fixed|start")
      ->transform(CLI::CheckedTransformer(std::map<std::string, bool>{{"fixed", false}, {"start", true}}));
  command
      .add_option("--rule-prior", trust.prior,
                  "Cross-fitted weight of rules that no label speaks of (default: 0)")
      ->option_text("W")
      ->check(number_between(0.0, 500.0));
  command.add_flag("--ensemble", trust.ensemble,
                   "Train one model per fold and predict with the mean of their probabilities");
  command.add_flag("--no-ensemble")->description("Train one model, whatever the preset says");
}

// For methods that trust rules by weights of their own.
void add_rules(CLI::App& command, RuleSettings& rules) {
  command
      .add_option("--rule-weight", rules.weight,
                  "sbr: weight of rules that the knowledge does not fix (default: 500)")
      ->option_text("W")
      ->check(number_between(0.0, 1e9));
  add_truth_options(command, rules);
  command
      .add_option("--rule-epochs", rules.epochs,
                  "Epochs of a phase with rules (default: 100 for sbr, 50 per round for rnm)")
      ->option_text("N")
      ->check(CLI::Range(0, 100'000'000));
  command
      .add_option("--rounds", rules.rounds,
                  "rnm: number of rounds in which labels are completed (default: 3)")
      ->option_text("N")
      ->check(CLI::Range(0, 1000));
  add_map_options(command, rules);
}

void add_running(CLI::App& command, TrainArguments& arguments) {
  command.add_flag("--resume", arguments.resume,
                   "Go on from the checkpoint (FILE.checkpoint) of a training that was stopped");
  command
      .add_option("--checkpoint-seconds", arguments.checkpoint_seconds,
                  "Seconds between checkpoints (default: 5)")
      ->option_text("S")
      ->check(number_between(0.0, 1e9));
  command.add_option("--log", arguments.log, "Write one JSON object per epoch and line to this file")
      ->option_text("FILE");
  command
      .add_option("--report", arguments.report,
                  "Write a page with learning curves, accuracies and weights to this file (HTML)")
      ->option_text("FILE")
      ->check(CLI::Validator(
          [](const std::string& name) {
            return name.empty() || name.ends_with('/') ? std::string("the file has no name") : std::string();
          },
          ""));
  add_running_options(command, arguments);
}

// Whether weights will be cross-fitted, as far as method, preset and --trust say.
bool will_cross_fit(const TrainArguments& arguments) {
  if (!can_cross_fit(arguments.method)) return false;
  const bool is_joint_preset = arguments.preset == "paper" || arguments.preset == "tuned";
  return arguments.is_given("trust") ? arguments.trust.cross_fits : !is_joint_preset;
}

// Options that would do nothing are refused.
void check_trust(const TrainArguments& arguments) {
  if (arguments.is_given("ensemble") && arguments.is_given("no-ensemble")) {
    throw CLI::ValidationError("--no-ensemble", "it contradicts --ensemble");
  }
  if (arguments.is_given("trust") && arguments.trust.cross_fits && !can_cross_fit(arguments.method)) {
    throw CLI::ValidationError("--trust", "method " + arguments.method + " has no weights to cross-fit");
  }
  if (will_cross_fit(arguments)) return;
  for (const char* const option :
       {"trust-strength", "trust-layers", "trusted-weights", "rule-prior", "folds"}) {
    const bool is_used = option == std::string_view("folds") && arguments.trust.ensemble;
    if (arguments.is_given(option) && !is_used) {
      throw CLI::ValidationError(std::string("--") + option,
                                 "weights are not cross-fitted here, so it has no effect");
    }
  }
}

// Cross-fitted weights are not learned by gradient steps from a start.
void check_weights(const TrainArguments& arguments) {
  if (!will_cross_fit(arguments)) return;
  if (arguments.rule_start) {
    throw CLI::ValidationError("--rule-start", "cross-fitted weights have no start; it needs --trust joint");
  }
  if (arguments.rule_rate > 0 && !arguments.trust.learns_on) {
    throw CLI::ValidationError(
        "--rule-lr",
        "cross-fitted weights stay as they are; it needs --trusted-weights start or --trust joint");
  }
}

}  // namespace

void add_train_command(CLI::App& program, int& status) {
  const auto arguments = std::make_shared<TrainArguments>();
  const auto hidden = std::make_shared<std::string>("50,50,50");
  CLI::App* const command = program.add_subcommand("train", "Train a network together with its rules");
  add_inputs(*command, *arguments);
  add_learning(*command, *arguments);
  add_model(*command, *arguments, *hidden);
  add_optimiser(*command, *arguments);
  add_trust(*command, arguments->trust);
  add_rules(*command, arguments->rules);
  add_running(*command, *arguments);
  command->footer(
      "The model is that of the epoch with the best validation accuracy (without labels for validation, of "
      "the last).\nCtrl-C ends the epoch and saves; the same command with --resume goes on.\n"
      "Exit status: 0 done, 1 bad input, 2 wrong usage, 130 stopped by Ctrl-C.\n\n"
      "Examples:\n"
      "  kenn train --knowledge papers/citation.kenn --data papers --out model.kenn\n"
      "  kenn train --knowledge citeseer.kenn --data linqs:citeseer --train-fraction 0.1 --layers 3 --out "
      "model.kenn");
  command->callback([command, arguments, hidden, &status] {
    arguments->hidden = widths_of(*hidden);
    if (arguments->out.empty() || arguments->out.ends_with('/')) {
      throw CLI::ValidationError("--out", "the model file has no name");
    }
    if (arguments->log == arguments->out || arguments->log == arguments->out + ".checkpoint") {
      throw CLI::ValidationError("--log", "this is the file of the model or of its checkpoint");
    }
    for (const CLI::Option* const option : command->get_options()) {
      if (option->count() > 0) arguments->given.push_back(option->get_single_name());
    }
    check_trust(*arguments);
    check_weights(*arguments);
    int result = ExitStatus::done;
    const int errors = run_reporting_errors(arguments->json, arguments->knowledge,
                                            [&] { result = learning_module().train(*arguments); });
    status = errors == ExitStatus::done ? result : errors;
  });
}

}  // namespace kenn::cli
