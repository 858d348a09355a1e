// Going on after a syntax error.
#pragma once

#include <cstddef>

#include "knowledge/parse_state.h"

namespace kenn::parsing {

// Moves `input` from the place of an error to the next statement, keeping the names of a declaration that was
// not understood. `start` is where the statement with the error starts. (PEGTL has moved `input` back to the
// start of some rule.)
void recover(Input& input, const char* start, std::size_t place, State& state);

}  // namespace kenn::parsing
