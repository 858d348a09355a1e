// How good predictions are: accuracy, F1 and who is taken for whom.
#include "infer/score.h"

#include <algorithm>
#include <numeric>

namespace kenn::infer {

namespace {

GroupScore empty_score(const PredictedTable& table, const nn::ColumnGroup& group) {
  GroupScore empty{table.name, "label", {}, {}, group.is_exclusive};
  if (group.is_exclusive) {
    for (const std::uint32_t column : group.columns) empty.classes.push_back(table.columns[column]);
  } else {
    empty.name = table.columns[group.columns.front()];
    empty.classes = {"no", "yes"};
  }
  empty.confusion.assign(empty.classes.size(), std::vector<std::uint64_t>(empty.classes.size()));
  return empty;
}

}  // namespace

std::optional<std::size_t> known_class(const nn::ColumnGroup& group, const table::Known* atoms) {
  if (!group.is_exclusive) {
    const table::Known known = atoms[group.columns.front()];
    if (known == table::Known::nothing) return std::nullopt;
    return known == table::Known::yes ? 1 : 0;
  }
  for (std::size_t i = 0; i < group.columns.size(); ++i) {
    if (atoms[group.columns[i]] == table::Known::yes) return i;
  }
  return std::nullopt;
}

std::size_t predicted_class(const nn::ColumnGroup& group, const float* row) {
  if (group.is_exclusive) return nn::greatest_of(group, row);
  return row[group.columns.front()] > 0 ? 1 : 0;
}

std::uint64_t GroupScore::known() const {
  std::uint64_t sum = 0;
  for (const auto& row : confusion) sum = std::accumulate(row.begin(), row.end(), sum);
  return sum;
}

std::uint64_t GroupScore::right() const {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < confusion.size(); ++i) sum += confusion[i][i];
  return sum;
}

double GroupScore::accuracy() const {
  return static_cast<double>(right()) / static_cast<double>(known());
}

double GroupScore::macro_f1() const {
  double sum = 0;
  std::size_t counted = 0;
  for (std::size_t i = 0; i < confusion.size(); ++i) {
    std::uint64_t are = 0;
    std::uint64_t said = 0;
    for (std::size_t j = 0; j < confusion.size(); ++j) {
      are += confusion[i][j];
      said += confusion[j][i];
    }
    if (are + said == 0) continue;
    sum += 2 * static_cast<double>(confusion[i][i]) / static_cast<double>(are + said);
    ++counted;
  }
  return sum / static_cast<double>(counted);
}

std::vector<GroupScore> score(const dataset::Graph& graph,
                              const std::vector<std::vector<float>>& preactivations,
                              std::optional<table::Split> split) {
  std::vector<GroupScore> scores;
  for (std::size_t i = 0; i < graph.predicted.size(); ++i) {
    const PredictedTable& table = graph.plan.tables()[i];
    const table::Labels& labels = graph.labels(i);
    if (labels.atoms.empty()) continue;
    const std::size_t width = table.columns.size();
    for (const nn::ColumnGroup& group :
         nn::column_groups(graph.dataset.tables.vocabulary(), graph.schema(i))) {
      GroupScore result = empty_score(table, group);
      for (std::size_t row = 0; row < table.rows; ++row) {
        if (split && (labels.splits.empty() || labels.splits[row] != *split)) continue;
        const auto known = known_class(group, &labels.atoms[row * width]);
        if (known) ++result.confusion[*known][predicted_class(group, &preactivations[i][row * width])];
      }
      if (result.known() > 0) scores.push_back(std::move(result));
    }
  }
  return scores;
}

std::optional<double> accuracy_of(const std::vector<GroupScore>& scores) {
  std::uint64_t right = 0;
  std::uint64_t known = 0;
  for (const GroupScore& score : scores) {
    right += score.right();
    known += score.known();
  }
  if (known == 0) return std::nullopt;
  return static_cast<double>(right) / static_cast<double>(known);
}

SplitAccuracy split_accuracy(const dataset::Graph& graph, const dataset::TableList& before,
                             const dataset::TableList& after, std::optional<table::Split> split) {
  SplitAccuracy accuracy;
  if (split) accuracy.split = base::word_for(*split);
  const std::vector<GroupScore> with_rules = score(graph, after, split);
  for (const GroupScore& group : with_rules) accuracy.labels += group.known();
  accuracy.network = accuracy_of(score(graph, before, split)).value_or(0);
  accuracy.rules = accuracy_of(with_rules).value_or(0);
  return accuracy;
}

}  // namespace kenn::infer
