// `kenn explain`: why a prediction is what it is, what would change it, and what the rules do.
#include <memory>

#include "commands.h"
#include "common.h"
#include "enhance_options.h"
#include "explain_run.h"
#include "option_flags.h"
#include "shared_options.h"

namespace kenn::cli {

namespace {

// A model on data, or rules on logits.
void add_inputs(CLI::App& command, ExplainArguments& arguments) {
  command
      .add_option("--model", arguments.inputs.model,
                  "A model file of 'kenn train' with --data, or of 'kenn fit' with --logits")
      ->option_text("FILE");
  command
      .add_option("--data", arguments.data,
                  "The data: a folder, linqs:DIR, sqlite:FILE or postgres:URI; see docs/data.md")
      ->option_text("DATA");
  command.add_option("--member", arguments.member, "Explain this member of an ensemble, counted from 0")
      ->option_text("N");
  command
      .add_option("--knowledge", arguments.inputs.knowledge,
                  "The knowledge file, for logits of any model; - reads standard input")
      ->option_text("FILE");
  add_input_options(command, arguments.inputs);
  command
      .add_option("--weights", arguments.inputs.weights,
                  "JSON with a weight per clause name, or a list of one such object per layer; without it "
                  "learned weights are the default of the boost (0.5; residual: 2.5)")
      ->option_text("FILE");
  add_labels_option(command, arguments.inputs);
  add_enhancer_options(command, arguments.inputs.options, {"1", "softmax"});
}

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
  command.add_option("--top", arguments.top, "How many groundings to show (default: 10)")->option_text("N");
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
  command.add_option("--split", arguments.split, "With --rules: the labels that count (default: all)")
      ->option_text("train|valid|test|all")
      ->check(CLI::IsMember({"train", "valid", "test", "all"}));
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
  if (given("--knowledge") == given("--model")) {
    throw CLI::ValidationError("--model", "give either --model FILE or --knowledge FILE");
  }
  if (given("--data") == given("--logits")) {
    throw CLI::ValidationError("--data", "give either --data DATA or --logits NAME=FILE");
  }
  if (given("--data") && !given("--model")) {
    throw CLI::ValidationError("--data", "needs the --model that predicts it");
  }
  if (given("--member") && !given("--data")) {
    throw CLI::ValidationError("--member", "this is for models of 'kenn train' with --data only");
  }
  std::vector<std::string> of_logits = {"--relation", "--ids", "--labels"};
  std::vector<std::string> of_knowledge = {"--syntax", "--weights"};
  for (const train::Option& option : train::option_table()) {
    if (option.group == train::OptionGroup::enhancers) of_knowledge.push_back(flag_of(option));
  }
  for (const std::string& option : of_logits) {
    if (given(option) && given("--data")) throw CLI::ValidationError(option, "--data brings that");
  }
  for (const std::string& option : of_knowledge) {
    if (given(option) && given("--model")) throw CLI::ValidationError(option, "the model says that already");
  }
}

}  // namespace

void add_explain_command(CLI::App& program, int& status) {
  const auto arguments = std::make_shared<ExplainArguments>();
  CLI::App* const command = program.add_subcommand(
      "explain", "Explain a prediction exactly, or what each rule does to all of them");
  add_questions(*command, *arguments);
  add_inputs(*command, *arguments);
  add_running_options(*command, arguments->inputs.options, arguments->inputs.json);
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
    const EnhanceFiles files = files_of(arguments->inputs);
    const std::string& about =
        arguments->inputs.model.empty() ? arguments->inputs.knowledge : arguments->inputs.model;
    status = run_reporting_errors(arguments->inputs.json, about, [&] { run_explain(*arguments, files); });
  });
}

}  // namespace kenn::cli
