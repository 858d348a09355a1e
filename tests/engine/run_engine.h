// Runs the engine on a case, and says where it differs from the oracle.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "engine/brute_force.h"
#include "engine/engine_case.h"

namespace kenn::test {

// The world as the engine is given it.
Tables tables_of(const Knowledge& knowledge, const World& world);

// One span per table of the plan, of cells that lie one after the other in the order of the plan's tables.
template <typename Number>
std::vector<std::span<Number>> spans_of(const Plan& plan, std::span<Number> cells) {
  std::vector<std::span<Number>> spans;
  std::size_t first = 0;
  for (const PredictedTable& table : plan.tables()) {
    spans.push_back(cells.subspan(first, table.size()));
    first += table.size();
  }
  return spans;
}

struct EngineResult {
  std::vector<float> outputs;
  std::vector<float> input_gradients;
  std::vector<float> weight_gradients;
  std::vector<double> mean_truth;  // of the clauses in the input

  // Bit by bit, so that NaN equals itself and 0 is not -0.
  friend bool operator==(const EngineResult& left, const EngineResult& right);
};

// One forward and backward.
EngineResult run(Enhancer& enhancer, const EngineCase& engine_case, const std::vector<float>& weights);
EngineResult run(const EngineCase& engine_case, std::uint32_t threads = 1);

// What the engine does otherwise than the oracle: a text with the first difference, or nothing.
std::string difference_in_groundings(const EngineCase& engine_case);
std::string difference_in_results(const EngineCase& engine_case,
                                  Enumeration enumeration = Enumeration::all_assignments);

// A seed for a random case, each as likely as the others.
std::uint64_t any_seed();

// Compares on `cases` random cases (a tenth of them under a sanitizer; more, if RC_PARAMS says so), and
// reports the first that differs, reduced. The seed of RC_PARAMS gives the same cases again.
void check_cases(int cases, const std::function<EngineCase(std::uint64_t seed)>& random_case,
                 const std::function<std::string(const EngineCase&)>& difference);

// The enhanced cells of a small knowledge with one predicted table, or several one after the other.
std::vector<float> enhanced(const std::string& text, const World& world, const std::vector<float>& weights,
                            const std::vector<float>& cells, const EnhanceOptions& options = {});

}  // namespace kenn::test
