// Cuts a pass into rounds.
#include "engine/rounds.h"

#include <algorithm>
#include <set>

#include "base/caches.h"

namespace kenn::engine {

namespace {

constexpr std::size_t streamed_bytes = std::size_t{16} << 20;  // more is written past the caches
constexpr std::size_t near_cache_bytes = std::size_t{1} << 20;
constexpr std::size_t line_floats = 16;

// The most columns that the kernels do at once.
constexpr std::size_t widest = 48;
static_assert(widest <= kernels::most_collected_columns);

// How far away so many bytes are at best: 0 in a core's own cache, 1 in the one that all share, 2 beyond.
int distance_of(std::size_t bytes, const base::Caches& caches) {
  return bytes <= caches.own ? 0 : bytes <= caches.shared ? 1 : 2;
}

// How many columns a window on a table has: as many as can be done at once, or a cache line of them, where
// that brings its exponentials nearer. (Gradients lie beside them, and come along with the line before.)
std::size_t window_width(const PredictedTable& table, const base::Caches& caches) {
  const auto distance = [&](std::size_t columns) {
    return distance_of(table.rows * columns * sizeof(float), caches);
  };
  const std::size_t columns = std::min(widest, (table.columns.size() + 7) / 8 * 8);
  return distance(std::min(columns, line_floats)) < distance(columns) ? line_floats : widest;
}

// The windows of a pair, in order.
using WindowPair = std::pair<std::pair<std::uint32_t, std::size_t>, std::pair<std::uint32_t, std::size_t>>;

class RoundMaker {
 public:
  RoundMaker(const PlanData& plan, RoundKind kind) : plan_(plan), kind_(kind) {
    for (const PredictedTable& table : plan.predicted) {
      widths_.push_back(window_width(table, base::caches()));
      touched_.emplace_back(table.columns.size());
    }
  }

  Rounds run(std::span<const BlockPart> blocks) {
    std::vector<BlockPart> general;
    std::map<WindowPair, std::vector<BlockPart>> pairs;
    for (const BlockPart& block : blocks) {
      if (block.is_pair && kind_ != RoundKind::direct) {
        cut(block, pairs);
      } else {
        general.push_back(block);
        general.back().is_pair = false;
      }
    }
    if (!general.empty()) add_round(whole_tables(general), general);
    for (const auto& [windows, parts] : pairs) {
      std::vector<Columns> columns = {columns_of(windows.first)};
      if (windows.second != windows.first) columns.push_back(columns_of(windows.second));
      add_round(columns, parts);
    }
    for (std::uint32_t table = 0; table < touched_.size(); ++table) add_untouched(table);
    place_apart();
    list_windows();
    return std::move(rounds_);
  }

 private:
  // Cuts a block where one of its literals goes to the next window.
  void cut(const BlockPart& block, std::map<WindowPair, std::vector<BlockPart>>& pairs) {
    const auto& literals = block.block->literals;
    const auto window_at = [&](std::size_t literal, std::size_t clause) {
      const std::uint32_t table = plan_.groups[block.group].slots[literals[literal].slot].table;
      return std::pair(table, literals[literal].columns[clause] / widths_[table]);
    };
    for (std::size_t first = 0; first < block.count;) {
      const WindowPair windows{window_at(0, first), window_at(1, first)};
      std::size_t last = first + 1;
      while (last < block.count && windows == WindowPair{window_at(0, last), window_at(1, last)}) ++last;
      BlockPart part = block;
      part.first = first;
      part.count = last - first;
      part.first_weight += first;
      pairs[{std::min(windows.first, windows.second), std::max(windows.first, windows.second)}].push_back(
          part);
      first = last;
    }
  }

  [[nodiscard]] Columns columns_of(const std::pair<std::uint32_t, std::size_t>& window) const {
    const std::size_t first = window.second * widths_[window.first];
    const std::size_t columns = plan_.predicted[window.first].columns.size();
    return {window.first, first, std::min(columns - first, widths_[window.first])};
  }

