// Step 3 of a plan: the matches of a pattern as incidence lists, never as a whole.
#include "plan/incidence.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "plan/group_memory.h"

namespace kenn::plan {

namespace {

constexpr std::uint64_t most_indexed = std::numeric_limits<Row>::max();

class IncidenceBuilder {
 public:
  IncidenceBuilder(const Matcher& matcher, std::span<const Slot> sources,
                   std::span<const std::uint64_t> row_counts, GroundingGroup& group)
      : matcher_(matcher), sources_(sources), row_counts_(row_counts), group_(group) {}

  void run() {
    add_lists();
    count();
    for (IncidenceList& list : group_.lists) make_offsets(list);
    if (needs_tuples_) group_.tuples.resize(group_.groundings * varying_.size());
    if (group_.groundings > 0) fill();
  }

 private:
  [[nodiscard]] bool varies(std::uint32_t slot) const { return !group_.slots[slot].fixed; }

  void add_lists() {
    for (std::uint32_t slot = 0; slot < group_.slots.size(); ++slot) {
      if (varies(slot)) varying_.push_back(slot);
      if (group_.slots[slot].is_degree) continue;
      group_.lists.push_back({slot, entry_kind(group_, slot), {}, {}, {}, {}});
    }
    needs_tuples_ = keeps_tuples(group_);
    for (const std::uint32_t slot : varying_) {
      if (!group_.slots[slot].is_degree) counted_.push_back(slot);
    }
  }

  [[nodiscard]] Row row_of(std::uint32_t slot, const Match& match) const {
    const Slot& source = sources_[slot];
    if (source.is_object) return match.variables[source.object.value];
    const std::uint64_t row = match.atoms[source.atom];
    return row == not_listed ? static_cast<Row>(row_counts_[slot]) : static_cast<Row>(row);
  }

  // Pass 1: how many groundings each row has.
  void count() {
    counts_.resize(group_.slots.size());
    for (const std::uint32_t slot : counted_) counts_[slot].resize(row_counts_[slot]);
    matcher_.for_each([this](const Match& match) {
      ++group_.groundings;
      for (const std::uint32_t slot : counted_) ++counts_[slot][row_of(slot, match)];
      return true;
    });
    if (needs_tuples_ && group_.groundings > most_indexed) {
      throw Error(ErrorKind::limit, std::to_string(group_.groundings) +
                                        " groundings of one group of clauses; " + "at most " +
                                        std::to_string(most_indexed) + " are possible");
    }
  }

  // Orders the rows of a list; `counts_` becomes the place of each row's first entry.
  void make_offsets(IncidenceList& list) {
    if (!varies(list.slot)) {
      list.rows = {*group_.slots[list.slot].fixed};
      list.offsets = {0, group_.groundings};
      start_chunks(list);
      return;
    }
    std::vector<std::uint64_t>& counts = counts_[list.slot];
    const bool has_entries = list.kind != EntryKind::none;
    if (!has_entries && std::all_of(counts.begin(), counts.end(), [](std::uint64_t n) { return n == 1; }))
      return;
    order_rows(counts, list);
    list.offsets.reserve(list.rows.size() + 1);
    std::uint64_t place = 0;
    for (const Row row : list.rows) {
      list.offsets.push_back(place);
      place += std::exchange(counts[row], place);
    }
    list.offsets.push_back(place);
    start_chunks(list);
    if (has_entries) list.entries.resize(group_.groundings + entry_padding);
  }

  static void order_rows(const std::vector<std::uint64_t>& counts, IncidenceList& list) {
    list.rows.reserve(counts.size() - static_cast<std::size_t>(std::count(counts.begin(), counts.end(), 0)));
    for (std::size_t chunk = 0; chunk < counts.size(); chunk += chunk_rows) {
      const std::size_t end = std::min(counts.size(), chunk + chunk_rows);
      const auto first = list.rows.end() - list.rows.begin();
      for (std::size_t row = chunk; row < end; ++row) {
        if (counts[row] > 0) list.rows.push_back(static_cast<Row>(row));
      }
      std::stable_sort(list.rows.begin() + first, list.rows.end(),
                       [&](Row left, Row right) { return counts[left] < counts[right]; });
    }
  }

  void start_chunks(IncidenceList& list) const {
    const std::size_t chunks = (row_counts_[list.slot] + chunk_rows - 1) / chunk_rows;
    list.chunk_starts.assign(chunks + 1, 0);
    for (const Row row : list.rows) ++list.chunk_starts[row / chunk_rows + 1];
    std::partial_sum(list.chunk_starts.begin(), list.chunk_starts.end(), list.chunk_starts.begin());
  }

  // Pass 2: every grounding goes to the place of its rows.
  void fill() {
    std::vector<IncidenceList*> lists;
    for (IncidenceList& list : group_.lists) {
      if (!list.entries.empty()) lists.push_back(&list);
    }
    if (lists.empty() && !needs_tuples_) return;
    std::uint64_t grounding = 0;
    matcher_.for_each([&](const Match& match) {
      for (IncidenceList* const list : lists) {
        const std::uint64_t place = counts_[list->slot][row_of(list->slot, match)]++;
        list->entries[place] = list->kind == EntryKind::indexed ? static_cast<Row>(grounding)
                                                                : row_of(other_of(list->slot), match);
      }
      if (needs_tuples_) {
        for (std::size_t i = 0; i < varying_.size(); ++i) {
          group_.tuples[grounding * varying_.size() + i] = row_of(varying_[i], match);
        }
      }
      ++grounding;
      return true;
    });
  }

  [[nodiscard]] std::uint32_t other_of(std::uint32_t slot) const {
    return varying_[0] == slot ? varying_[1] : varying_[0];
  }

  const Matcher& matcher_;
  std::span<const Slot> sources_;
  std::span<const std::uint64_t> row_counts_;
  GroundingGroup& group_;
  std::vector<std::uint32_t> varying_;              // the slots that vary
  std::vector<std::uint32_t> counted_;              // those of them that have a list
  std::vector<std::vector<std::uint64_t>> counts_;  // per slot and row: groundings, later places of entries
  bool needs_tuples_ = false;
};

}  // namespace

void build_incidence(const Matcher& matcher, std::span<const Slot> sources,
                     std::span<const std::uint64_t> row_counts, GroundingGroup& group) {
  IncidenceBuilder(matcher, sources, row_counts, group).run();
}

}  // namespace kenn::plan
