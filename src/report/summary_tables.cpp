// The tables of a report that belong to no chart.
#include "report/summary_tables.h"

#include <algorithm>
#include <span>

#include "experiment/statistics.h"
#include "report/numbers.h"

namespace kenn::report {

namespace {

// The mean difference, its interval and in how many runs it is positive.
std::vector<Cell> difference_cells(const PairedTest& test) {
  const Estimate& difference = test.difference;
  const auto& interval = difference.interval;
  return {points_cell(difference.mean),
          interval ? points_cell(interval->low) : empty_cell(),
          interval ? points_cell(interval->high) : empty_cell(),
          {std::to_string(test.better) + " of " + std::to_string(difference.count),
           std::to_string(test.better), true}};
}

std::vector<Cell> improvement_cells(const KindSummary& kind) {
  if (!kind.improvement || kind.improvement->difference.count == 0) {
    return std::vector<Cell>(5, empty_cell());
  }
  std::vector<Cell> cells = difference_cells(*kind.improvement);
  cells.push_back(p_value_cell(kind.improvement->p_value));
  return cells;
}

// Layers are said where a method has been run with several numbers of them.
std::string compared_name(const Content& content, const ModelKind& kind) {
  const std::string name = method_label(kind.method);
  return content.experiment.layers.size() > 1 && kind.layers > 0 ? name + ", " + counted(kind.layers, "layer")
                                                                 : name;
}

std::vector<Cell> comparison_row(const Content& content, const MethodComparison& each) {
  std::vector<Cell> row = {text_cell(each.first.paradigm), text_cell(compared_name(content, each.second)),
                           text_cell(compared_name(content, each.first)), fraction_cell(each.first.fraction)};
  for (Cell& cell : difference_cells(each.test)) row.push_back(cell);
  row.push_back(p_value_cell(each.test.two_sided));
  return row;
}

std::vector<Cell> result_row(const KindSummary& kind) {
  const auto& interval = kind.accuracy.interval;
  std::vector<Cell> row = {text_cell(method_label(kind.kind.method)), text_cell(kind.kind.paradigm),
                           kind.kind.layers == 0 ? empty_cell() : count_cell(kind.kind.layers),
                           fraction_cell(kind.kind.fraction), count_cell(kind.accuracy.count)};
  const bool has_tests = kind.accuracy.count > 0;
  row.push_back(has_tests ? percent_cell(kind.accuracy.mean) : empty_cell());
  row.push_back(interval ? percent_cell(interval->low) : empty_cell());
  row.push_back(interval ? percent_cell(interval->high) : empty_cell());
  row.push_back(kind.accuracy.count > 1 ? percent_cell(kind.accuracy.deviation) : empty_cell());
  for (Cell& cell : improvement_cells(kind)) row.push_back(cell);
  row.push_back(number_cell(kind.epochs.mean, 1));
  row.push_back(kind.seconds && kind.seconds->count > 0 ? number_cell(kind.seconds->mean, 2) : empty_cell());
  return row;
}

// Means over the runs of one series and share of labels.
struct RuleMeans {
  std::vector<Cell> weights;  // layer by layer
  Cell compliance;
};

RuleMeans rule_means(const std::vector<const RunResult*>& results, std::size_t clause) {
  RuleMeans means;
  std::vector<double> compliances;
  std::size_t layers = 0;
  for (const RunResult* const result : results) {
    layers = std::max(layers, result->weights.size());
    if (clause < result->compliance.size() && result->compliance[clause]) {
      compliances.push_back(*result->compliance[clause]);
    }
  }
  for (std::size_t layer = 0; layer < layers; ++layer) {
    std::vector<double> weights;
    for (const RunResult* const result : results) {
      if (layer < result->weights.size() && clause < result->weights[layer].size()) {
        weights.push_back(result->weights[layer][clause]);
      }
    }
    means.weights.push_back(weights.empty() ? empty_cell() : number_cell(estimate(weights).mean, 3));
  }
  means.compliance = compliances.empty() ? empty_cell() : percent_cell(estimate(compliances).mean);
  return means;
}

void add_rule_rows(Table& table, const Content& content, const Series& series,
                   const std::optional<double>& fraction) {
  const std::vector<const RunResult*> results = results_of(content, series, fraction);
  for (std::size_t clause = 0; clause < content.experiment.clauses.size(); ++clause) {
    const ClauseInfo& about = content.experiment.clauses[clause];
    const RuleMeans means = rule_means(results, clause);
    if (means.weights.empty()) return;
    std::vector<Cell> row = {text_cell(about.name), text_cell(series.label), fraction_cell(fraction),
                             text_cell(about.is_fixed ? "fixed" : ""), means.compliance};
    for (std::size_t layer = 0; layer + 5 < table.columns.size(); ++layer) {
      row.push_back(layer < means.weights.size() ? means.weights[layer] : empty_cell());
    }
    table.rows.push_back(std::move(row));
  }
}

}  // namespace

Table results_table(const Content& content) {
  Table table{"results",
              "All results",
              {{"Method", "method"},
               {"Paradigm", "paradigm"},
               {"Layers", "layers"},
               {"Training labels", "fraction"},
               {"Runs", "runs"},
               {"Accuracy", "accuracy"},
               {"95 % from", "accuracy_low"},
               {"to", "accuracy_high"},
               {"Standard deviation", "accuracy_deviation"},
               {"Improvement", "improvement"},
               {"95 % from", "improvement_low"},
               {"to", "improvement_high"},
               {"Better runs", "better_runs"},
               {"p (one-sided)", "p_value"},
               {"Epochs", "epochs"},
               {"Seconds", "seconds"}},
              {}};
  for (const KindSummary& kind : content.summary.kinds) table.rows.push_back(result_row(kind));
  return table;
}

std::optional<Table> comparisons_table(const Content& content) {
  Table table{"comparisons",
              "Methods against each other",
              {{"Paradigm", "paradigm"},
               {"Method", "method"},
               {"Against", "against"},
               {"Training labels", "fraction"},
               {"Difference", "difference"},
               {"95 % from", "difference_low"},
               {"to", "difference_high"},
               {"Better runs", "better_runs"},
               {"p (two-sided)", "p_value"}},
              {}};
  for (const MethodComparison& each : content.summary.comparisons) {
    table.rows.push_back(comparison_row(content, each));
  }
  return table.rows.empty() ? std::nullopt : std::optional(table);
}

std::optional<Table> splits_table(const Content& content) {
  Table table{"splits",
              "Accuracy on every split",
              {{"Model", "model"},
               {"Training labels", "fraction"},
               {"Split", "split"},
               {"Labels", "labels"},
               {"Accuracy", "accuracy"}},
              {}};
  for (const RunResult& result : content.results) {
    if (result.run != content.results.front().run) return std::nullopt;
    for (const char* const split : {"train", "valid", "test"}) {
      const auto found = result.splits.find(split);
      if (found == result.splits.end()) continue;
      table.rows.push_back({text_cell(label_of(result.method, result.paradigm)),
                            fraction_cell(result.fraction), text_cell(split),
                            count_cell(found->second.labels), percent_cell(found->second.accuracy)});
    }
  }
  return table.rows.empty() ? std::nullopt : std::optional(table);
}

std::optional<Table> rules_table(const Content& content) {
  Table table{"rules",
              "Weights of the rules",
              {{"Rule", "rule"},
               {"Model", "model"},
               {"Training labels", "fraction"},
               {"Weight", "kind"},
               {"Compliance", "compliance"}},
              {}};
  std::uint32_t layers = 0;
  for (const Series& series : content.series) layers = std::max(layers, series.layers);
  for (std::uint32_t i = 1; i <= layers; ++i) {
    table.columns.push_back({"Layer " + std::to_string(i), "weight_" + std::to_string(i)});
  }
  for (const Series& series : content.series) {
    for (const auto& fraction : content.fractions) add_rule_rows(table, content, series, fraction);
  }
  return table.rows.empty() ? std::nullopt : std::optional(table);
}

}  // namespace kenn::report
