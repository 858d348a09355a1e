// `kenn train`: networks and the weights of the rules, learned from data.
#include <memory>

#include "commands.h"
#include "common.h"
#include "help_format.h"
#include "learning/runs.h"
#include "methods/resolve.h"
#include "option_flags.h"
#include "shared_options.h"

namespace kenn::cli {

namespace {

void add_inputs(CLI::App& command, TrainArguments& arguments) {
  command
      .add_option("--knowledge", arguments.knowledge, "The knowledge file; - reads standard input (required)")
      ->option_text("FILE")
      ->required();
  add_syntax_option(command, arguments.syntax);
  add_data_options(command, arguments);
}

void add_outputs(CLI::App& command, TrainArguments& arguments) {
  command.add_option("--out", arguments.out, "The model file (required)")->option_text("FILE")->required();
  command.add_flag("--resume", arguments.resume,
                   "Continue a stopped training from its checkpoint (FILE.checkpoint)");
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
  add_json_flag(command, arguments.json);
}

void check_name(const TrainArguments& arguments) {
  if (arguments.out.empty() || arguments.out.ends_with('/')) {
    throw CLI::ValidationError("--out", "the model file has no name");
  }
}

}  // namespace

void add_train_command(CLI::App& program, int& status) {
  const auto arguments = std::make_shared<TrainArguments>();
  CLI::App* const command = program.add_subcommand("train", "Train a network together with its rules");
  command->set_help_flag();  // it comes last, with --help-all
  command->option_defaults()->group(data_section);
  add_inputs(*command, *arguments);
  add_usual_flags(*command, arguments->options);
  command->option_defaults()->group(output_section);
  add_outputs(*command, *arguments);
  command->set_help_flag("-h,--help", "Print this help and exit");
  command->set_help_all_flag("--help-all", "Print this help with all options and exit");
  add_rare_flags(*command, arguments->options);
  command->footer(
      "'kenn train --help-all' lists all options.\n\n"
      "The model is that of the epoch with the best validation accuracy, or micro F1 if objects have several "
      "labels\n(without labels for validation, of the last).\nCtrl-C ends the epoch and saves; the same "
      "command with --resume continues.\n"
      "Exit status: 0 done, 1 bad input, 2 wrong usage, 130 stopped by Ctrl-C.\n\n"
      "Examples:\n"
      "  kenn train --knowledge papers/citation.kenn --data papers --out model.safetensors\n"
      "  kenn train --knowledge citeseer.kenn --data linqs:citeseer --train-fraction 0.1 --layers 3 --out "
      "model.safetensors");
  command->callback([arguments, &status] {
    check_name(*arguments);
    // What presets say depends on the data, but not whether the options fit together.
    as_usage_error([&] { methods::complete_options(arguments->options, 1); });
    int result = ExitStatus::done;
    const int errors = run_reporting_errors(arguments->json, arguments->knowledge,
                                            [&] { result = run_on_data(run_train, *arguments); });
    status = errors == ExitStatus::done ? result : errors;
  });
}

}  // namespace kenn::cli
