// The part of a plan that one pass applies: its clauses as the kernels see them, and its work in pieces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/fast.h"
#include "plan/plan_data.h"

namespace kenn {

// A row whose groundings in one list are too many for one piece of work; its pieces are added up afterwards.
struct LongRow {
  std::uint32_t table = 0;
  Row row = 0;
  std::size_t first_part = 0;  // in a buffer of partial rows, each as wide as the table
  std::size_t part_count = 0;
};

// A piece of work: a range of rows of a table, or some of the entries of a long row.
struct WorkItem {
  std::uint32_t table = 0;
  const kernels::ListView* list = nullptr;  // null: a range of rows
  std::size_t position = 0;                 // of the long row in its list
  std::uint64_t first = 0;                  // of the rows, or of the entries
  std::uint64_t last = 0;
  std::size_t part = 0;
};

// Items that one thread does in order. What units there are depends on the plan only, not on the threads, and
// so do the sums that each of them makes.
struct WorkUnit {
  std::size_t first = 0;
  std::size_t last = 0;
};

// Immutable, and does not move, since its views point into each other.
class Stage {
 public:
  // The groups for which `is_in` is true; the rest of the plan is as if it were not there.
  Stage(const PlanData& plan, const std::vector<bool>& is_in);
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  [[nodiscard]] std::span<const kernels::ListView> lists(std::uint32_t table) const { return lists_[table]; }
  [[nodiscard]] std::span<const WorkItem> items() const { return items_; }
  [[nodiscard]] std::span<const WorkUnit> units() const { return units_; }
  [[nodiscard]] std::span<const LongRow> long_rows() const { return long_rows_; }
  [[nodiscard]] std::size_t part_size() const { return part_size_; }  // floats in the buffer of parts

  // For each predicted table, whether any clause looks at it.
  [[nodiscard]] bool uses(std::uint32_t table) const { return uses_[table]; }

  // One list per group that has every grounding once.
  [[nodiscard]] std::span<const kernels::ListView* const> covering_lists() const { return covering_lists_; }

  // Weights by place: clause `clauses()[i]` is the one at place i; padding has none.
  static constexpr std::size_t no_clause = ~std::size_t{0};
  [[nodiscard]] std::span<const std::size_t> clauses() const { return clauses_; }

  // What a thread needs: the widest block and the longest clause.
  [[nodiscard]] std::size_t sums_size() const { return sums_size_; }
  [[nodiscard]] std::size_t widest_block() const { return widest_block_; }
  [[nodiscard]] std::size_t most_literals() const { return most_literals_; }

 private:
  void add_group(const PlanData& plan, const GroundingGroup& group, std::size_t number);
  kernels::BlockView add_block(const GroundingGroup& group, const ClauseBlock& block);
  void add_lists(const PlanData& plan, const GroundingGroup& group, const kernels::GroupView& view);

  std::vector<std::vector<kernels::LiteralView>> literals_;  // per block
  std::vector<std::vector<kernels::BlockView>> blocks_;      // per group
  std::vector<std::vector<kernels::SlotView>> slots_;        // per group
  std::vector<kernels::GroupView> groups_;
  std::vector<std::vector<kernels::ListView>> lists_;  // per predicted table
  std::vector<const kernels::ListView*> covering_lists_;
  std::vector<std::size_t> clauses_;
  std::vector<bool> uses_;
  std::size_t sums_size_ = 0;
  std::size_t widest_block_ = 0;  // in clauses, padded
  std::size_t most_literals_ = 0;

  std::vector<WorkItem> items_;
  std::vector<WorkUnit> units_;
  std::vector<LongRow> long_rows_;
  std::size_t part_size_ = 0;
};

}  // namespace kenn
