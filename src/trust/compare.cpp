// Compares predictions on the labels for validation, and by the constraints they violate.
#include "trust/compare.h"

#include <algorithm>
#include <cmath>

#include "infer/violations.h"
#include "nn/loss.h"
#include "trust/answers.h"

namespace kenn {

bool is_clearly_worse(const Graph& valid, const TableList& first, const TableList& second) {
  double sum = 0;
  double squares = 0;
  for (std::size_t i = 0; i < valid.predicted.size(); ++i) {
    const Labels& labels = valid.labels(i);
    const std::vector<ColumnGroup> groups = column_groups(valid.dataset.tables.vocabulary(), valid.schema(i));
    const std::size_t width = valid.schema(i).columns.size();
    const std::vector<bool> is_in = rows_in(labels, valid.plan.tables()[i].rows, Split::valid);
    for (std::size_t row = 0; row < is_in.size(); ++row) {
      if (!is_in[row]) continue;
      double difference = 0;
      for (const ColumnGroup& group : groups) {
        const Known* const known = &labels.atoms[row * width];
        difference += answer_of(group, known, &first[i][row * width]) == Answer::wrong ? 1 : 0;
        difference -= answer_of(group, known, &second[i][row * width]) == Answer::wrong ? 1 : 0;
      }
      sum += difference;
      squares += difference * difference;
    }
  }
  return sum > std::sqrt(squares);
}

bool should_replace(const Graph& valid, const TableList& first, const TableList& second,
                    const std::vector<bool>& constraints, std::uint32_t threads) {
  if (is_clearly_worse(valid, first, second)) return true;
  const auto violated = [&](const TableList& predictions) {
    const std::vector<std::uint64_t> counts = violations(valid, predictions, threads);
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) sum += constraints[i] ? counts[i] : 0;
    return sum;
  };
  return violated(second) < violated(first) && !is_clearly_worse(valid, second, first);
}

bool has_validation(const Graph& valid) {
  for (std::size_t i = 0; i < valid.predicted.size(); ++i) {
    const std::vector<bool> is_in = rows_in(valid.labels(i), valid.plan.tables()[i].rows, Split::valid);
    if (std::find(is_in.begin(), is_in.end(), true) != is_in.end()) return true;
  }
  return false;
}

}  // namespace kenn
