// The SIMD kernels of fuzzy truth: how true groundings are, and how that changes with their literals.
//
// The values of a pass are truth degrees p from 0 to 1; a literal's truth t is p, or 1 - p when it is
// negated. The truth of a clause with literals t_1 .. t_n, and its slope by t_i:
//
//   lukasiewicz   min(1, t_1 + ... + t_n)          1 where the sum is below 1, else 0
//   product       1 - (1 - t_1) ... (1 - t_n)      the product of the other 1 - t_j
//   godel         max(t_1, ..., t_n)               1 for the truest (the first of equals), else 0
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/fast.h"

namespace kenn::kernels {

enum class Conorm : std::uint8_t { lukasiewicz, product, godel };

// Adds the truth of every grounding of the positions [first, last) of a list to `sums`, by clause as the
// weights are.
void add_fuzzy_truth(const PassView& pass, Conorm conorm, const ListView& list, std::size_t first,
                     std::size_t last, double* sums, const Scratch& scratch);

// output[row] += sum over the groundings of the row of sign * weight * slope, for rows that are not too long.
void add_fuzzy_slopes(const PassView& pass, Conorm conorm, const RowRange& range, float* output,
                      const Scratch& scratch);

// The same for the entries [first, last) of the `position`-th row of a list.
void add_fuzzy_entries(const PassView& pass, Conorm conorm, const ListView& list, std::size_t position,
                       std::uint64_t first, std::uint64_t last, float* output_row, const Scratch& scratch);

}  // namespace kenn::kernels
