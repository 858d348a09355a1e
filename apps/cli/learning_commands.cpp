// `kenn predict`, `kenn infer` and `kenn evaluate`: a trained model on data.
#include <filesystem>
#include <memory>

#include "base/output_target.h"
#include "commands.h"
#include "common.h"
#include "learning/runs.h"
#include "shared_options.h"

namespace kenn::cli {

namespace {

// What all of them are told.
template <typename Arguments>
void add_common(CLI::App& command, Arguments& arguments) {
  command.add_option("--model", arguments.model, "A model file of 'kenn train' (required)")
      ->option_text("FILE")
      ->required();
  add_data_options(command, arguments);
  add_running_options(command, arguments.options, arguments.json);
}

// Runs a command; errors become its exit status.
template <typename Arguments>
int run(int (*command)(const Arguments&), const Arguments& arguments) {
  int result = ExitStatus::done;
  const int errors = run_reporting_errors(arguments.json, arguments.model,
                                          [&] { result = run_on_data(command, arguments); });
  return errors == ExitStatus::done ? result : errors;
}

void add_out_option(CLI::App& command, std::string& out) {
  command
      .add_option("--out", out,
                  "CSV with id, a probability per predicate and the chosen class (label); or NPY with the "
                  "probabilities, by its ending (required)")
      ->option_text("FILE")
      ->required();
}

// A stream needs no ending.
bool is_stream(const std::string& out) {
  try {
    return base::output_target(out, base::Streams::accepted).is_stream;
  } catch (const Error&) {
    return false;
  }
}

void check_ending(const std::string& out) {
  const std::filesystem::path ending = std::filesystem::path(out).extension();
  if (ending != ".csv" && ending != ".npy" && !is_stream(out)) {
    throw CLI::ValidationError("--out", "the file must end in .csv or .npy");
  }
}

}  // namespace

void add_predict_command(CLI::App& program, int& status) {
  const auto arguments = std::make_shared<PredictArguments>();
  CLI::App* const command = program.add_subcommand("predict", "Predict with a trained model");
  add_common(*command, *arguments);
  add_out_option(*command, arguments->out);
  add_spreadsheet_flag(*command, arguments->spreadsheet_safe);
  command->footer(
      "With several predicted tables each gets a file: predictions.Person.csv, predictions.Friends.csv.\n"
      "Exit status: 0 done, 1 bad input, 2 wrong usage.\n\n"
      "Examples:\n"
      "  kenn predict --model model.safetensors --data papers --out predictions.csv\n"
      "  kenn predict --model model.safetensors --data papers --out probabilities.npy");
  command->callback([arguments, &status] {
    check_ending(arguments->out);
    status = run(run_predict, *arguments);
  });
}

void add_infer_command(CLI::App& program, int& status) {
  const auto arguments = std::make_shared<MapArguments>();
  CLI::App* const command =
      program.add_subcommand("infer", "Find the most probable predictions under the rules");
  command->alias("map");  // its name in the first version
  add_common(*command, *arguments);
  add_out_option(*command, arguments->out);
  add_spreadsheet_flag(*command, arguments->spreadsheet_safe);
  add_flag(*command, train::option_of(&Options::rule_weight), arguments->options,
           {"", "that of the model if it searches, otherwise estimated from its predictions"});
  command
      ->add_option("--keep-labels", arguments->keep_labels,
                   "Labels to keep fixed: those for training, all, or none (default: train)")
      ->option_text("train|all|none")
      ->check(CLI::IsMember({"train", "all", "none"}));
  for (const train::Option& option : train::option_table()) {
    if (option.group != train::OptionGroup::rule_truth && option.group != train::OptionGroup::search)
      continue;
    add_flag(*command, option, arguments->options,
             {"", "that of the model if it searches, otherwise " + option.usual});
  }
  command->footer(
      "Starts from what the networks of the model say of the data and climbs by gradient: the network's "
      "word, "
      "and the truth\nof the rules. The result is never less probable than the start. Any model of 'kenn "
      "train' "
      "will do.\nWith several predicted tables each gets a file: inferred.Person.csv, inferred.Friends.csv.\n"
      "Exit status: 0 done, 1 bad input, 2 wrong usage.\n\n"
      "Examples:\n"
      "  kenn infer --model model.safetensors --data papers --out inferred.csv\n"
      "  kenn infer --model model.safetensors --data papers --keep-labels all --map-steps 100 --out "
      "inferred.csv");
  command->callback([arguments, &status] {
    check_ending(arguments->out);
    status = run(run_map, *arguments);
  });
}

void add_evaluate_command(CLI::App& program, int& status) {
  const auto arguments = std::make_shared<EvaluateArguments>();
  CLI::App* const command =
      program.add_subcommand("evaluate", "Compare the predictions of a trained model with labels");
  add_common(*command, *arguments);
  command
      ->add_option("--split", arguments->split,
                   "Labels to compare with: those of one split (of the data, or chosen by training), or all "
                   "(default: test)")
      ->option_text("train|valid|test|all")
      ->check(CLI::IsMember({"train", "valid", "test", "all"}));
  command->footer(
      "Exit status: 0 done, 1 bad input, 2 wrong usage.\n\n"
      "Examples:\n"
      "  kenn evaluate --model model.safetensors --data papers\n"
      "  kenn evaluate --model model.safetensors --data papers --split all --json");
  command->callback([arguments, &status] { status = run(run_evaluate, *arguments); });
}

}  // namespace kenn::cli
