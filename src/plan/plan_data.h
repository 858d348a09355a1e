// What a plan holds: grounding groups as arrays that the kernels walk through.
#pragma once

#include <kenn/plan.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "plan/pattern.h"

namespace kenn::plan {

// A row that every grounding of a group has. It is the same one for all groundings (a constant) or varies.
struct GroupSlot {
  std::uint32_t table = 0;  // into PlanData::predicted, or PlanData::degrees
  bool is_degree = false;   // a `given` tuple with a degree: it takes part and is not changed
  std::optional<Row> fixed;
  std::uint32_t varying = 0;  // its number among the varying slots, when it is one
};

// How the entries of an incidence list name a grounding.
enum class EntryKind : std::uint8_t {
  none,     // nothing varies but the list's own row: the number of entries is all there is to know
  other,    // two slots vary: an entry is the row of the other one
  indexed,  // an entry is a grounding, a row of GroundingGroup::tuples
};

// Work goes over the rows of a table in chunks of this many.
inline constexpr std::size_t chunk_rows = 128;

// For one slot of a group, the groundings of every row that has any: the transposed join, in compressed rows.
//
//   pairs (0,1) (0,2) (2,1):   of x   rows 2 0   offsets 0 1 3   entries 1 1 2
//                              of y   rows 2 1   offsets 0 1 3   entries 0 0 2
//
// Chunks follow each other; inside a chunk rows go by their number of groundings, so that the loops over
// short rows seldom change their length.
struct IncidenceList {
  std::uint32_t slot = 0;
  EntryKind kind = EntryKind::none;
  std::vector<Row> rows;               // those that have groundings; without chunks: all, in order
  std::vector<std::uint64_t> offsets;  // one more than rows; empty: every row has one grounding
  std::vector<Row> entries;            // `indexed` without entries: entry i is grounding i
  std::vector<Row> chunk_starts;       // where the rows of each chunk begin, and the end; empty: all rows
};

// Clauses of one group with the same literals up to their columns: one vector loop over the clauses.
struct ClauseBlock {
  struct LiteralColumns {
    std::uint32_t slot = 0;
    bool positive = true;
    bool contiguous = false;             // columns are c, c + 1, c + 2, ...
    std::vector<std::uint32_t> columns;  // one per clause, then repeated up to a multiple of `block_padding`
  };

  std::vector<std::size_t> clauses;  // into Knowledge::clauses()
  std::vector<LiteralColumns> literals;
};

inline constexpr std::size_t block_padding = 16;  // at least as many as the lanes of a vector

// Entries may be read this far past the end of a list, to fetch rows ahead.
inline constexpr std::size_t entry_padding = 32;

struct GroundingGroup {
  bool is_about_one_object = false;  // its clauses go first in sequential order
  std::vector<GroupSlot> slots;
  std::uint32_t varying_count = 0;
  std::uint64_t groundings = 0;
  std::vector<Row> tuples;           // the varying rows of every grounding, where a list is `indexed`
  std::vector<IncidenceList> lists;  // one per slot that is changed
  std::vector<ClauseBlock> blocks;

  [[nodiscard]] std::uint64_t bytes() const;
};

// Columns of a predicted table of which exactly one holds in every row.
struct ExclusiveColumns {
  std::uint32_t table = 0;
  std::vector<std::uint32_t> columns;  // ascending
};

}  // namespace kenn::plan

namespace kenn {

class PlanData {
 public:
  std::vector<PredictedTable> predicted;
  std::vector<plan::ExclusiveColumns> exclusive;
  std::vector<std::vector<float>>
      degrees;  // preactivations of `given` tuples; the last one is for "not listed"
  std::vector<plan::GroundingGroup> groups;
  std::vector<GroupSummary> summaries;
  std::vector<std::string> clause_names;
  std::vector<Weight> weights;
};

}  // namespace kenn

namespace kenn::plan {

// The groundings of a group, one after the other: the row of every slot. For tests and the reference.
std::vector<Row> expand_groundings(const GroundingGroup& group, const PlanData& plan);

}  // namespace kenn::plan
