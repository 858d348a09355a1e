// What the machine can do at most, and what one enhancer layer needs: bytes, divisions and exponentials.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>

#include "driver/shapes.h"

namespace kenn::bench {

// Bytes, divisions and exponentials: of one layer, or per second.
struct Amounts {
  double bytes = 0;
  double divisions = 0;
  double exponentials = 0;

  [[nodiscard]] Amounts per(double seconds) const;
};

void to_json(nlohmann::json& json, const Amounts& amounts);
void from_json(const nlohmann::json& json, Amounts& amounts);

// What forward and backward need at least. Bytes: for either end of a pair, the row of the other end (in
// whole cache lines; one row forward, two backward: values and gradients) and its number in both passes; and
// the preactivations read twice, outputs and input gradients written, output gradients read. Divisions: one
// for either end, rule and pass. Exponentials: one per row and rule, since e^(a + b) = e^a e^b.
Amounts needed(const Case& measured);

// Measured with loops that do nothing else: a copy from memory to memory (bytes read and written), and
// divisions and exponentials (Highway's, in the widest vectors of the machine) of numbers in the first cache.
Amounts measure_limits(std::uint32_t threads);

}  // namespace kenn::bench
