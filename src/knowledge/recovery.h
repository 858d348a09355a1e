// Going on after a syntax error.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "knowledge/parse_state.h"

namespace kenn::knowledge::parsing {

enum class StatementKind : std::uint8_t { none, declaration, rule };

// What the word at `start` begins.
StatementKind statement_kind(const char* start, const char* end);

// Whether only blanks stand before `place` on its line.
bool is_first_on_line(const char* place, std::string_view text);

// Moves `input` from the place of an error to the next statement: a statement word that comes first on its
// line. (Elsewhere it may be a name that somebody chose badly.) `start` is where the text with the error
// starts; with `keep_names` its names are remembered as ones that may have been declared. (PEGTL has moved
// `input` back to the start of some rule.)
void recover(Input& input, const char* start, std::size_t place, bool keep_names, State& state);

}  // namespace kenn::knowledge::parsing
