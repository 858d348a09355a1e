// How values are spelt in the knowledge language.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kenn::base {

// `text`, or its first `most` characters and "..." when it is longer.
std::string shortened(std::string_view text, std::size_t most);

// "'Smoker'", for messages; long names are shortened.
std::string in_quotes(std::string_view name);

// The shortest number that reads as the same one.
std::string to_text(double value);

}  // namespace kenn::base
