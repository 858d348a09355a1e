// Numbers as people and programs write them into data files.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kenn::io {

// The number that the whole text spells: 3, -2.5, +1e3, also inf and nan. One too large for a double is
// infinite, one too small is 0.
std::optional<double> parse_number(std::string_view text);

// The shortest text that is read as the same number: "0.1", "1e-09".
std::string shortest_text(double number);

}  // namespace kenn::io
