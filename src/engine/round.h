// Some clauses of a pass, and what the kernels see of them: columns, rows and lists.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "kernels/fast.h"
#include "plan/plan_data.h"

namespace kenn::engine {

// Columns of a predicted table.
struct Columns {
  std::uint32_t table = 0;
  std::size_t first = 0;
  std::size_t count = 0;
};

// Columns that a round looks at, and where their exponentials are in its memory.
struct Window {
  Columns columns;
  bool is_first = false;  // no earlier round of the pass has written to them
  std::size_t stride = 0;
  std::size_t gradient_offset = 0;  // 0: no gradients
  std::size_t place = 0;            // of the first exponential
  std::size_t large_place = 0;      // of the first row's mark
};

// Which clauses of which block of the plan.
struct BlockPart {
  std::size_t group = 0;
  const plan::ClauseBlock* block = nullptr;
  std::size_t first = 0;
  std::size_t count = 0;
  std::size_t first_weight = 0;
  bool is_pair = false;
};

// Immutable, and does not move, since its views point into each other. Tables of a kernel's PassView are the
// windows, and after them the degrees of the plan.
class Round {
 public:
  Round(const PlanData& plan, std::vector<Window> windows);
  Round(const Round&) = delete;
  Round& operator=(const Round&) = delete;

  // Adds clauses all whose literals are in the windows. No more after `finish`.
  void add(const BlockPart& part);
  void finish();

  // Exponentials and marks start further on in the memory; gradients of windows that have no room for them
  // beside their exponentials start at `first`.
  void move(std::size_t exponentials, std::size_t marks);
  void place_gradients(std::size_t first);

  [[nodiscard]] std::span<const Window> windows() const { return windows_; }
  [[nodiscard]] std::span<const kernels::ListView> lists(std::size_t window) const { return lists_[window]; }

  // The views of one of the plan's lists, by group and number in the group.
  struct ListPlace {
    std::size_t window = 0;
    const kernels::ListView* list = nullptr;
  };
  [[nodiscard]] std::span<const ListPlace> views_of(std::size_t group, std::size_t list) const;

  // Lists that have every grounding of every clause once.
  [[nodiscard]] std::span<const kernels::ListView* const> covering_lists() const { return covering_lists_; }

  // Of the memory that the round reads and writes, from its start: in floats, and in marks.
  [[nodiscard]] std::size_t memory_size() const { return memory_size_; }
  [[nodiscard]] std::size_t large_size() const { return large_size_; }
  [[nodiscard]] std::size_t sums_size() const { return sums_size_; }
  [[nodiscard]] std::size_t most_literals() const { return most_literals_; }

 private:
  // A group of the plan with its slots in certain windows.
  struct PlacedGroup {
    std::size_t group = 0;
    std::vector<kernels::SlotView> slots;
    std::vector<kernels::BlockView> blocks;
    std::vector<std::uint32_t> used_slots;  // sorted
    kernels::GroupView view;
  };

  [[nodiscard]] std::uint32_t window_of(const plan::GroupSlot& slot, std::size_t column) const;
  PlacedGroup& place_group(const BlockPart& part);
  void add_lists(const PlacedGroup& placed);

  const PlanData& plan_;
  std::vector<Window> windows_;
  std::map<std::vector<std::size_t>, std::unique_ptr<PlacedGroup>> groups_;  // by group and windows
  std::vector<std::unique_ptr<std::vector<kernels::LiteralView>>> literals_;
  std::vector<std::unique_ptr<std::vector<std::uint32_t>>> columns_;
  std::vector<std::vector<kernels::ListView>> lists_;                      // per window
  std::vector<std::vector<std::pair<std::size_t, std::size_t>>> sources_;  // the same lists in the plan
  std::map<std::pair<std::size_t, std::size_t>, std::vector<ListPlace>> views_;
  std::vector<const kernels::ListView*> covering_lists_;
  std::size_t memory_size_ = 0;
  std::size_t large_size_ = 0;
  std::size_t sums_size_ = 0;
  std::size_t most_literals_ = 0;
};

}  // namespace kenn::engine
