// The part of a plan that one pass applies: its clauses, the rounds that do them, and its work in pieces.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/rounds.h"
#include "engine/schedule.h"
#include "plan/plan_data.h"

namespace kenn::engine {

// Immutable, and does not move.
class Stage {
 public:
  // The groups for which `is_in` is true; the rest of the plan is as if it were not there. Those of `godel`
  // are done from the preactivations, others from exponentials.
  Stage(const PlanData& plan, const std::vector<bool>& is_in, kernels::Boost boost, bool with_gradients);
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  [[nodiscard]] const Schedule& schedule() const { return schedule_; }
  [[nodiscard]] const Rounds& forward() const { return forward_; }
  [[nodiscard]] const Rounds& backward() const { return keeps_exponentials_ ? forward_ : backward_; }
  [[nodiscard]] const Rounds& truth() const { return from_exponentials_ ? forward_ : truth_; }

  // Whether the backward finds the exponentials that it needs where the forward of the same pass left them.
  [[nodiscard]] bool keeps_exponentials() const { return keeps_exponentials_; }

  // Weights by place: clause `clauses()[i]` is the one at place i; padding has none.
  static constexpr std::size_t no_clause = ~std::size_t{0};
  [[nodiscard]] std::span<const std::size_t> clauses() const { return clauses_; }

  // The greatest number that a round has of something.
  template <typename Measure>
  [[nodiscard]] std::size_t most(Measure measure) const {
    std::size_t most = 0;
    for (const Rounds* const rounds : {&forward_, &backward_, &truth_}) {
      for (const auto& round : rounds->rounds) most = std::max<std::size_t>(most, measure(*round));
    }
    return most;
  }

 private:
  bool from_exponentials_;
  bool keeps_exponentials_ = false;
  std::vector<std::size_t> clauses_;
  Rounds forward_;
  Rounds backward_;  // empty without gradients, or if the same as forward
  Rounds truth_;     // empty if the same as forward
  Schedule schedule_;
};

}  // namespace kenn::engine
