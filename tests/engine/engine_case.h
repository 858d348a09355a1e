// Everything one comparison of engine and oracle needs: a knowledge, a world, numbers, and what is asked for.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/world.h"

namespace kenn::test {

// Which preactivations a case has.
enum class Numbers : std::uint8_t {
  normal,
  ties,       // whole numbers from -2 to 2
  zeros,      // all 0, or -0
  saturated,  // up to ±120, or ±500, among normal ones
  huge,       // ±1e30 among normal ones
  grid,       // multiples of 1/4, like the weights: floats add them without rounding
};

struct EngineCase {
  std::string declarations;
  std::vector<std::string> rules;
  World world;
  EnhanceOptions options;  // layers, boost and order
  Numbers numbers = Numbers::normal;
  std::uint64_t weight_seed = 0;
  std::vector<float> cells;  // all predicted tables in the order of their first predicates, row by row
  std::vector<float> output_gradients;

  [[nodiscard]] Knowledge knowledge() const;

  // One weight per clause and layer. A clause keeps its weights when other rules are left out.
  [[nodiscard]] std::vector<float> weights(const Knowledge& knowledge) const;
};

// The whole case for a report, as a text that a person can turn into a test.
std::string to_text(const EngineCase& engine_case);

// A smaller case that fails as well: rules, tuples and numbers that do not matter are left out.
EngineCase reduced(EngineCase engine_case, const std::function<bool(const EngineCase&)>& fails);

}  // namespace kenn::test
