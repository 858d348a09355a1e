// `kenn enhance`: moves the logits of any model towards the rules.
#include <memory>

#include "commands.h"
#include "common.h"
#include "enhance_options.h"
#include "option_flags.h"
#include "shared_options.h"

namespace kenn::cli {

namespace {

void add_inputs(CLI::App& command, EnhanceArguments& arguments) {
  command
      .add_option("--knowledge", arguments.knowledge,
                  "The knowledge file; - reads standard input (required without --model)")
      ->option_text("FILE");
  add_input_options(command, arguments);
  command
      .add_option("--weights", arguments.weights,
                  "JSON with a weight per clause name, or a list of one such object per layer; without it "
                  "learned weights are the default of the boost (0.5; residual: 2.5)")
      ->option_text("FILE");
  command
      .add_option("--out", arguments.out,
                  "The folder for the results, one NPY file per table of logits (required without --fit)")
      ->option_text("DIR");
}

void add_learning(CLI::App& command, EnhanceArguments& arguments) {
  add_labels_option(command, arguments);
  command
      .add_option("--fit", arguments.fit,
                  "Learn the weights of the clauses from the labels and write them to this model file, as "
                  "'kenn fit' does")
      ->option_text("FILE");
  command
      .add_option("--model", arguments.model,
                  "Use the knowledge, the settings and the weights of this model file")
      ->option_text("FILE");
  add_fit_options(command, arguments, "With --fit: ");
}

// What belongs together, and what does not.
void check_combination(const CLI::App& command, const EnhanceArguments& arguments) {
  const auto given = [&](const std::string& option) { return command.count(option) > 0; };
  if (given("--knowledge") && given("--model")) {
    throw CLI::ValidationError("--knowledge",
                               "a model contains its knowledge: give either --knowledge or --model");
  }
  if (!given("--knowledge") && !given("--model")) {
    throw CLI::ValidationError("--knowledge", "required without --model");
  }
  std::vector<std::string> of_model = {"--syntax", "--weights", "--fit"};
  for (const train::Option& option : train::option_table()) {
    if (option.group == train::OptionGroup::enhancers) of_model.push_back(flag_of(option));
  }
  for (const std::string& option : of_model) {
    if (given("--model") && given(option)) {
      throw CLI::ValidationError(option, "the model of --model says that already");
    }
  }
  if (given("--fit") && !given("--labels"))
    throw CLI::ValidationError("--fit", "learning needs --labels NAME=FILE");
  if (given("--fit") && given("--weights"))
    throw CLI::ValidationError("--weights", "--fit learns the weights");
  for (const train::Option* const option : fit_options()) {
    if (given(flag_of(*option)) && !given("--fit")) {
      throw CLI::ValidationError(flag_of(*option), "this is for --fit only");
    }
  }
  if (!given("--fit") && !given("--out")) throw CLI::RequiredError("--out");
  if (given("--out") && arguments.out.empty()) throw CLI::ValidationError("--out", "the folder has no name");
  if (given("--fit") && (arguments.fit.empty() || arguments.fit.ends_with('/'))) {
    throw CLI::ValidationError("--fit", "the model file has no name");
  }
}

}  // namespace

void add_enhance_command(CLI::App& program, int& status) {
  const auto arguments = std::make_shared<EnhanceArguments>();
  CLI::App* const command =
      program.add_subcommand("enhance", "Move the logits of any model towards the rules");
  add_inputs(*command, *arguments);
  add_learning(*command, *arguments);
  add_enhancer_options(*command, arguments->options, {"1; 3 with --fit", "softmax; residual with --fit"});
  add_running_options(*command, arguments->options, arguments->json);
  command->footer(
      "Writes DIR/NAME.npy (float32) for every table of logits; on errors nothing is written.\n"
      "Exit status: 0 done, 1 bad input, 2 wrong usage.\n\n"
      "Examples:\n"
      "  kenn enhance --knowledge rules.kenn --logits Paper=z.npy --relation Cite=cites.csv --out enhanced\n"
      "  kenn enhance --knowledge rules.kenn --logits Paper=z.npy --relation Cite=cites.csv --layers 3 "
      "--json --out enhanced\n"
      "  kenn enhance --knowledge rules.kenn --logits Paper=z.npy --relation Cite=cites.csv --labels "
      "Paper=labels.csv --fit model.safetensors\n"
      "  kenn enhance --model model.safetensors --logits Paper=new.npy --relation Cite=new.csv --out "
      "enhanced");
  command->callback([arguments, command, &status] {
    const EnhanceFiles files = files_of(*arguments);
    check_combination(*command, *arguments);
    const std::string& about = arguments->model.empty() ? arguments->knowledge : arguments->model;
    status = run_reporting_errors(arguments->json, about, [&] { run_enhance(*arguments, files); });
  });
}

}  // namespace kenn::cli
