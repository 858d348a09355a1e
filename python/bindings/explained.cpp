// Explanations as plain dicts.
#include "bindings/explained.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace kenn::python {

namespace {

nb::dict by_column(const std::vector<std::string>& columns, const std::vector<double>& numbers) {
  nb::dict all;
  for (std::size_t i = 0; i < columns.size(); ++i) all[nb::cast(columns[i])] = numbers[i];
  return all;
}

nb::dict to_dict(const RowContributions& row);

nb::dict to_dict(const ExplainedLiteral& literal) {
  nb::dict all;
  all["predicate"] = literal.predicate;
  all["objects"] = literal.objects;
  all["positive"] = literal.positive;
  all["given"] = literal.is_given;
  all["probability"] = literal.probability;
  all["moved"] = literal.is_moved;
  return all;
}

nb::dict to_dict(const ExplainedGrounding& grounding, const std::vector<std::string>& columns) {
  nb::list literals;
  for (const ExplainedLiteral& literal : grounding.literals) literals.append(to_dict(literal));
  nb::dict all;
  all["changes"] = by_column(columns, grounding.changes);
  all["literals"] = literals;
  if (grounding.before.empty()) return all;
  nb::list before;
  for (const RowContributions& row : grounding.before) before.append(to_dict(row));
  all["before"] = before;
  return all;
}

nb::dict to_dict(const RowContributions& row) {
  nb::list clauses;
  for (const ClauseContribution& clause : row.clauses) {
    nb::list groundings;
    for (const ExplainedGrounding& grounding : clause.groundings) {
      groundings.append(to_dict(grounding, row.columns));
    }
    nb::dict each;
    each["name"] = clause.clause;
    each["weight"] = clause.weight;
    each["changes"] = by_column(row.columns, clause.changes);
    each["groundings"] = groundings;
    clauses.append(each);
  }
  nb::dict all;
  all["table"] = row.table;
  all["objects"] = row.objects;
  all["layer"] = row.layer;
  all["clauses"] = clauses;
  return all;
}

nb::list to_list(const std::vector<AuditedClause::Row>& rows) {
  nb::list all;
  for (const AuditedClause::Row& row : rows) {
    nb::dict each;
    each["row"] = row.row;
    each["change"] = row.change;
    all.append(each);
  }
  return all;
}

nb::dict to_dict(const AuditedClause& clause) {
  nb::dict all;
  all["name"] = clause.clause;
  all["weight"] = clause.weight;
  all["moved"] = clause.moved;
  all["flipped"] = clause.flipped;
  all["flipped_labelled"] = clause.labelled;
  all["wrong_to_right"] = clause.right_by_it;
  all["right_to_wrong"] = clause.wrong_by_it;
  all["mean_contribution"] = clause.contribution;
  all["helped"] = to_list(clause.helped);
  all["hurt"] = to_list(clause.hurt);
  return all;
}

}  // namespace

nb::dict to_dict(const ExplainedPrediction& prediction, const std::vector<std::string>& columns) {
  nb::dict all;
  all["predicates"] = prediction.predicates;
  all["probabilities"] = by_column(columns, prediction.probabilities);
  all["logits"] = by_column(columns, prediction.logits);
  return all;
}

nb::dict to_dict(const Explanation& explanation) {
  nb::list layers;
  for (const RowContributions& layer : explanation.layers) layers.append(to_dict(layer));
  nb::dict neighbourhood;
  neighbourhood["rows"] = explanation.rows;
  neighbourhood["groundings"] = explanation.groundings;
  nb::dict all;
  all["table"] = explanation.table;
  all["objects"] = explanation.objects;
  all["labels"] = explanation.labels;
  all["network"] = to_dict(explanation.network, explanation.columns);
  all["rules"] = to_dict(explanation.rules, explanation.columns);
  all["changes"] = by_column(explanation.columns, explanation.changes);
  all["layers"] = layers;
  all["neighbourhood"] = neighbourhood;
  if (explanation.what_if) all["what_if"] = to_dict(*explanation.what_if, explanation.columns);
  return all;
}

nb::dict to_dict(const WhyNot& why_not, const std::vector<std::string>& columns) {
  nb::dict all;
  all["predicate"] = why_not.predicate;
  all["found"] = why_not.found;
  all["removed"] = why_not.removed;
  all["smallest"] = why_not.is_smallest;
  all["searched"] = why_not.searched;
  all["tried"] = why_not.tried;
  all["candidates"] = why_not.candidates;
  all["prediction"] = nb::none();
  if (why_not.found) all["prediction"] = to_dict(why_not.prediction, columns);
  return all;
}

nb::dict to_dict(const RuleAudit& audit) {
  nb::list clauses;
  for (const AuditedClause& clause : audit.clauses) clauses.append(to_dict(clause));
  nb::list pairs;
  for (const AuditedPair& pair : audit.pairs) {
    nb::dict each;
    each["first"] = pair.first;
    each["second"] = pair.second;
    each["logits"] = pair.logits;
    each["cancelled"] = pair.cancelled;
    pairs.append(each);
  }
  nb::dict all;
  all["rows"] = audit.rows;
  all["labels"] = audit.labels;
  all["moved_from"] = RuleAudit::moved_from;
  all["clauses"] = clauses;
  all["opposed"] = pairs;
  return all;
}

}  // namespace kenn::python
