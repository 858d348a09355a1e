// `kenn experiment`: many runs of several methods, on the same splits and from the same networks.
#include <limits>
#include <memory>

#include "commands.h"
#include "common.h"
#include "experiment/presets.h"
#include "learning/runs.h"
#include "number_range.h"
#include "shared_options.h"

namespace kenn::cli {

namespace {

std::vector<std::string> method_names() {
  std::vector<std::string> names;
  for (const methods::Method* const method : methods::all()) names.push_back(method->name);
  return names;
}

std::string joined(const std::vector<std::string>& words, const std::string& separator = "|") {
  return CLI::detail::join(words, separator);
}

std::vector<std::string> protocols() {
  return {base::words_of<dataset::Protocol>.begin(), base::words_of<dataset::Protocol>.end()};
}

void add_inputs(CLI::App& command, ExperimentArguments& arguments) {
  command
      .add_option("experiment", arguments.experiment,
                  "citeseer, the experiment of the KENN paper; or a file that describes one, see "
                  "docs/experiment.md")
      ->option_text("citeseer|FILE.toml")
      ->required();
  command
      .add_option(
          "--data", arguments.data,
          "The data: a folder, linqs:DIR, sqlite:FILE or postgres:URI; required if the file does not name it")
      ->option_text("DATA");
  add_read_timeout(command, arguments.read_timeout);
  command.add_option("--out", arguments.out, "The folder of the results (required)")
      ->option_text("DIR")
      ->required();
  command
      .add_option(
          "--preset", arguments.preset,
          "How the models are trained: paper, as published (default of citeseer); tuned, weights of rules "
          "learned jointly; trusted, cross-fitted weights and an ensemble; sbr-published and rnm-published, "
          "protocol rnm with that method")
      ->option_text(joined(experiment::experiment_presets()))
      ->check(CLI::IsMember(experiment::experiment_presets()));
  command
      .add_option("--protocol", arguments.protocol,
                  "Splits and network of a publication: kenn, balanced splits with validation (default); "
                  "rnm, plain random splits, 10 runs, an L2 penalty, 200 epochs")
      ->option_text(joined(protocols()))
      ->check(CLI::IsMember(protocols()));
}

void add_grid(CLI::App& command, ExperimentArguments& arguments) {
  command
      .add_option("--methods", arguments.methods,
                  "Methods to compare: " + joined(method_names(), ", ") + " (default: " +
                      methods::network_alone().name + "," + methods::usual_method().name + ")")
      ->option_text("LIST")
      ->delimiter(',')
      ->check(CLI::IsMember(method_names()));
  command.add_option("--paradigms", arguments.paradigms, "inductive, transductive (default: both)")
      ->option_text("LIST")
      ->delimiter(',')
      ->check(CLI::IsMember({"inductive", "transductive"}));
  command
      .add_option("--fractions", arguments.fractions,
                  "Shares of the labels for training and validation, such as .1,.25")
      ->option_text("LIST")
      ->delimiter(',')
      ->check(number_between(1e-9, 1.0));
  command.add_option("--layers", arguments.layers, "Number of stacked enhancers, such as 3 or 1,2,3")
      ->option_text("LIST")
      ->delimiter(',')
      ->check(CLI::Range(1, 1000));
  command
      .add_option("--runs", arguments.runs,
                  "Number of runs of each model (default: that of the file, or 10; citeseer: 500)")
      ->option_text("N")
      ->check(CLI::Range(1, 1'000'000));
  command.add_option("--seed", arguments.seed, "Seed of the first run; each later run adds 1 (default: 0)")
      ->option_text("N")
      ->check(whole_number(0, std::numeric_limits<std::int64_t>::max()));
}

void add_running(CLI::App& command, ExperimentArguments& arguments) {
  command.add_option("--jobs", arguments.jobs, "Number of runs at a time (default: the number of cores)")
      ->option_text("N")
      ->check(CLI::Range(1, 1024));
  command.add_flag(
      "--resume", arguments.resume,
      "Go on with the results in DIR; there may be more runs, fractions, methods and layers now");
  command.add_flag("--json", arguments.json, "Print one JSON object on standard output");
}

}  // namespace

void add_experiment_command(CLI::App& program, int& status) {
  const auto arguments = std::make_shared<ExperimentArguments>();
  CLI::App* const command =
      program.add_subcommand("experiment", "Compare methods over many runs, with statistics");
  add_inputs(*command, *arguments);
  add_grid(*command, *arguments);
  add_running(*command, *arguments);
  command->footer(
      "All models of a run have the same split and the same initial network. Results are written as they "
      "come;\nafter an interruption the same command with --resume continues. 'kenn report DIR' makes a "
      "report "
      "of them.\nExit status: 0 done, 1 bad input, 2 wrong usage, 130 stopped by Ctrl-C.\n\n"
      "Examples:\n"
      "  kenn experiment citeseer --data linqs:citeseer --runs 20 --out results\n"
      "  kenn experiment papers.toml --layers 1,2,3 --out results");
  command->callback([arguments, &status] {
    int result = ExitStatus::done;
    const int errors = run_reporting_errors(arguments->json, arguments->experiment,
                                            [&] { result = run_on_data(run_experiment, *arguments); });
    status = errors == ExitStatus::done ? result : errors;
  });
}

}  // namespace kenn::cli
