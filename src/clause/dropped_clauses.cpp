// The clauses of one rule that are not kept, told in one warning per reason.
#include "clause/dropped_clauses.h"

#include "base/spelling.h"

namespace kenn::clause {

namespace {

std::string clauses_of(std::size_t count, const knowledge::syntax::RuleStatement& rule) {
  return std::to_string(count) + (count == 1 ? " clause of " : " clauses of ") + describe(rule) +
         (count == 1 ? " is" : " are");
}

std::string others(std::size_t count) {
  return count > 1 ? " (and " + std::to_string(count - 1) + " more of this rule)" : "";
}

}  // namespace

std::string describe(const knowledge::syntax::RuleStatement& rule) {
  return rule.name ? "rule " + string_literal(base::shortened(rule.name->text, 40)) : "this rule";
}

void DroppedClauses::add(Reason reason, const std::string& what) {
  Group& group = groups_[static_cast<std::size_t>(reason)];
  if (group.count++ == 0) group.first = what;
}

void DroppedClauses::warn(const knowledge::syntax::RuleStatement& rule,
                          base::Diagnostics& diagnostics) const {
  if (const Group& group = of(Reason::always_true); group.count > 0) {
    diagnostics.warning(rule.offset, clauses_of(group.count, rule) + " always true; dropped");
  }
  if (const Group& group = of(Reason::always_false); group.count > 0) {
    diagnostics.warning(rule.offset,
                        clauses_of(group.count, rule) + " always false; dropped: no prediction satisfies it");
  }
  if (const Group& group = of(Reason::changes_nothing); group.count > 0) {
    diagnostics.warning(rule.offset,
                        "the clause '" + group.first +
                            "' has no predicted predicate; dropped: it can never change a prediction" +
                            others(group.count));
  }
  if (const Group& group = of(Reason::repeated); group.count > 0) {
    diagnostics.warning(rule.offset, group.first + "; dropped" + others(group.count));
  }
}

}  // namespace kenn::clause
