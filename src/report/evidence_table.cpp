// The table of what the labels say about every rule.
#include <algorithm>
#include <map>

#include "report/numbers.h"
#include "report/summary_tables.h"

namespace kenn::report {

namespace {

using Results = std::vector<const RunResult*>;

template <typename Number>
double mean_of(const Results& results, std::vector<Number> RuleFindings::*list, std::size_t clause) {
  double sum = 0;
  for (const RunResult* const result : results) sum += static_cast<double>(((*result->rules).*list)[clause]);
  return sum / static_cast<double>(results.size());
}

double mean_weight(const Results& results, std::size_t clause) {
  double sum = 0;
  double count = 0;
  for (const RunResult* const result : results) {
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
  for (const RunResult* const result : results) ++counts[result->rules->verdict[clause]];
  const auto most = std::max_element(counts.begin(), counts.end(), [](const auto& first, const auto& second) {
    return first.second < second.second;
  });
  if (results.size() == 1) return most->first;
  return most->first + " in " + std::to_string(most->second) + " of " + counted(results.size(), "run");
}

std::vector<Cell> evidence_row(const ClauseInfo& about, const Series& series,
                               const std::optional<double>& fraction, const Results& results,
                               std::size_t clause) {
  const double groundings = mean_of(results, &RuleFindings::groundings, clause);
  const double holds = mean_of(results, &RuleFindings::holds, clause);
  const bool is_one = results.size() == 1;
  const auto interval_cell = [&](std::vector<double> RuleFindings::*list) {
    return is_one ? number_cell(mean_of(results, list, clause), 3) : empty_cell();
  };
  return {text_cell(about.name),
          text_cell(series.label),
          fraction_cell(fraction),
          number_cell(mean_weight(results, clause), 3),
          interval_cell(&RuleFindings::low),
          interval_cell(&RuleFindings::high),
          number_cell(groundings, is_one ? 0 : 1),
          groundings == 0 ? empty_cell() : percent_cell(holds / groundings),
          groundings == 0 ? empty_cell() : percent_cell(mean_of(results, &RuleFindings::chance, clause)),
          text_cell(verdict_text(results, clause))};
}

}  // namespace

std::optional<Table> evidence_table(const Content& content) {
  Table table{"evidence",
              "Evidence for the rules",
              {{"Rule", "rule"},
               {"Model", "model"},
               {"Training labels", "fraction"},
               {"Weight", "weight"},
               {"95 % from", "weight_low"},
               {"to", "weight_high"},
               {"Labelled groundings", "groundings"},
               {"Holds in", "holds"},
               {"By chance", "chance"},
               {"Verdict", "verdict"}},
              {}};
  for (const Series& series : content.series) {
    for (const auto& fraction : content.fractions) {
      Results results = results_of(content, series, fraction);
      std::erase_if(results, [](const RunResult* result) { return !result->rules; });
      if (results.empty()) continue;
      for (std::size_t clause = 0; clause < content.experiment.clauses.size(); ++clause) {
        table.rows.push_back(
            evidence_row(content.experiment.clauses[clause], series, fraction, results, clause));
      }
    }
  }
  return table.rows.empty() ? std::nullopt : std::optional(table);
}

}  // namespace kenn::report
