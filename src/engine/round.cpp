// Some clauses of a pass, and what the kernels see of them: columns, rows and lists.
#include "engine/round.h"

#include <algorithm>
#include <set>

namespace kenn::engine {

static_assert(kernels::rows_per_chunk == plan::chunk_rows);
static_assert(kernels::entries_beyond <= plan::entry_padding);

namespace {

constexpr std::size_t readable_beyond = 64;             // floats; vectors may reach beyond the last row
constexpr std::uint32_t no_window = ~std::uint32_t{0};  // of slots that no literal of a block is about

kernels::Entries entries_of(plan::EntryKind kind) {
  switch (kind) {
    case plan::EntryKind::none:
      return kernels::Entries::none;
    case plan::EntryKind::other:
      return kernels::Entries::other;
    case plan::EntryKind::indexed:
      break;
  }
  return kernels::Entries::indexed;
}

// Each window starts at a cache line.
std::size_t whole_lines(std::size_t floats) {
  return (floats + 15) / 16 * 16;
}

template <typename Number>
const Number* data_or_null(const std::vector<Number>& numbers) {
  return numbers.empty() ? nullptr : numbers.data();
}

kernels::ListView view_list(const plan::IncidenceList& list, std::size_t table_rows,
                            const kernels::GroupView& group) {
  kernels::ListView view;
  view.group = &group;
  view.slot = list.slot;
  view.kind = entries_of(list.kind);
  view.length = list.offsets.empty() ? table_rows : list.offsets.size() - 1;
  view.rows = data_or_null(list.rows);
  view.chunk_starts = data_or_null(list.chunk_starts);
  view.offsets = data_or_null(list.offsets);
  view.entries = data_or_null(list.entries);
  return view;
}

// Whether two literals of a clause are about one column of a table, on different slots.
bool may_repeat(std::span<const kernels::SlotView> slots, std::span<const kernels::LiteralView> literals,
                std::size_t clause_count) {
  for (std::size_t i = 0; i < literals.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (literals[i].slot == literals[j].slot ||
          slots[literals[i].slot].table != slots[literals[j].slot].table)
        continue;
      for (std::size_t k = 0; k < clause_count; ++k) {
        if (literals[i].columns[k] == literals[j].columns[k]) return true;
      }
    }
  }
  return false;
}

}  // namespace

Round::Round(const PlanData& plan, std::vector<Window> windows)
    : plan_(plan), windows_(std::move(windows)), lists_(windows_.size()), sources_(windows_.size()) {
  for (Window& window : windows_) {
    const std::size_t rows = plan.predicted[window.columns.table].rows;
    window.place = memory_size_;
    window.large_place = large_size_;
    memory_size_ += whole_lines(rows * window.stride);
    large_size_ += window.stride == 0 ? 0 : rows;
  }
  if (memory_size_ > 0) memory_size_ += readable_beyond;
}

void Round::move(std::size_t exponentials, std::size_t marks) {
  for (Window& window : windows_) {
    window.place += exponentials;
    window.large_place += marks;
  }
  memory_size_ += exponentials;
  large_size_ += marks;
}

void Round::place_gradients(std::size_t first) {
  for (Window& window : windows_) {
    if (window.gradient_offset > 0) continue;
    window.gradient_offset = first - window.place;
    first += whole_lines(plan_.predicted[window.columns.table].rows * window.stride);
  }
  memory_size_ = first + readable_beyond;
}

std::uint32_t Round::window_of(const plan::GroupSlot& slot, std::size_t column) const {
  const auto found = std::find_if(windows_.begin(), windows_.end(), [&](const Window& window) {
    return window.columns.table == slot.table && column >= window.columns.first &&
           column < window.columns.first + window.columns.count;
  });
  return static_cast<std::uint32_t>(found - windows_.begin());
}

