// Says what is wrong with a command line.
#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace kenn::cli {

// "kenn check: unknown option '--dmp'; did you mean '--dump'?" and where to find help.
std::string describe_usage_error(const CLI::App& program, const CLI::ParseError& error);

}  // namespace kenn::cli
