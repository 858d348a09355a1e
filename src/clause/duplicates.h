// Pass 7: finds clauses that say the same as an earlier one.
//
//     !A(x) | B(x),  B(y) | !A(y)   ->   the second repeats the first
//
// Two clauses say the same when one becomes the other by reordering literals and renaming variables.
#pragma once

#include <kenn/clause.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace kenn {

// Whether the clauses differ in the order of literals and the names of variables only. The search for the
// renaming gives up after a number of steps that only contrived clauses need, and then says no.
bool say_the_same(const Clause& left, const Clause& right);

// Remembers clauses as they come.
class DuplicateFinder {
 public:
  // The index of the earlier clause in `clauses` that `clause` repeats; otherwise remembers it as the one
  // that will get index `clauses.size()`.
  std::optional<std::size_t> find_or_add(const Clause& clause, const std::vector<Clause>& clauses);

 private:
  std::unordered_multimap<std::uint64_t, std::size_t> by_fingerprint_;
};

}  // namespace kenn
