// UTF-8, as far as reading and showing source text needs it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kenn::base {

// Bytes of the character that `rest` starts with; 0 when it starts with none (invalid UTF-8, or empty).
std::size_t utf8_length(std::string_view rest);

// The bytes that belong to no character.
struct InvalidUtf8 {
  std::size_t count = 0;
  std::size_t first = 0;  // offset of the first of them
};

InvalidUtf8 invalid_utf8(std::string_view text);

// Number of characters; a byte that belongs to none counts as one.
std::size_t count_characters(std::string_view text);

// Whether the character at the start of `rest` leaves a mark on a screen: it is no control character, no
// space but the ordinary one, and not of zero width.
bool is_visible(std::string_view rest);

// `text` with every character as `printable_character` gives it.
std::string printable(std::string_view text);

// One printable cell for the character at the start of `rest`: itself, a space for a tab, and U+FFFD for
// invalid bytes, control characters, characters without width and the marks that reorder text on a terminal.
std::string printable_character(std::string_view rest);

}  // namespace kenn::base
