// Explanations as plain dicts.
#include "bindings/explained.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace kenn::python {

namespace {

std::vector<nb::str> names_of(const std::vector<std::string>& columns) {
  std::vector<nb::str> names;
  names.reserve(columns.size());
  for (const std::string& column : columns) names.emplace_back(column.data(), column.size());
  return names;
}

nb::dict by_column(const std::vector<nb::str>& columns, const std::vector<double>& numbers) {
  nb::dict all;
  for (std::size_t i = 0; i < columns.size(); ++i) all[columns[i]] = numbers[i];
  return all;
}

// While many objects are made, the collector would look through all of them again and again: four fifths of
// the time of a row with 100,000 groundings.
class PausedCollector {
 public:
  PausedCollector() : is_needed_(nb::cast<bool>(collector_.attr("isenabled")())) {
    if (is_needed_) collector_.attr("disable")();
  }
  ~PausedCollector() {
    if (is_needed_) collector_.attr("enable")();
  }
  PausedCollector(const PausedCollector&) = delete;
  PausedCollector& operator=(const PausedCollector&) = delete;

 private:
  nb::module_ collector_ = nb::module_::import_("gc");
  bool is_needed_;
};

// There may be very many groundings, which share the names of their parts.
class Rows {
 public:
  nb::dict to_dict(const RowContributions& row) const {
    const std::vector<nb::str> columns = names_of(row.columns);
    nb::list clauses;
    for (const ClauseContribution& clause : row.clauses) {
      nb::list groundings;
      for (const ExplainedGrounding& grounding : clause.groundings) {
        groundings.append(to_dict(grounding, columns));
      }
      nb::dict each;
      each["name"] = clause.clause;
      each["weight"] = clause.weight;
      each["changes"] = by_column(columns, clause.changes);
      each["grounding_count"] = clause.grounding_count;
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

 private:
  nb::dict to_dict(const ExplainedGrounding& grounding, const std::vector<nb::str>& columns) const {
    nb::list literals;
    for (const ExplainedLiteral& literal : grounding.literals) literals.append(to_dict(literal));
    nb::dict all;
    all[changes_] = by_column(columns, grounding.changes);
    all[literals_] = literals;
    if (grounding.before.empty()) return all;
    nb::list before;
    for (const RowContributions& row : grounding.before) before.append(to_dict(row));
    all["before"] = before;
    return all;
  }

  nb::dict to_dict(const ExplainedLiteral& literal) const {
    nb::dict all;
    all[predicate_] = literal.predicate;
    all[objects_] = literal.objects;
    all[positive_] = literal.positive;
    all[given_] = literal.is_given;
    all[probability_] = literal.probability;
    all[moved_] = literal.is_moved;
    return all;
  }

  nb::str changes_{"changes"};
  nb::str literals_{"literals"};
  nb::str predicate_{"predicate"};
  nb::str objects_{"objects"};
  nb::str positive_{"positive"};
  nb::str given_{"given"};
  nb::str probability_{"probability"};
  nb::str moved_{"moved"};
};

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
  all["clauses"] = clause.clauses;
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
  all["probabilities"] = by_column(names_of(columns), prediction.probabilities);
  all["logits"] = by_column(names_of(columns), prediction.logits);
  return all;
}

nb::dict to_dict(const Explanation& explanation) {
  const PausedCollector pause;
  const Rows rows;
  nb::list layers;
  for (const RowContributions& layer : explanation.layers) layers.append(rows.to_dict(layer));
  nb::dict neighbourhood;
  neighbourhood["rows"] = explanation.rows;
  neighbourhood["groundings"] = explanation.groundings;
  nb::dict all;
  all["table"] = explanation.table;
  all["objects"] = explanation.objects;
  all["labels"] = explanation.labels;
  all["network"] = to_dict(explanation.network, explanation.columns);
  all["rules"] = to_dict(explanation.rules, explanation.columns);
  all["changes"] = by_column(names_of(explanation.columns), explanation.changes);
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
  nb::list rules;
  for (const AuditedClause& rule : audit.rules) rules.append(to_dict(rule));
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
  all["rules"] = rules;
  all["clauses"] = clauses;
  all["opposed"] = pairs;
  return all;
}

}  // namespace kenn::python
