// What a plan holds: its size, and its groundings written out.
#include "plan/plan_data.h"

namespace kenn::plan {

namespace {

template <typename Element>
std::uint64_t bytes_of(const std::vector<Element>& elements) {
  return elements.size() * sizeof(Element);
}

// The rows of all slots of one grounding, from the list of the slot that is changed first.
class GroundingWriter {
 public:
  GroundingWriter(const GroundingGroup& group, const IncidenceList& list, std::vector<Row>& target)
      : group_(group), list_(list), target_(target) {}

  void write(Row own, std::uint64_t entry) {
    for (std::uint32_t slot = 0; slot < group_.slots.size(); ++slot)
      target_.push_back(row_of(slot, own, entry));
  }

 private:
  [[nodiscard]] Row row_of(std::uint32_t slot, Row own, std::uint64_t entry) const {
    const GroupSlot& about = group_.slots[slot];
    if (about.fixed) return *about.fixed;
    if (slot == list_.slot) return own;
    if (list_.kind == EntryKind::other) return list_.entries[entry];
    const std::uint64_t grounding = list_.entries.empty() ? entry : list_.entries[entry];
    return group_.tuples[grounding * group_.varying_count + about.varying];
  }

  const GroundingGroup& group_;
  const IncidenceList& list_;
  std::vector<Row>& target_;
};

}  // namespace

std::uint64_t GroundingGroup::bytes() const {
  std::uint64_t sum = bytes_of(tuples);
  for (const IncidenceList& list : lists) {
    sum +=
        bytes_of(list.rows) + bytes_of(list.offsets) + bytes_of(list.entries) + bytes_of(list.chunk_starts);
  }
  for (const ClauseBlock& block : blocks) {
    sum += bytes_of(block.clauses);
    for (const auto& literal : block.literals) sum += bytes_of(literal.columns);
  }
  return sum;
}

std::vector<Row> expand_groundings(const GroundingGroup& group, const PlanData& plan) {
  std::vector<Row> rows;
  const IncidenceList& list = group.lists.front();
  GroundingWriter writer(group, list, rows);
  if (list.offsets.empty()) {
    const std::size_t count = plan.predicted[group.slots[list.slot].table].rows;
    for (Row row = 0; row < count; ++row) writer.write(row, row);
    return rows;
  }
  for (std::size_t i = 0; i + 1 < list.offsets.size(); ++i) {
    const Row own = list.rows.empty() ? static_cast<Row>(i) : list.rows[i];
    for (std::uint64_t entry = list.offsets[i]; entry < list.offsets[i + 1]; ++entry)
      writer.write(own, entry);
  }
  return rows;
}

}  // namespace kenn::plan
