// Compares predictions on the labels for validation, and by the constraints they violate.
#include "trust/compare.h"

#include <algorithm>
#include <cmath>

#include "infer/multi_label_score.h"
#include "infer/violations.h"
#include "nn/loss.h"
#include "trust/answers.h"

namespace kenn::trust {

namespace {

constexpr double tolerated_violations = 0.2;  // of those of the network alone

// What a wrong answer costs.
struct Costs {
  double missed = 1;  // a predicate that holds and is not predicted
  double added = 1;   // one that is predicted and does not hold
};

// In a table whose rows have several labels, in proportion to the change of the micro F1, to first order:
// with F = 2 TP / (2 TP + FP + FN), a missed label costs 2 - F, one too many F.
Costs costs_of(const dataset::Graph& valid, std::size_t table, const dataset::TableList& predictions) {
  for (const infer::MultiLabelScore& score :
       infer::multi_label_scores(valid, predictions, table::Split::valid)) {
    if (score.table != valid.plan.tables()[table].name || std::isnan(score.micro_f1())) continue;
    return {2 - score.micro_f1(), score.micro_f1()};
  }
  return {};
}

double cost_of(const Costs& costs, const nn::ColumnGroup& group, const table::Known* known,
               const float* logits) {
  if (answer_of(group, known, logits) != Answer::wrong) return 0;
  if (group.is_exclusive) return 1;
  return known[group.columns.front()] == table::Known::yes ? costs.missed : costs.added;
}

}  // namespace

bool is_clearly_worse(const dataset::Graph& valid, const dataset::TableList& first,
                      const dataset::TableList& second) {
  double sum = 0;
  double squares = 0;
  for (std::size_t i = 0; i < valid.predicted.size(); ++i) {
    const table::Labels& labels = valid.labels(i);
    const std::vector<nn::ColumnGroup> groups =
        nn::column_groups(valid.dataset.tables.vocabulary(), valid.schema(i));
    const std::size_t width = valid.schema(i).columns.size();
    const Costs costs = costs_of(valid, i, second);
    const std::vector<bool> is_in = nn::rows_in(labels, valid.plan.tables()[i].rows, table::Split::valid);
    for (std::size_t row = 0; row < is_in.size(); ++row) {
      if (!is_in[row]) continue;
      double difference = 0;
      for (const nn::ColumnGroup& group : groups) {
        const table::Known* const known = &labels.atoms[row * width];
        difference += cost_of(costs, group, known, &first[i][row * width]);
        difference -= cost_of(costs, group, known, &second[i][row * width]);
      }
      sum += difference;
      squares += difference * difference;
    }
  }
  return sum > std::sqrt(squares);
}

bool should_replace(const dataset::Graph& valid, const dataset::TableList& model,
                    const dataset::TableList& on_top, const dataset::TableList& alone,
                    const std::vector<bool>& constraints, std::uint32_t threads) {
  if (is_clearly_worse(valid, model, on_top)) return true;
  const auto violated = [&](const dataset::TableList& predictions) {
    const std::vector<std::uint64_t> counts = infer::violations(valid, predictions, threads);
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) sum += constraints[i] ? counts[i] : 0;
    return sum;
  };
  const std::uint64_t by_model = violated(model);
  return static_cast<double>(by_model) > tolerated_violations * static_cast<double>(violated(alone)) &&
         violated(on_top) < by_model && !is_clearly_worse(valid, on_top, model);
}

bool has_validation(const dataset::Graph& valid) {
  for (std::size_t i = 0; i < valid.predicted.size(); ++i) {
    const std::vector<bool> is_in =
        nn::rows_in(valid.labels(i), valid.plan.tables()[i].rows, table::Split::valid);
    if (std::find(is_in.begin(), is_in.end(), true) != is_in.end()) return true;
  }
  return false;
}

}  // namespace kenn::trust
