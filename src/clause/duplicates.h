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

namespace kenn::clause {

// Whether the clauses differ in the order of literals and the names of variables only. A search in vain is
// paid from `effort`; where contrived clauses would need more than is left of it, the answer is no.
bool say_the_same(const Clause& left, const Clause& right, std::size_t& effort);

// Remembers clauses as they come.
class DuplicateFinder {
 public:
  // The index of the earlier clause in `clauses` that `clause` repeats; otherwise remembers it as the one
  // that will get index `clauses.size()`.
  std::optional<std::size_t> find_or_add(const Clause& clause, const std::vector<Clause>& clauses);

 private:
  std::unordered_multimap<std::uint64_t, std::size_t> by_fingerprint_;
  std::size_t effort_ = 20'000'000;  // about a second, for all clauses together
};

}  // namespace kenn::clause
