// The mean of several models' probabilities, as logits.
#include "infer/mean_probabilities.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "nn/column_groups.h"

namespace kenn::infer {

namespace {

constexpr double least = std::numeric_limits<double>::min();  // whose logarithm is finite

}  // namespace

void MeanProbabilities::add(const dataset::TableList& logits) {
  holds_.resize(logits.size());
  fails_.resize(logits.size());
  ++count_;
  for (std::size_t i = 0; i < logits.size(); ++i) {
    holds_[i].resize(logits[i].size());
    fails_[i].resize(logits[i].size());
    const std::size_t width = graph_.schema(i).columns.size();
    for (const nn::ColumnGroup& group :
         nn::column_groups(graph_.dataset.tables.vocabulary(), graph_.schema(i))) {
      for (std::size_t first = 0; first < logits[i].size(); first += width) {
        const auto value = [&](std::uint32_t column) {
          return static_cast<double>(logits[i][first + column]);
        };
        // Alone, a predicate is one of two: it holds, or (with logit 0) it does not.
        double greatest = group.is_exclusive ? value(group.columns.front()) : 0.0;
        for (const std::uint32_t column : group.columns) greatest = std::max(greatest, value(column));
        double sum = group.is_exclusive ? 0.0 : std::exp(-greatest);
        for (const std::uint32_t column : group.columns) sum += std::exp(value(column) - greatest);
        for (const std::uint32_t column : group.columns) {
          const double own = std::exp(value(column) - greatest);
          holds_[i][first + column] += own / sum;
          if (!group.is_exclusive) fails_[i][first + column] += std::exp(-greatest) / sum;
        }
      }
    }
  }
}

dataset::TableList MeanProbabilities::logits() const {
  dataset::TableList all;
  for (std::size_t i = 0; i < holds_.size(); ++i) {
    std::vector<float>& logits = all.emplace_back(holds_[i].size());
    const std::size_t width = graph_.schema(i).columns.size();
    for (const nn::ColumnGroup& group :
         nn::column_groups(graph_.dataset.tables.vocabulary(), graph_.schema(i))) {
      for (std::size_t first = 0; first < logits.size(); first += width) {
        for (const std::uint32_t column : group.columns) {
          const std::size_t at = first + column;
          const double holds = std::max(holds_[i][at], least);
          const double rest =
              group.is_exclusive ? static_cast<double>(count_) : std::max(fails_[i][at], least);
          logits[at] = static_cast<float>(std::log(holds) - std::log(rest));
        }
      }
    }
  }
  return all;
}

}  // namespace kenn::infer
