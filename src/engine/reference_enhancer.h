// The enhancer in plain code, in float or double: for gradient checks, and as the measure of the fast one.
#pragma once

#include <kenn/enhance.h>

#include <span>
#include <vector>

#include "kernels/reference.h"
#include "plan/plan_data.h"

namespace kenn::engine {

// Does what `Enhancer` does, slowly and with the groundings written out. `threads` and `gradients` of the
// options mean nothing here. Sizes are not checked.
template <typename Number>
class ReferenceEnhancer {
 public:
  using Tables = std::vector<std::vector<Number>>;  // one per table of the plan, row-major

  explicit ReferenceEnhancer(const Plan& plan, const EnhanceOptions& options = {});

  [[nodiscard]] Tables forward(std::span<const Number> weights, const Tables& preactivations) const;

  struct Gradients {
    Tables inputs;
    std::vector<Number> weights;
  };
  [[nodiscard]] Gradients backward(std::span<const Number> weights, const Tables& preactivations,
                                   const Tables& output_gradients) const;

 private:
  [[nodiscard]] std::size_t pass_count() const { return stages_.size() * options_.layers; }
  [[nodiscard]] std::span<const Number> weights_of(std::span<const Number> weights, std::size_t pass) const;
  [[nodiscard]] std::vector<kernels::ReferenceTable<const Number>> views(const Tables& tables) const;
  [[nodiscard]] std::vector<kernels::ReferenceTable<Number>> views(Tables& tables) const;
  [[nodiscard]] Tables forward_pass(std::size_t pass, std::span<const Number> weights,
                                    const Tables& inputs) const;
  [[nodiscard]] Tables centered(const Tables& tables) const;

  EnhanceOptions options_;
  std::size_t clause_count_ = 0;
  std::vector<std::size_t> columns_;               // of the predicted tables
  std::vector<plan::ExclusiveColumns> exclusive_;  // groups that are centred
  std::vector<std::vector<Number>> degrees_;
  std::vector<std::vector<kernels::ReferenceGroup>> stages_;  // one, or two in sequential order
};

}  // namespace kenn::engine
