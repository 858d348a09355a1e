// The clauses of one rule that are not kept, told in one warning per reason.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/diagnostics.h"
#include "knowledge/syntax_tree.h"

namespace kenn::clause {

enum class Reason : std::uint8_t { always_true, always_false, changes_nothing, repeated };

// "rule "topic"", or "this rule".
std::string describe(const knowledge::syntax::RuleStatement& rule);

class DroppedClauses {
 public:
  // `what` says which clause it is, or of what it is a repetition; the first of each reason is told.
  void add(Reason reason, const std::string& what);

  void warn(const knowledge::syntax::RuleStatement& rule, base::Diagnostics& diagnostics) const;

 private:
  struct Group {
    std::size_t count = 0;
    std::string first;
  };

  [[nodiscard]] const Group& of(Reason reason) const { return groups_[static_cast<std::size_t>(reason)]; }

  std::array<Group, 4> groups_;
};

}  // namespace kenn::clause
