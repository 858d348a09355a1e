// The same layer from the list of pairs in double precision, by loops that share nothing with the library.
#pragma once

#include "driver/random_inputs.h"
#include "driver/results.h"

namespace kenn::bench {

// Compares outputs and input gradients of row 0 and of some thousand other rows, of all when there are not
// more, and the gradients of all weights.
Difference check_directly(const Case& measured, const Inputs& inputs, const Results& ours);

}  // namespace kenn::bench
