// Step 3 of a plan: the matches of a pattern as incidence lists, never as a whole.
#include "plan/incidence.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace kenn {

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
    make_offsets();
    if (group_.groundings > 0) fill();
    for (IncidenceList& list : group_.lists) finish(list);
  }

 private:
  [[nodiscard]] bool varies(std::uint32_t slot) const { return !group_.slots[slot].fixed; }

  [[nodiscard]] EntryKind kind_of(std::uint32_t slot) const {
    const std::uint32_t others = group_.varying_count - (varies(slot) ? 1U : 0U);
    if (others == 0) return EntryKind::none;
    return others == 1 && varies(slot) ? EntryKind::other : EntryKind::indexed;
  }

  void add_lists() {
    for (std::uint32_t slot = 0; slot < group_.slots.size(); ++slot) {
      if (varies(slot)) varying_.push_back(slot);
      if (group_.slots[slot].is_degree) continue;
      group_.lists.push_back({slot, kind_of(slot), {}, {}, {}});
      needs_tuples_ = needs_tuples_ || kind_of(slot) == EntryKind::indexed;
    }
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
    for (const std::uint32_t slot : counted_) counts_[slot].resize(row_counts_[slot] + 1);
    matcher_.for_each([this](const Match& match) {
      ++group_.groundings;
      for (const std::uint32_t slot : counted_) ++counts_[slot][row_of(slot, match) + std::size_t{1}];
      return true;
    });
    if (needs_tuples_ && group_.groundings > most_indexed) {
      throw Error(ErrorKind::limit, std::to_string(group_.groundings) +
                                        " groundings of one group of clauses; " + "at most " +
                                        std::to_string(most_indexed) + " are possible");
    }
  }

  void make_offsets() {
    for (IncidenceList& list : group_.lists) {
      if (!varies(list.slot)) {
        list.rows = {*group_.slots[list.slot].fixed};
        list.offsets = {0, group_.groundings};
        continue;
      }
      list.offsets = std::move(counts_[list.slot]);
      std::partial_sum(list.offsets.begin(), list.offsets.end(), list.offsets.begin());
      if (list.kind != EntryKind::none) list.entries.resize(group_.groundings + entry_padding);
    }
    if (needs_tuples_) group_.tuples.resize(group_.groundings * varying_.size());
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
        // The offset of a row is also where its next entry goes; `finish` moves them back.
        const std::uint64_t place = list->offsets[row_of(list->slot, match)]++;
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
    for (IncidenceList* const list : lists) {
      std::rotate(list->offsets.begin(), list->offsets.end() - 1, list->offsets.end());
      list->offsets.front() = 0;
    }
  }

  [[nodiscard]] std::uint32_t other_of(std::uint32_t slot) const {
    return varying_[0] == slot ? varying_[1] : varying_[0];
  }

  // Leaves out what says nothing: offsets when every row has one grounding, rows without groundings when
  // naming the others is shorter.
  void finish(IncidenceList& list) const {
    if (!varies(list.slot)) return;
    const std::uint64_t rows = row_counts_[list.slot];
    bool is_identity = list.kind == EntryKind::none;
    std::uint64_t touched = 0;
    for (std::uint64_t row = 0; row < rows; ++row) {
      const std::uint64_t length = list.offsets[row + 1] - list.offsets[row];
      touched += length > 0 ? 1 : 0;
      is_identity = is_identity && length == 1;
    }
    if (is_identity) {
      list.offsets = {};
      return;
    }
    if (touched * (sizeof(Row) + sizeof(std::uint64_t)) >= rows * sizeof(std::uint64_t)) return;
    std::vector<std::uint64_t> offsets;
    offsets.reserve(touched + 1);
    list.rows.reserve(touched);
    for (std::uint64_t row = 0; row < rows; ++row) {
      if (list.offsets[row + 1] == list.offsets[row]) continue;
      list.rows.push_back(static_cast<Row>(row));
      offsets.push_back(list.offsets[row]);
    }
    offsets.push_back(group_.groundings);
    list.offsets = std::move(offsets);
  }

  const Matcher& matcher_;
  std::span<const Slot> sources_;
  std::span<const std::uint64_t> row_counts_;
  GroundingGroup& group_;
  std::vector<std::uint32_t> varying_;  // the slots that vary
  std::vector<std::uint32_t> counted_;  // those of them that have a list
  std::vector<std::vector<std::uint64_t>> counts_;
  bool needs_tuples_ = false;
};

}  // namespace

void build_incidence(const Matcher& matcher, std::span<const Slot> sources,
                     std::span<const std::uint64_t> row_counts, GroundingGroup& group) {
  IncidenceBuilder(matcher, sources, row_counts, group).run();
}

}  // namespace kenn
