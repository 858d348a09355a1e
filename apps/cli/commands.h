// The commands of the program: each adds itself to the parser and, when chosen, leaves its exit status.
#pragma once

#include <CLI/CLI.hpp>

#include "exit_status.h"

namespace kenn::cli {

void add_check_command(CLI::App& program, int& status);
void add_enhance_command(CLI::App& program, int& status);
void add_fit_command(CLI::App& program, int& status);
void add_generate_command(CLI::App& program, int& status);
void add_fetch_command(CLI::App& program, int& status);
void add_train_command(CLI::App& program, int& status);
void add_predict_command(CLI::App& program, int& status);
void add_infer_command(CLI::App& program, int& status);
void add_evaluate_command(CLI::App& program, int& status);
void add_explain_command(CLI::App& program, int& status);
void add_experiment_command(CLI::App& program, int& status);
void add_report_command(CLI::App& program, int& status);
void add_options_command(CLI::App& program, int& status);
void add_completion_command(CLI::App& program, int& status);

}  // namespace kenn::cli