// The group of a part with its slots where the part's literals are.
Round::PlacedGroup& Round::place_group(const BlockPart& part) {
  const plan::GroundingGroup& group = plan_.groups[part.group];
  std::vector<kernels::SlotView> slots;
  for (const plan::GroupSlot& slot : group.slots) {
    const auto degrees_after = static_cast<std::uint32_t>(windows_.size());
    slots.push_back({slot.is_degree ? degrees_after + slot.table : no_window, slot.fixed.has_value(),
                     slot.fixed.value_or(0), slot.varying});
  }
  for (const auto& literal : part.block->literals) {
    const plan::GroupSlot& slot = group.slots[literal.slot];
    if (!slot.is_degree) slots[literal.slot].table = window_of(slot, literal.columns[part.first]);
  }
  std::vector<std::size_t> key = {part.group};
  for (const kernels::SlotView& slot : slots) key.push_back(slot.table);
  std::unique_ptr<PlacedGroup>& placed = groups_[key];
  if (placed == nullptr) {
    placed = std::make_unique<PlacedGroup>();
    placed->group = part.group;
    placed->slots = std::move(slots);
  }
  return *placed;
}

void Round::add(const BlockPart& part) {
  PlacedGroup& placed = place_group(part);
  auto& literals = *literals_.emplace_back(std::make_unique<std::vector<kernels::LiteralView>>());
  for (const auto& literal : part.block->literals) {
    const bool is_degree = plan_.groups[part.group].slots[literal.slot].is_degree;
    const std::size_t before = is_degree ? 0 : windows_[placed.slots[literal.slot].table].columns.first;
    auto& columns = *columns_.emplace_back(std::make_unique<std::vector<std::uint32_t>>());
    for (std::size_t i = 0;
         i < (part.count + plan::block_padding - 1) / plan::block_padding * plan::block_padding; ++i) {
      const std::size_t clause = part.first + std::min(i, part.count - 1);
      columns.push_back(literal.columns[clause] - static_cast<std::uint32_t>(before));
    }
    // The degrees of `given` tuples lie alone in their rows, where no vector can be loaded.
    literals.push_back(
        {literal.slot, literal.positive ? 1.0F : -1.0F, literal.contiguous && !is_degree, columns.data()});
    placed.used_slots.push_back(literal.slot);
  }
  kernels::BlockView view;
  view.literals = literals.data();
  view.literal_count = static_cast<std::uint32_t>(literals.size());
  view.clause_count = static_cast<std::uint32_t>(part.count);
  view.first_weight = part.first_weight;
  view.is_pair = part.is_pair;
  view.may_repeat = may_repeat(placed.slots, literals, part.count);
  placed.blocks.push_back(view);
  sums_size_ = std::max(sums_size_, kernels::sums_size(view.literal_count, view.clause_count));
  most_literals_ = std::max<std::size_t>(most_literals_, view.literal_count);
}

// Only rows of slots that some literal is about change.
void Round::add_lists(const PlacedGroup& placed) {
  const plan::GroundingGroup& group = plan_.groups[placed.group];
  for (std::size_t i = 0; i < group.lists.size(); ++i) {
    const plan::IncidenceList& list = group.lists[i];
    if (!std::binary_search(placed.used_slots.begin(), placed.used_slots.end(), list.slot)) continue;
    const std::size_t rows = plan_.predicted[group.slots[list.slot].table].rows;
    const std::size_t window = placed.slots[list.slot].table;
    lists_[window].push_back(view_list(list, rows, placed.view));
    sources_[window].emplace_back(placed.group, i);
  }
}

void Round::finish() {
  for (auto& [key, placed] : groups_) {
    const plan::GroundingGroup& group = plan_.groups[placed->group];
    std::sort(placed->used_slots.begin(), placed->used_slots.end());
    placed->view = {placed->slots.data(), group.varying_count, group.tuples.data(), placed->blocks.data(),
                    static_cast<std::uint32_t>(placed->blocks.size())};
    add_lists(*placed);
  }
  // Now that no list moves any more:
  std::set<const kernels::GroupView*> covered;
  for (std::size_t window = 0; window < lists_.size(); ++window) {
    for (std::size_t i = 0; i < lists_[window].size(); ++i) {
      const kernels::ListView& list = lists_[window][i];
      if (covered.insert(list.group).second) covering_lists_.push_back(&list);
      views_[sources_[window][i]].push_back({window, &list});
    }
  }
}

std::span<const Round::ListPlace> Round::views_of(std::size_t group, std::size_t list) const {
  const auto found = views_.find({group, list});
  return found == views_.end() ? std::span<const ListPlace>() : found->second;
}

}  // namespace kenn::engine
