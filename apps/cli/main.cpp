// kenn, the command line program: chooses the command and turns what happened into an exit status.
#include <kenn/kenn.h>

#include <csignal>
#include <exception>
#include <iostream>
#include <memory>

#include "commands.h"
#include "help_format.h"
#include "usage_error.h"

namespace {

using kenn::cli::ExitStatus;

// Parses the command line, which runs the chosen command.
int parse(CLI::App& program, int argc, char** argv, const int& status) {
  if (argc == 1) {
    std::cerr << program.help();
    return ExitStatus::wrong_usage;
  }
  try {
    program.parse(argc, argv);
    return status;
  } catch (const CLI::Success& help_or_version) {
    return program.exit(help_or_version);
  } catch (const CLI::ParseError& error) {
    std::cerr << kenn::cli::describe_usage_error(program, error);
    return ExitStatus::wrong_usage;
  }
}

int run(int argc, char** argv) {
  int status = ExitStatus::done;
  CLI::App program("Logical knowledge for neural networks: rules in, better predictions out.", "kenn");
  program.formatter(std::make_shared<kenn::cli::HelpFormat>());
  program.set_version_flag("--version", std::string("kenn ") + kenn::version, "Print the version and exit");
  program.set_help_flag("-h,--help", "Print this help and exit");
  program.require_subcommand(1);
  program.footer(
      "'kenn COMMAND --help' explains a command.\n"
      "Exit status: 0 done, 1 bad input, 2 wrong usage.\n\n"
      "Examples:\n"
      "  kenn check rules.kenn\n"
      "  kenn enhance --knowledge rules.kenn --logits Paper=z.npy --relation Cite=cites.csv --out enhanced\n"
      "  kenn generate citation --out papers\n"
      "  kenn train --knowledge papers/citation.kenn --data papers --out model.safetensors");
  kenn::cli::add_check_command(program, status);
  kenn::cli::add_enhance_command(program, status);
  kenn::cli::add_fit_command(program, status);
  kenn::cli::add_train_command(program, status);
  kenn::cli::add_predict_command(program, status);
  kenn::cli::add_infer_command(program, status);
  kenn::cli::add_evaluate_command(program, status);
  kenn::cli::add_explain_command(program, status);
  kenn::cli::add_experiment_command(program, status);
  kenn::cli::add_report_command(program, status);
  kenn::cli::add_generate_command(program, status);
  kenn::cli::add_fetch_command(program, status);
  kenn::cli::add_options_command(program, status);
  kenn::cli::add_completion_command(program, status);

  const int result = parse(program, argc, argv, status);
  std::cout.flush();
  if (std::cout) return result;
  std::cerr << "kenn: cannot write to standard output\n";
  return ExitStatus::bad_input;
}

}  // namespace

int main(int argc, char** argv) {
  // A file that grows beyond the limit is an error of `write`, to be reported like a full disk.
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "kenn: " << error.what() << "\n";
    return ExitStatus::bad_input;
  }
}
