// Pass 9: warns of what the knowledge declares and does not use.
#include "clause/unused.h"

#include <algorithm>
#include <string>

namespace kenn::clause {

void warn_unused(const knowledge::syntax::Tree& tree, const Declarations& declarations,
                 const std::vector<Clause>& clauses, base::Diagnostics& diagnostics) {
  if (diagnostics.has_errors()) return;
  if (tree.statements.empty()) {
    diagnostics.warning(0, "the file says nothing: it has no statements");
    return;
  }
  const bool has_rules =
      std::any_of(tree.statements.begin(), tree.statements.end(), [](const auto& statement) {
        return std::holds_alternative<knowledge::syntax::RuleStatement>(statement);
      });
  if (!has_rules) diagnostics.warning(0, "there are no rules, so no prediction will change");

  const Vocabulary& vocabulary = declarations.vocabulary;
  std::vector<bool> type_used(vocabulary.types.size());
  for (const Predicate& predicate : vocabulary.predicates) {
    for (const TypeIndex type : predicate.argument_types) type_used[type] = true;
  }
  std::vector<bool> predicate_used(vocabulary.predicates.size());
  for (const Clause& clause : clauses) {
    for (const Literal& literal : clause.literals) {
      if (!literal.is_equality()) predicate_used[literal.predicate] = true;
    }
  }
  for (TypeIndex i = 0; i < type_used.size(); ++i) {
    if (type_used[i]) continue;
    diagnostics.warning(declarations.type_offsets[i],
                        "type '" + vocabulary.types[i].name + "' has no predicates");
  }
  for (PredicateIndex i = 0; i < predicate_used.size(); ++i) {
    if (predicate_used[i] || vocabulary.predicates[i].role != Role::given || !has_rules) continue;
    diagnostics.warning(declarations.predicate_offsets[i],
                        "no clause uses the given predicate '" + vocabulary.predicates[i].name + "'");
  }
}

}  // namespace kenn::clause
