// How deep the brackets of a text are nested, before a parser that recurses sees it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace kenn::base {

// No file that kenn reads needs more than a dozen levels. Parsers, and what frees their trees, recurse.
inline constexpr std::size_t most_levels = 100;

// "this is nested more than 100 levels deep"
std::string too_deep_message();

// Where the text first has more than `most_levels` of [ ] and { } inside each other, as an offset. What
// stands in strings does not count.
std::optional<std::size_t> too_deep_in_json(std::string_view text);

// The same for TOML, where a dotted key a.b.c is nested, too, and comments do not count.
std::optional<std::size_t> too_deep_in_toml(std::string_view text);

}  // namespace kenn::base
