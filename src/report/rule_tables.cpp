// Tables of rules: their weights, and what the labels say about each.
#include <algorithm>
#include <map>

#include "experiment/statistics.h"
#include "report/numbers.h"
#include "report/table.h"
#include "report/tables.h"

namespace kenn::report {

namespace {

using Results = std::vector<const experiment::RunResult*>;

Json mean_of(const std::vector<double>& values) {
  return values.empty() ? Json() : value_of(experiment::estimate(values).mean);
}

Json mean_compliance(const Results& results, std::size_t clause) {
  std::vector<double> values;
  for (const experiment::RunResult* const result : results) {
    if (clause < result->compliance.size() && result->compliance[clause])
      values.push_back(*result->compliance[clause]);
  }
  return mean_of(values);
}

Json mean_weight_of_layer(const Results& results, std::size_t clause, std::size_t layer) {
  std::vector<double> values;
  for (const experiment::RunResult* const result : results) {
    if (layer < result->weights.size() && clause < result->weights[layer].size())
      values.push_back(result->weights[layer][clause]);
  }
  return mean_of(values);
}

void add_rule_rows(Json& table, const Content& content, const Group& group, std::size_t layers) {
  const bool has_weights =
      std::any_of(group.results.begin(), group.results.end(),
                  [](const experiment::RunResult* result) { return !result->weights.empty(); });
  if (!has_weights) return;
  for (std::size_t clause = 0; clause < content.clauses.size(); ++clause) {
    const experiment::ClauseInfo& about = content.clauses[clause];
    Json row = {about.name, content.label(group), value_of(group.fraction), about.is_fixed ? "fixed" : "",
                mean_compliance(group.results, clause)};
    for (std::size_t layer = 0; layer < layers; ++layer) {
      row.push_back(mean_weight_of_layer(group.results, clause, layer));
    }
    add_row(table, std::move(row));
  }
}

template <typename Number>
double mean_finding(const Results& results, std::vector<Number> experiment::RuleFindings::*list,
                    std::size_t clause) {
  double sum = 0;
  for (const experiment::RunResult* const result : results)
    sum += static_cast<double>(((*result->rules).*list)[clause]);
  return sum / static_cast<double>(results.size());
}

double mean_weight_of_all(const Results& results, std::size_t clause) {
  double sum = 0;
  double count = 0;
  for (const experiment::RunResult* const result : results) {
    for (const std::vector<double>& layer : result->weights) {
      sum += layer[clause];
      ++count;
    }
  }
  return count == 0 ? 0 : sum / count;
}

// "trusted"; of several runs the most frequent one, "trusted in 19 of 20 runs".
std::string verdict_text(const Results& results, std::size_t clause) {
  std::map<std::string, std::size_t> counts;
  for (const experiment::RunResult* const result : results) ++counts[result->rules->verdict[clause]];
  const auto most = std::max_element(counts.begin(), counts.end(), [](const auto& first, const auto& second) {
    return first.second < second.second;
  });
  if (results.size() == 1) return most->first;
  return most->first + " in " + std::to_string(most->second) + " of " + counted(results.size(), "run");
}

// Intervals are those of a single fit: means of them would say nothing.
Json evidence_row(const Content& content, const Group& group, const Results& results, std::size_t clause) {
  const double groundings = mean_finding(results, &experiment::RuleFindings::groundings, clause);
  const double holds = mean_finding(results, &experiment::RuleFindings::holds, clause);
  const bool is_one = results.size() == 1;
  Json row = {content.clauses[clause].name, content.label(group), value_of(group.fraction),
              value_of(mean_weight_of_all(results, clause))};
  row.push_back(is_one ? value_of(mean_finding(results, &experiment::RuleFindings::low, clause)) : Json());
  row.push_back(is_one ? value_of(mean_finding(results, &experiment::RuleFindings::high, clause)) : Json());
  row.push_back(value_of(groundings));
  row.push_back(groundings == 0 ? Json() : value_of(holds / groundings));
  row.push_back(groundings == 0 ? Json()
                                : value_of(mean_finding(results, &experiment::RuleFindings::chance, clause)));
  row.push_back(verdict_text(results, clause));
  return row;
}

// By series, then by fraction.
std::vector<const Group*> groups_by_series(const Content& content) {
  std::vector<const Group*> groups;
  for (const Group& group : content.groups) groups.push_back(&group);
  std::stable_sort(groups.begin(), groups.end(),
                   [](const Group* a, const Group* b) { return a->series < b->series; });
  return groups;
}

}  // namespace

Json rules_table(const Content& content) {
  std::vector<Column> columns = {{"rule", "Rule", kind::text},
                                 {"model", "Model", kind::text},
                                 {"fraction", "Training labels", kind::fraction},
                                 {"kind", "Weight", kind::text},
                                 {"compliance", "Compliance", kind::percent}};
  std::size_t layers = 0;
  for (const Group& group : content.groups) {
    for (const experiment::RunResult* const result : group.results)
      layers = std::max(layers, result->weights.size());
  }
  for (std::size_t i = 1; i <= layers; ++i) {
    const std::string number = std::to_string(i);
    columns.push_back({"weight_" + number, "Layer " + number, kind::number, 3});
  }
  Json table = make_table("rules", "Weights of the rules", columns);
  for (const Group* const group : groups_by_series(content)) add_rule_rows(table, content, *group, layers);
  return table;
}

Json evidence_table(const Content& content) {
  std::vector<std::pair<const Group*, Results>> found;
  bool is_one = true;
  for (const Group* const group : groups_by_series(content)) {
    Results results = group->results;
    std::erase_if(results, [](const experiment::RunResult* result) { return !result->rules; });
    if (results.empty()) continue;
    is_one = is_one && results.size() == 1;
    found.emplace_back(group, std::move(results));
  }
  Json table = make_table("evidence", "Evidence for the rules",
                          {{"rule", "Rule", kind::text},
                           {"model", "Model", kind::text},
                           {"fraction", "Training labels", kind::fraction},
                           {"weight", "Weight", kind::number, 3},
                           {"weight_low", "95 % from", kind::number, 3},
                           {"weight_high", "to", kind::number, 3},
                           {"groundings", "Labelled groundings", kind::number, is_one ? 0 : 1},
                           {"holds", "Holds in", kind::percent},
                           {"chance", "By chance", kind::percent},
                           {"verdict", "Verdict", kind::text}});
  for (const auto& [group, results] : found) {
    for (std::size_t clause = 0; clause < content.clauses.size(); ++clause) {
      add_row(table, evidence_row(content, *group, results, clause));
    }
  }
  return table;
}

}  // namespace kenn::report
