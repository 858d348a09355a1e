// The table of options as people and programs read it: docs/options.md, and the stubs of Python.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "train/option_table.h"

namespace kenn::methods {

// The default: of the table, and of methods that have another one; "100; rnm: 50".
std::string usual_text(const train::Option& option);

// The names of methods, presets or other choices; empty for numbers and texts.
std::vector<std::string> choices_of(const train::Option& option);

// The names of the methods that take an option, "sbr, rnm"; "all" where all do.
std::string methods_text(const train::Option& option);

// One object per option: name, alias, type, choices, low, high, default, help, methods.
nlohmann::ordered_json options_json();

// A page with a table for every group of options.
std::string options_markdown();

}  // namespace kenn::methods
