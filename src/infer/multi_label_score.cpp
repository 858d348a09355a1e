// How good the predictions of tables are whose objects have several labels: micro F1 and exact match.
#include "infer/multi_label_score.h"

#include "nn/column_groups.h"

namespace kenn::infer {

namespace {

std::vector<std::uint32_t> columns_outside_groups(const Vocabulary& vocabulary, const TableSchema& schema) {
  std::vector<std::uint32_t> columns;
  for (const nn::ColumnGroup& group : nn::column_groups(vocabulary, schema)) {
    if (!group.is_exclusive) columns.push_back(group.columns.front());
  }
  return columns;
}

void add_row(const std::vector<std::uint32_t>& columns, const table::Known* labels,
             const float* preactivations, MultiLabelScore& score) {
  bool any_known = false;
  bool all_right = true;
  for (const std::uint32_t column : columns) {
    if (labels[column] == table::Known::nothing) continue;
    any_known = true;
    const bool holds = labels[column] == table::Known::yes;
    const bool predicted = preactivations[column] > 0;
    all_right = all_right && holds == predicted;
    if (holds && predicted) ++score.true_positives;
    if (!holds && predicted) ++score.false_positives;
    if (holds && !predicted) ++score.false_negatives;
  }
  if (!any_known) return;
  ++score.rows;
  if (all_right) ++score.exact;
}

}  // namespace

double MultiLabelScore::micro_f1() const {
  const auto twice_right = static_cast<double>(2 * true_positives);
  return twice_right / (twice_right + static_cast<double>(false_positives + false_negatives));
}

double MultiLabelScore::exact_match() const {
  return static_cast<double>(exact) / static_cast<double>(rows);
}

std::vector<MultiLabelScore> multi_label_scores(const dataset::Graph& graph,
                                                const std::vector<std::vector<float>>& preactivations,
                                                std::optional<table::Split> split) {
  std::vector<MultiLabelScore> scores;
  for (std::size_t i = 0; i < graph.predicted.size(); ++i) {
    const PredictedTable& table = graph.plan.tables()[i];
    const table::Labels& labels = graph.labels(i);
    if (labels.atoms.empty()) continue;
    const std::size_t width = table.columns.size();
    const auto columns = columns_outside_groups(graph.dataset.tables.vocabulary(), graph.schema(i));
    if (columns.size() < 2) continue;
    MultiLabelScore score;
    score.table = table.name;
    score.predicates = columns.size();
    for (std::size_t row = 0; row < table.rows; ++row) {
      if (split && (labels.splits.empty() || labels.splits[row] != *split)) continue;
      add_row(columns, &labels.atoms[row * width], &preactivations[i][row * width], score);
    }
    if (score.rows > 0) scores.push_back(std::move(score));
  }
  return scores;
}

}  // namespace kenn::infer
