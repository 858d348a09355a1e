// What `kenn explain --json` prints.
#include "explain_json.h"

namespace kenn::cli {

namespace {

Json by_column(const std::vector<std::string>& columns, const std::vector<double>& numbers) {
  Json json = Json::object();
  for (std::size_t i = 0; i < columns.size(); ++i) json[columns[i]] = numbers[i];
  return json;
}

Json prediction_json(const ExplainedPrediction& prediction, const std::vector<std::string>& columns) {
  return {{"predicates", prediction.predicates},
          {"probabilities", by_column(columns, prediction.probabilities)},
          {"logits", by_column(columns, prediction.logits)}};
}

Json row_json(const RowContributions& row);

Json grounding_json(const ExplainedGrounding& grounding, const std::vector<std::string>& columns) {
  Json literals = Json::array();
  for (const ExplainedLiteral& literal : grounding.literals) {
    literals.push_back({{"predicate", literal.predicate},
                        {"objects", literal.objects},
                        {"positive", literal.positive},
                        {"given", literal.is_given},
                        {"probability", literal.probability},
                        {"moved", literal.is_moved}});
  }
  Json json = {{"changes", by_column(columns, grounding.changes)}, {"literals", literals}};
  if (grounding.before.empty()) return json;
  json["before"] = Json::array();
  for (const RowContributions& row : grounding.before) json["before"].push_back(row_json(row));
  return json;
}

Json row_json(const RowContributions& row) {
  Json clauses = Json::array();
  for (const ClauseContribution& clause : row.clauses) {
    Json groundings = Json::array();
    for (const ExplainedGrounding& grounding : clause.groundings) {
      groundings.push_back(grounding_json(grounding, row.columns));
    }
    clauses.push_back({{"name", clause.clause},
                       {"weight", clause.weight},
                       {"changes", by_column(row.columns, clause.changes)},
                       {"grounding_count", clause.grounding_count},
                       {"groundings", groundings}});
  }
  return {{"table", row.table}, {"objects", row.objects}, {"layer", row.layer}, {"clauses", clauses}};
}

Json changes_json(const std::vector<AuditedClause::Row>& rows) {
  Json json = Json::array();
  for (const AuditedClause::Row& row : rows) json.push_back({{"row", row.row}, {"change", row.change}});
  return json;
}

// Clauses, or rules with several of them.
Json audited_json(const std::vector<AuditedClause>& audited) {
  Json clauses = Json::array();
  for (const AuditedClause& clause : audited) {
    clauses.push_back({{"name", clause.clause},
                       {"clauses", clause.clauses},
                       {"weight", clause.weight},
                       {"moved", clause.moved},
                       {"flipped", clause.flipped},
                       {"flipped_labelled", clause.labelled},
                       {"wrong_to_right", clause.right_by_it},
                       {"right_to_wrong", clause.wrong_by_it},
                       {"mean_contribution", clause.contribution},
                       {"helped", changes_json(clause.helped)},
                       {"hurt", changes_json(clause.hurt)}});
  }
  return clauses;
}

}  // namespace

Json to_json(const Explanation& explanation) {
  Json layers = Json::array();
  for (const RowContributions& layer : explanation.layers) layers.push_back(row_json(layer));
  Json json = {{"ok", true},
               {"table", explanation.table},
               {"objects", explanation.objects},
               {"labels", explanation.labels},
               {"network", prediction_json(explanation.network, explanation.columns)},
               {"rules", prediction_json(explanation.rules, explanation.columns)},
               {"changes", by_column(explanation.columns, explanation.changes)},
               {"layers", layers},
               {"neighbourhood", {{"rows", explanation.rows}, {"groundings", explanation.groundings}}}};
  if (explanation.what_if) json["what_if"] = prediction_json(*explanation.what_if, explanation.columns);
  return json;
}

Json to_json(const WhyNot& why_not, const Explanation& explanation) {
  Json json = {{"predicate", why_not.predicate},   {"found", why_not.found},
               {"removed", why_not.removed},       {"smallest", why_not.is_smallest},
               {"searched", why_not.searched},     {"tried", why_not.tried},
               {"candidates", why_not.candidates}, {"prediction", nullptr}};
  if (why_not.found) json["prediction"] = prediction_json(why_not.prediction, explanation.columns);
  return json;
}

Json to_json(const RuleAudit& audit) {
  Json pairs = Json::array();
  for (const AuditedPair& pair : audit.pairs) {
    pairs.push_back({{"first", pair.first},
                     {"second", pair.second},
                     {"logits", pair.logits},
                     {"cancelled", pair.cancelled}});
  }
  return {{"ok", true},
          {"rows", audit.rows},
          {"labels", audit.labels},
          {"moved_from", RuleAudit::moved_from},
          {"rules", audited_json(audit.rules)},
          {"clauses", audited_json(audit.clauses)},
          {"opposed", pairs}};
}

}  // namespace kenn::cli
