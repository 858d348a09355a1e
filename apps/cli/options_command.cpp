// `kenn options`: what every option of training means.
#include <iostream>
#include <memory>

#include "commands.h"
#include "json_output.h"
#include "methods/describe_options.h"
#include "shared_options.h"

namespace kenn::cli {

void add_options_command(CLI::App& program, int& status) {
  const auto json = std::make_shared<bool>(false);
  CLI::App* const command =
      program.add_subcommand("options", "Describe every option of training, as a Markdown page");
  add_json_flag(*command, *json);
  command->callback([json, &status] {
    std::cout << (*json ? to_line({{"ok", true}, {"options", methods::options_json()}})
                        : methods::options_markdown());
    status = ExitStatus::done;
  });
}

}  // namespace kenn::cli
