// `kenn fit`: learns how far to trust each rule on top of any model's logits.
#include <memory>

#include "commands.h"
#include "common.h"
#include "enhance_options.h"
#include "shared_options.h"

namespace kenn::cli {

void add_fit_command(CLI::App& program, int& status) {
  const auto arguments = std::make_shared<EnhanceArguments>();
  arguments->fit_option = "--out";
  CLI::App* const command =
      program.add_subcommand("fit", "Learn how far to trust each rule, for the logits of any model");
  command
      ->add_option("--knowledge", arguments->knowledge,
                   "The knowledge file; - reads standard input (required)")
      ->option_text("FILE")
      ->required();
  add_input_options(*command, *arguments);
  add_labels_option(*command, *arguments);
  CLI::Option* const labels = command->get_option("--labels");
  labels->required()->description(labels->get_description() + " (required)");
  command
      ->add_option("--out", arguments->fit,
                   "The model file to write: the knowledge and its weights (required)")
      ->option_text("FILE")
      ->required();
  add_enhancer_options(*command, arguments->options);
  add_fit_options(*command, *arguments, "");
  add_running_options(*command, arguments->options, arguments->json);
  command->footer(
      "The logits stay as they are. Each must come from a model that has not seen the label of its row.\n"
      "'kenn enhance --model FILE' uses the weights.\n"
      "Exit status: 0 done, 1 bad input, 2 wrong usage.\n\n"
      "Examples:\n"
      "  kenn fit --knowledge rules.kenn --logits Paper=z.npy --relation Cite=cites.csv --labels "
      "Paper=labels.csv "
      "--out weights.safetensors\n"
      "  kenn enhance --model weights.safetensors --logits Paper=new.npy --relation Cite=new.csv --out "
      "enhanced");
  command->callback([arguments, &status] {
    const EnhanceFiles files = files_of(*arguments);
    if (arguments->fit.empty() || arguments->fit.ends_with('/')) {
      throw CLI::ValidationError("--out", "the model file has no name");
    }
    status =
        run_reporting_errors(arguments->json, arguments->knowledge, [&] { run_enhance(*arguments, files); });
  });
}

}  // namespace kenn::cli
