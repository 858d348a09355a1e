// The commands of the program: each adds itself to the parser and, when chosen, leaves its exit status.
#pragma once

#include <CLI/CLI.hpp>

namespace kenn::cli {

// What the program returns to the shell.
enum ExitStatus : int { done = 0, bad_input = 1, wrong_usage = 2 };

void add_check_command(CLI::App& program, int& status);
void add_enhance_command(CLI::App& program, int& status);
void add_generate_command(CLI::App& program, int& status);
void add_completion_command(CLI::App& program, int& status);

}  // namespace kenn::cli
