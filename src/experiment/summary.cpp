// The statistics of an experiment: what its tables and charts show.
#include "experiment/summary.h"
#include "methods/method.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace kenn::experiment {

namespace {

ModelKind kind_of(const RunResult& result) {
  return {result.fraction, result.method, result.paradigm, result.layers};
}

ModelKind kind_of(const RunTime& time) {
  return {time.fraction, time.method, time.paradigm, time.layers};
}

std::optional<double> tested_accuracy(const RunResult& result) {
  const auto test = result.splits.find("test");
  return test == result.splits.end() ? std::nullopt : std::optional(test->second.accuracy);
}

// What stands where: first the listed values, then the others as they were added.
template <typename Value>
class Order {
 public:
  explicit Order(std::vector<Value> listed) : values_(std::move(listed)) {}

  void add(const Value& value) {
    if (rank(value) == values_.size()) values_.push_back(value);
  }

  [[nodiscard]] std::size_t rank(const Value& value) const {
    return static_cast<std::size_t>(std::find(values_.begin(), values_.end(), value) - values_.begin());
  }

 private:
  std::vector<Value> values_;
};

// What there is of each kind.
struct Models {
  std::vector<const RunResult*> results;
  std::vector<double> seconds;
};
using ModelsByKind = std::map<ModelKind, Models>;

ModelsByKind put_together(const std::vector<RunResult>& results, const std::vector<RunTime>& times) {
  ModelsByKind models;
  for (const RunResult& result : results) models[kind_of(result)].results.push_back(&result);
  for (const RunTime& time : times) {
    const auto found = models.find(kind_of(time));
    if (found != models.end()) found->second.seconds.push_back(time.seconds);
  }
  return models;
}

// Where a kind of model stands, in each of its parts.
struct Place {
  std::size_t method = 0;
  std::size_t paradigm = 0;
  std::size_t layers = 0;
  std::size_t fraction = 0;

  friend auto operator<=>(const Place&, const Place&) = default;
};

// The experiment's order; what it does not list comes last.
class KindOrder {
 public:
  KindOrder(const Experiment& experiment, const ModelsByKind& models)
      : methods_(experiment.methods),
        paradigms_(experiment.paradigms),
        layers_(experiment.layers),
        fractions_(experiment.fractions) {
    for (const auto& [kind, ignored] : models) {
      methods_.add(kind.method);
      paradigms_.add(kind.paradigm);
      layers_.add(kind.layers);
      fractions_.add(kind.fraction);
    }
  }

  [[nodiscard]] Place place(const ModelKind& kind) const {
    return {methods_.rank(kind.method), paradigms_.rank(kind.paradigm), layers_.rank(kind.layers),
            fractions_.rank(kind.fraction)};
  }

