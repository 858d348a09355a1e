// `kenn explain`: why a prediction is what it is, what would change it, and what the rules do.
#include <memory>

#include "commands.h"
#include "common.h"
#include "enhance_options.h"
#include "explain_run.h"
#include "shared_options.h"

namespace kenn::cli {

namespace {

void add_texts(CLI::App& command, const char* name, std::vector<std::string>& target, const char* text,
               const char* value) {
  command.add_option(name, target, text)
      ->option_text(value)
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
}

void add_questions(CLI::App& command, ExplainArguments& arguments) {
  command
      .add_option("--object", arguments.object,
                  "Explain the prediction for this object (its id), or tuple: \"Cite(paper 1, paper 2)\"")
      ->option_text("OBJECT");
  command
      .add_option("--depth", arguments.options.depth,
                  "Follow each grounding back through so many layers (default: 0)")
      ->option_text("N");
  command.add_option("--top", arguments.top, "How many groundings to show (default: 10; with --json all)")
      ->option_text("N");
  add_texts(command, "--without", arguments.options.without,
            "Predict again without a rule, a clause or a listed fact: \"Cite(paper 17, paper 92)\"", "NAME");
  add_texts(command, "--set", arguments.options.set,
            "Predict again as if the network had said this: \"AI(paper 92)=1\"", "ATOM=P");
  command
      .add_option("--why-not", arguments.why_not,
                  "The smallest set of rules and listed facts without which this predicate would hold")
      ->option_text("PREDICATE");
  command.add_flag(
      "--rules", arguments.rules,
      "Instead of one prediction: what each clause does to all of them, and to the labelled ones");
  add_split_option(command, arguments.inputs, "With --rules: the labels that count (default: all)");
}

void check_combination(const CLI::App& command, const ExplainArguments& arguments) {
  const auto given = [&](const std::string& option) { return command.count(option) > 0; };
  if (given("--object") == arguments.rules) {
    throw CLI::ValidationError("--object", "give either --object OBJECT or --rules");
  }
  for (const char* const option : {"--depth", "--top", "--without", "--set", "--why-not"}) {
    if (arguments.rules && given(option)) throw CLI::ValidationError(option, "this is for --object only");
  }
  if (given("--split") && !arguments.rules) {
    throw CLI::ValidationError("--split", "this is for --rules only");
  }
  check_explain_inputs(command);
}

}  // namespace

void add_explain_command(CLI::App& program, int& status) {
  const auto arguments = std::make_shared<ExplainArguments>();
  CLI::App* const command = program.add_subcommand(
      "explain", "Explain a prediction exactly, or what each rule does to all of them");
  add_questions(*command, *arguments);
  add_explain_inputs(*command, arguments->inputs);
  add_running_options(*command, arguments->inputs.rules.options, arguments->inputs.rules.json);
  command->footer(
      "Exit status: 0 done, 1 bad input, 2 wrong usage.\n\n"
      "Examples:\n"
      "  kenn explain --model model.safetensors --data papers --object \"paper 17\"\n"
      "  kenn explain --model model.safetensors --data papers --object \"paper 17\" --why-not DB\n"
      "  kenn explain --model model.safetensors --data papers --object \"paper 17\" --without \"Cite(paper "
      "17, "
      "paper 92)\"\n"
      "  kenn explain --model model.safetensors --data papers --rules --split test\n"
      "  kenn explain --knowledge rules.kenn --logits Paper=z.npy --relation Cite=cites.csv --object 17");
  command->callback([arguments, command, &status] {
    check_combination(*command, *arguments);
    const ExplainInputs& inputs = arguments->inputs;
    const EnhanceFiles files = files_of(inputs.rules);
    status = run_reporting_errors(inputs.rules.json, inputs.name(), [&] { run_explain(*arguments, files); });
  });
}

}  // namespace kenn::cli
