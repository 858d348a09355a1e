// UTF-8, as far as reading and showing source text needs it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kenn {

// Bytes of the character that `rest` starts with; 0 when it starts with none (invalid UTF-8, or empty).
std::size_t utf8_length(std::string_view rest);

// Offsets of the bytes that start no valid character; a run of such bytes counts once.
std::vector<std::size_t> invalid_utf8(std::string_view text);

// Number of characters in valid UTF-8; every byte of an invalid sequence counts at most once.
std::size_t count_characters(std::string_view text);

// One printable cell for the character at the start of `rest`: itself, a space for a tab, and U+FFFD for
// invalid bytes, control characters and the marks that reorder text on a terminal.
std::string printable_character(std::string_view rest);

}  // namespace kenn