 private:
  Order<std::string> methods_;
  Order<std::string> paradigms_;
  Order<std::uint32_t> layers_;
  Order<std::optional<double>> fractions_;
};

std::vector<ModelKind> kinds_in_order(const KindOrder& order, const ModelsByKind& models) {
  std::vector<ModelKind> kinds;
  for (const auto& [kind, ignored] : models) kinds.push_back(kind);
  std::sort(kinds.begin(), kinds.end(), [&](const ModelKind& left, const ModelKind& right) {
    return order.place(left) < order.place(right);
  });
  return kinds;
}

// Of the second against the first, over the runs that both have; nothing where there are none.
std::optional<PairedTest> paired(const Models& first, const Models& second) {
  std::map<std::uint32_t, double> accuracies;  // of the first, by run
  for (const RunResult* result : first.results) {
    if (const auto accuracy = tested_accuracy(*result)) accuracies.emplace(result->run, *accuracy);
  }
  std::vector<double> before;
  std::vector<double> after;
  for (const RunResult* result : second.results) {
    const auto found = accuracies.find(result->run);
    const auto accuracy = tested_accuracy(*result);
    if (found == accuracies.end() || !accuracy) continue;
    before.push_back(found->second);
    after.push_back(*accuracy);
  }
  return before.empty() ? std::nullopt : std::optional(paired_test(before, after));
}

std::optional<PairedTest> improvement_of(const ModelKind& kind, const ModelsByKind& models) {
  const auto base = models.find({kind.fraction, methods::network_alone().name, "", 0});
  if (kind.method == methods::network_alone().name || base == models.end()) return std::nullopt;
  return paired(base->second, models.at(kind));
}

bool are_comparable(const ModelKind& first, const ModelKind& second) {
  return first.method != second.method && first.method != methods::network_alone().name &&
         second.method != methods::network_alone().name && first.fraction == second.fraction &&
         first.paradigm == second.paradigm &&
         (first.layers == second.layers || first.layers == 0 || second.layers == 0);
}

std::vector<MethodComparison> comparisons_of(const KindOrder& order, const ModelsByKind& models) {
  const std::vector<ModelKind> kinds = kinds_in_order(order, models);
  std::vector<MethodComparison> all;
  for (auto first = kinds.begin(); first != kinds.end(); ++first) {
    for (auto second = first + 1; second != kinds.end(); ++second) {
      if (!are_comparable(*first, *second)) continue;
      const auto test = paired(models.at(*first), models.at(*second));
      if (test) all.push_back({*first, *second, *test});
    }
  }
  const auto place = [&](const MethodComparison& each) {
    const Place first = order.place(each.first);
    const Place second = order.place(each.second);
    return std::tuple(first.paradigm, first.method, first.layers, second.method, second.layers,
                      first.fraction);
  };
  std::sort(all.begin(), all.end(), [&](const MethodComparison& left, const MethodComparison& right) {
    return place(left) < place(right);
  });
  return all;
}

KindSummary summary_of(const ModelKind& kind, const ModelsByKind& models) {
  const Models& own = models.at(kind);
  std::vector<double> accuracies;
  std::vector<double> epochs;
  for (const RunResult* result : own.results) {
    epochs.push_back(result->epochs);
    if (const auto accuracy = tested_accuracy(*result)) accuracies.push_back(*accuracy);
  }
  KindSummary summary{kind, estimate(accuracies), estimate(epochs), improvement_of(kind, models), {}};
  if (!own.seconds.empty()) summary.seconds = estimate(own.seconds);
  return summary;
}

double mean_weight(const RunResult& result, std::size_t clause) {
  double sum = 0;
  for (const std::vector<double>& layer : result.weights) sum += layer.at(clause);
  return sum / static_cast<double>(result.weights.size());
}

// Nothing where there is no clause with both a learned weight and a compliance.
std::optional<ComplianceSummary> compliance_of(const ModelKind& kind, const Models& models,
                                               const std::vector<ClauseInfo>& clauses) {
  std::vector<double> compliance;
  std::vector<double> weights;
  for (const RunResult* result : models.results) {
    if (result->weights.empty()) continue;
    for (std::size_t i = 0; i < std::min(clauses.size(), result->compliance.size()); ++i) {
      if (clauses[i].is_fixed || !result->compliance[i]) continue;
      compliance.push_back(*result->compliance[i]);
      weights.push_back(mean_weight(*result, i));
    }
  }
  if (compliance.empty()) return std::nullopt;
  return ComplianceSummary{kind, correlation(compliance, weights)};
}

}  // namespace

Summary summarise(const Experiment& experiment, const std::vector<RunResult>& results,
                  const std::vector<RunTime>& times) {
  const ModelsByKind models = put_together(results, times);
  const KindOrder order(experiment, models);
  Summary summary;
  summary.comparisons = comparisons_of(order, models);
  for (const ModelKind& kind : kinds_in_order(order, models)) {
    summary.kinds.push_back(summary_of(kind, models));
    if (auto compliance = compliance_of(kind, models.at(kind), experiment.clauses)) {
      summary.compliance.push_back(*std::move(compliance));
    }
  }
  return summary;
}

}  // namespace kenn::experiment
