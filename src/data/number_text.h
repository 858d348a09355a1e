// Numbers as people and programs write them into data files.
#pragma once

#include <optional>
#include <string_view>

namespace kenn {

// The number that the whole text spells: 3, -2.5, +1e3, also inf and nan. One too large for a double is
// infinite, one too small is 0.
std::optional<double> parse_number(std::string_view text);

}  // namespace kenn
