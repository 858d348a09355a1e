// How good predictions are: accuracy, F1 and who is taken for whom.
#include "methods/score.h"

#include <limits>
#include <map>
#include <numeric>

namespace kenn {

namespace {

// Columns that are judged together: an exclusive group, or one predicate.
struct Judged {
  std::vector<std::size_t> columns;
  bool is_exclusive = false;
};

std::vector<Judged> judged_columns(const Vocabulary& vocabulary, const TableSchema& table) {
  std::vector<Judged> all;
  std::map<std::uint32_t, std::size_t> place_of_group;
  for (std::size_t column = 0; column < table.columns.size(); ++column) {
    const auto group = vocabulary.predicates[table.columns[column]].exclusive_group;
    if (!group) {
      all.push_back({{column}, false});
    } else if (const auto [place, is_new] = place_of_group.emplace(*group, all.size()); is_new) {
      all.push_back({{column}, true});
    } else {
      all[place->second].columns.push_back(column);
    }
  }
  return all;
}

constexpr std::size_t nothing = std::numeric_limits<std::size_t>::max();

// Which class is known to hold in a row, and which one is predicted.
std::size_t known_class(const Judged& judged, const Known* atoms) {
  if (!judged.is_exclusive) {
    const Known known = atoms[judged.columns[0]];
    return known == Known::nothing ? nothing : known == Known::yes ? 1 : 0;
  }
  for (std::size_t i = 0; i < judged.columns.size(); ++i) {
    if (atoms[judged.columns[i]] == Known::yes) return i;
  }
  return nothing;
}

std::size_t predicted_class(const Judged& judged, const float* row) {
  if (!judged.is_exclusive) return row[judged.columns[0]] > 0 ? 1 : 0;
  std::size_t greatest = 0;
  for (std::size_t i = 1; i < judged.columns.size(); ++i) {
    if (row[judged.columns[i]] > row[judged.columns[greatest]]) greatest = i;
  }
  return greatest;
}

}  // namespace

std::uint64_t GroupScore::known() const {
  std::uint64_t sum = 0;
  for (const auto& row : confusion) sum = std::accumulate(row.begin(), row.end(), sum);
  return sum;
}

double GroupScore::accuracy() const {
  std::uint64_t right = 0;
  for (std::size_t i = 0; i < confusion.size(); ++i) right += confusion[i][i];
  return static_cast<double>(right) / static_cast<double>(known());
}

double GroupScore::macro_f1() const {
  double sum = 0;
  std::size_t classes = 0;
  for (std::size_t i = 0; i < confusion.size(); ++i) {
    std::uint64_t are = 0;
    std::uint64_t said = 0;
    for (std::size_t j = 0; j < confusion.size(); ++j) {
      are += confusion[i][j];
      said += confusion[j][i];
    }
    if (are + said == 0) continue;
    sum += 2 * static_cast<double>(confusion[i][i]) / static_cast<double>(are + said);
    ++classes;
  }
  return sum / static_cast<double>(classes);
}

std::vector<GroupScore> score(const Graph& graph, const std::vector<std::vector<float>>& preactivations,
                              const Split* split) {
  std::vector<GroupScore> scores;
  const Vocabulary& vocabulary = graph.tables.vocabulary();
  for (std::size_t i = 0; i < graph.predicted.size(); ++i) {
    const TableSchema& table = graph.tables.schema().tables[graph.predicted[i]];
    const Labels& labels = graph.labels[i];
    const std::size_t width = table.columns.size();
    for (const Judged& judged : judged_columns(vocabulary, table)) {
      GroupScore group{table.name,
                       judged.is_exclusive ? "label" : graph.plan.tables()[i].columns[judged.columns[0]],
                       {},
                       {}};
      if (judged.is_exclusive) {
        for (const std::size_t column : judged.columns)
          group.names.push_back(graph.plan.tables()[i].columns[column]);
      } else {
        group.names = {"no", "yes"};
      }
      group.confusion.assign(group.names.size(), std::vector<std::uint64_t>(group.names.size()));
      for (std::size_t row = 0; row < graph.plan.tables()[i].rows; ++row) {
        if (split != nullptr && (labels.splits.empty() || labels.splits[row] != *split)) continue;
        const std::size_t known = known_class(judged, &labels.atoms[row * width]);
        if (known == nothing) continue;
        ++group.confusion[known][predicted_class(judged, &preactivations[i][row * width])];
      }
      if (group.known() > 0) scores.push_back(std::move(group));
    }
  }
  return scores;
}

}  // namespace kenn
