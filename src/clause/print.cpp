// Clauses -> text of the knowledge language.
#include <kenn/clause.h>
#include <kenn/knowledge.h>

#include <algorithm>

#include "base/spelling.h"

namespace kenn {

namespace {

std::string to_string(const Term& term, const Clause& clause) {
  if (term.kind == Term::Kind::variable) return clause.variables[term.index].name;
  return string_literal(clause.constants[term.index]);
}

std::string to_string(const Literal& literal, const Clause& clause, const Vocabulary& vocabulary) {
  if (literal.is_equality()) {
    return to_string(literal.arguments[0], clause) + (literal.positive ? " = " : " != ") +
           to_string(literal.arguments[1], clause);
  }
  std::string text = literal.positive ? "" : "!";
  text += vocabulary.predicates[literal.predicate].name;
  for (std::size_t i = 0; i < literal.arguments.size(); ++i) {
    text += (i == 0 ? "(" : ", ") + to_string(literal.arguments[i], clause);
  }
  return text + ")";
}

std::string rule(const Clause& clause, const Vocabulary& vocabulary) {
  const std::string formula = to_string(clause, vocabulary);
  std::string text = "rule";
  if (clause.name != formula) text += " " + string_literal(clause.name);
  if (!clause.weight.learned) text += " weight " + base::to_text(clause.weight.value);
  return text + ": " + formula + "\n";
}

}  // namespace

std::string to_string(const Predicate& predicate, const Vocabulary& vocabulary) {
  std::string text = predicate.name;
  for (std::size_t i = 0; i < predicate.argument_types.size(); ++i) {
    text += (i == 0 ? "(" : ", ") + vocabulary.types[predicate.argument_types[i]].name;
  }
  return text + ")";
}

std::string to_string(const Clause& clause, const Vocabulary& vocabulary) {
  std::string text;
  for (const Literal& literal : clause.literals) {
    if (!text.empty()) text += " | ";
    text += to_string(literal, clause, vocabulary);
  }
  return text;
}

std::string to_text(const Knowledge& knowledge) {
  const Vocabulary& vocabulary = knowledge.vocabulary();
  std::string text;
  for (const Type& type : vocabulary.types) text += "type " + type.name + "\n";
  for (const Predicate& predicate : vocabulary.predicates) {
    text +=
        (predicate.role == Role::predict ? "predict " : "given ") + to_string(predicate, vocabulary) + "\n";
  }
  for (const auto& group : vocabulary.exclusive_groups) {
    text += "exclusive ";
    for (const PredicateIndex& member : group) {
      text += (&member == &group.front() ? "" : ", ") + vocabulary.predicates[member].name;
    }
    text += "\n";
  }
  const bool shares_table =
      std::any_of(vocabulary.predicates.begin(), vocabulary.predicates.end(), [](const Predicate& predicate) {
        return predicate.argument_types.size() > 1 && predicate.table != predicate.name;
      });
  if (shares_table) text += "# the binary predicates share the table Pair\n";
  for (const Clause& clause : knowledge.clauses()) text += rule(clause, vocabulary);
  return text;
}

}  // namespace kenn
