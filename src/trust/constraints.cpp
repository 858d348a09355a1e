// Which rules are constraints: rules about single rows that the labels never violate.
#include "trust/constraints.h"

#include <algorithm>
#include <functional>
#include <map>

#include "plan/plan_data.h"
#include "trust/rule_pools.h"

namespace kenn::trust {

namespace {

constexpr std::uint64_t least_groundings = 20;  // of a shape, which must all hold

// Whether all variables of a clause are those of its predicted atoms. (With `L` given, those of
// !A(x) | !L(x, y) | B(x) are not: it pushes x once for every y.)
bool has_predicted_variables_only(const Clause& clause, const Vocabulary& vocabulary) {
  std::vector<bool> is_predicted(clause.variables.size(), false);
  for (const Literal& literal : clause.literals) {
    if (literal.is_equality() || vocabulary.predicates[literal.predicate].role != Role::predict) continue;
    for (const Term& term : literal.arguments) {
      if (term.kind == Term::Kind::variable) is_predicted[term.index] = true;
    }
  }
  return std::find(is_predicted.begin(), is_predicted.end(), false) == is_predicted.end();
}

// Clauses whose groundings are about one row each, and about another one each, such as !Dog(x) | Animal(x).
std::vector<bool> about_one_row(const Plan& plan, const Knowledge& knowledge) {
  std::vector<bool> all;
  for (const Clause& clause : knowledge.clauses()) {
    all.push_back(has_predicted_variables_only(clause, knowledge.vocabulary()));
  }
  for (const plan::GroundingGroup& group : plan.data().groups) {
    for (const plan::ClauseBlock& block : group.blocks) {
      const bool is_one = std::all_of(block.literals.begin(), block.literals.end(), [&](const auto& literal) {
        return literal.slot == block.literals.front().slot && !group.slots[literal.slot].is_degree;
      });
      for (const std::size_t clause : block.clauses) all[clause] = all[clause] && is_one;
    }
  }
  return all;
}

}  // namespace

std::vector<std::vector<bool>> constraint_shapes(const Plan& plan, const Knowledge& knowledge,
                                                 const std::vector<RuleEvidence>& evidence,
                                                 const std::vector<std::uint32_t>& shape_of) {
  const std::vector<bool> is_one = about_one_row(plan, knowledge);
  std::map<std::uint32_t, RuleEvidence> of_shapes;
  for (std::size_t i = 0; i < evidence.size(); ++i) {
    RuleEvidence& of_shape = of_shapes[shape_of[i]];
    of_shape.groundings += evidence[i].groundings;
    of_shape.holds += evidence[i].holds;
  }
  std::vector<std::vector<bool>> all;
  for (const auto& [shape, of_shape] : of_shapes) {
    if (of_shape.groundings < least_groundings || of_shape.holds < of_shape.groundings) continue;
    std::vector<bool>& clauses = all.emplace_back();
    for (std::size_t i = 0; i < shape_of.size(); ++i) clauses.push_back(shape_of[i] == shape && is_one[i]);
    if (std::find(clauses.begin(), clauses.end(), true) == clauses.end()) all.pop_back();
  }
  return all;
}

std::vector<bool> constraints(const Plan& plan, const Knowledge& knowledge,
                              const std::vector<RuleEvidence>& evidence) {
  std::vector<bool> all(evidence.size(), false);
  for (const std::vector<bool>& shape :
       constraint_shapes(plan, knowledge, evidence, pools_of(knowledge).shape_of)) {
    std::transform(shape.begin(), shape.end(), all.begin(), all.begin(), std::logical_or<>());
  }
  return all;
}

}  // namespace kenn::trust