  [[nodiscard]] std::vector<Columns> whole_tables(std::span<const BlockPart> parts) const {
    std::set<std::uint32_t> tables;
    for (const BlockPart& part : parts) {
      for (const plan::GroupSlot& slot : plan_.groups[part.group].slots) {
        if (!slot.is_degree) tables.insert(slot.table);
      }
    }
    std::vector<Columns> columns;
    columns.reserve(tables.size());
    for (const std::uint32_t table : tables)
      columns.push_back({table, 0, plan_.predicted[table].columns.size()});
    return columns;
  }

  void add_round(std::span<const Columns> columns, std::span<const BlockPart> parts) {
    std::vector<Window> windows;
    for (const Columns& each : columns) {
      Window window;
      window.columns = each;
      const auto first = touched_[each.table].begin() + static_cast<std::ptrdiff_t>(each.first);
      const auto last = first + static_cast<std::ptrdiff_t>(each.count);
      window.is_first = std::find(first, last, true) == last;
      std::fill(first, last, true);
      if (kind_ != RoundKind::direct) {
        const std::size_t width = (each.count + 7) / 8 * 8;
        const bool has_room = kind_ == RoundKind::gradients;
        window.stride = has_room ? 2 * width : width;
        window.gradient_offset = has_room ? width : 0;
      }
      windows.push_back(window);
    }
    auto round = std::make_unique<Round>(plan_, std::move(windows));
    for (const BlockPart& part : parts) round->add(part);
    round->finish();
    rounds_.rounds.push_back(std::move(round));
  }

  // Gives every round a place of its own; where exponentials are kept, gradients come after all of them.
  void place_apart() {
    std::size_t exponentials = 0;
    std::size_t marks = 0;
    for (const auto& round : rounds_.rounds) {
      round->move(exponentials, marks);
      exponentials = round->memory_size();
      marks = round->large_size();
    }
    rounds_.exceed_cache = exponentials * sizeof(float) > streamed_bytes;
    if (kind_ != RoundKind::kept) return;
    std::size_t gradients = exponentials;
    for (const auto& round : rounds_.rounds) {
      round->place_gradients(gradients);
      gradients = round->memory_size();
    }
  }

  void list_windows() {
    for (std::uint32_t table = 0; table < plan_.predicted.size(); ++table) {
      TableWindows all{{table, 0, plan_.predicted[table].columns.size()}, {}};
      for (const auto& round : rounds_.rounds) {
        for (const Window& window : round->windows()) {
          if (window.columns.table == table) all.windows.push_back(window);
        }
      }
      if (!all.windows.empty()) rounds_.tables.push_back(std::move(all));
    }
  }

  void add_untouched(std::uint32_t table) {
    const std::vector<bool>& touched = touched_[table];
    for (std::size_t first = 0; first < touched.size();) {
      std::size_t last = first;
      while (last < touched.size() && !touched[last]) ++last;
      if (last > first) rounds_.untouched.push_back({table, first, last - first});
      first = last + 1;
    }
  }

  const PlanData& plan_;
  RoundKind kind_;
  std::vector<std::size_t> widths_;         // of windows, per table
  std::vector<std::vector<bool>> touched_;  // per table and column
  Rounds rounds_;
};

}  // namespace

bool are_small(const std::vector<PredictedTable>& tables) {
  std::size_t bytes = 0;
  for (const PredictedTable& table : tables) {
    bytes += 2 * sizeof(float) * table.rows * ((table.columns.size() + 7) / 8 * 8);
  }
  return bytes <= near_cache_bytes;
}

bool is_pair(const plan::GroundingGroup& group, const plan::ClauseBlock& block) {
  if (group.varying_count != 2 || block.literals.size() != 2) return false;
  const plan::ClauseBlock::LiteralColumns& left = block.literals[0];
  const plan::ClauseBlock::LiteralColumns& right = block.literals[1];
  const auto fits = [&](const plan::ClauseBlock::LiteralColumns& literal) {
    const plan::GroupSlot& slot = group.slots[literal.slot];
    return literal.contiguous && !slot.fixed && !slot.is_degree;
  };
  return left.slot != right.slot && fits(left) && fits(right);
}

Rounds make_rounds(const PlanData& plan, std::span<const BlockPart> blocks, RoundKind kind) {
  return RoundMaker(plan, kind).run(blocks);
}

}  // namespace kenn::engine
