// What a report is about: the models, and the results of each.
#include "report/content.h"

#include <algorithm>
#include <map>

namespace kenn::report {

namespace {

experiment::ModelKind kind_of(const Series& series, const std::optional<double>& fraction) {
  return {fraction, series.method, series.paradigm, series.layers};
}

// The depth with most results; of several the first.
std::uint32_t usual_depth(const experiment::Summary& summary, const experiment::ModelKind& wanted) {
  std::map<std::uint32_t, std::size_t> counts;
  std::vector<std::uint32_t> order;
  for (const experiment::KindSummary& each : summary.kinds) {
    if (each.kind.method != wanted.method || each.kind.paradigm != wanted.paradigm) continue;
    if (!counts.contains(each.kind.layers)) order.push_back(each.kind.layers);
    counts[each.kind.layers] += each.accuracy.count;
  }
  return *std::max_element(order.begin(), order.end(),
                           [&](std::uint32_t a, std::uint32_t b) { return counts[a] < counts[b]; });
}

std::vector<Series> series_of(const experiment::Summary& summary, const MethodNames& names) {
  std::vector<Series> all;
  for (const experiment::KindSummary& each : summary.kinds) {
    const experiment::ModelKind& kind = each.kind;
    const bool is_known = std::any_of(all.begin(), all.end(), [&](const Series& one) {
      return one.method == kind.method && one.paradigm == kind.paradigm;
    });
    if (is_known) continue;
    all.push_back({kind.method, kind.paradigm, usual_depth(summary, kind),
                   label_of(names, kind.method, kind.paradigm), is_baseline(names, kind.method)});
  }
  return all;
}

std::vector<std::optional<double>> fractions_of(const experiment::Experiment& experiment,
                                                const experiment::Summary& summary) {
  std::vector<std::optional<double>> candidates = experiment.fractions;
  for (const experiment::KindSummary& each : summary.kinds) candidates.push_back(each.kind.fraction);
  std::vector<std::optional<double>> fractions;
  for (const auto& candidate : candidates) {
    const bool has_results =
        std::any_of(summary.kinds.begin(), summary.kinds.end(),
                    [&](const experiment::KindSummary& each) { return each.kind.fraction == candidate; });
    const bool is_new = std::find(fractions.begin(), fractions.end(), candidate) == fractions.end();
    if (has_results && is_new) fractions.push_back(candidate);
  }
  return fractions;
}

experiment::Correlation correlation_of(const experiment::Summary& summary,
                                       const experiment::ModelKind& kind) {
  for (const experiment::ComplianceSummary& each : summary.compliance) {
    if (each.kind == kind) return each.correlation;
  }
  return {};
}

// Of one model: over the rules whose weights are learned.
experiment::Correlation correlation_of(const std::vector<experiment::ClauseInfo>& clauses,
                                       const experiment::RunResult& result) {
  std::vector<double> compliances;
  std::vector<double> weights;
  for (std::size_t i = 0; i < clauses.size(); ++i) {
    const std::optional<double> weight = mean_weight(result, i);
    if (clauses[i].is_fixed || !weight || i >= result.compliance.size() || !result.compliance[i]) continue;
    compliances.push_back(*result.compliance[i]);
    weights.push_back(*weight);
  }
  return experiment::correlation(compliances, weights);
}

}  // namespace

Content content_of(const experiment::Experiment& experiment,
                   const std::vector<experiment::RunResult>& results, const experiment::Summary& summary,
                   const MethodNames& names) {
  Content content{experiment.clauses, series_of(summary, names), fractions_of(experiment, summary), {}};
  std::map<experiment::ModelKind, std::vector<const experiment::RunResult*>> by_kind;
  for (const experiment::RunResult& each : results) {
    by_kind[{each.fraction, each.method, each.paradigm, each.layers}].push_back(&each);
  }
  for (const auto& fraction : content.fractions) {
    for (std::size_t i = 0; i < content.series.size(); ++i) {
      const experiment::ModelKind kind = kind_of(content.series[i], fraction);
      const auto found = by_kind.find(kind);
      if (found == by_kind.end()) continue;
      Group group{i, fraction, found->second, correlation_of(summary, kind)};
      std::stable_sort(
          group.results.begin(), group.results.end(),
          [](const experiment::RunResult* a, const experiment::RunResult* b) { return a->run < b->run; });
      content.groups.push_back(std::move(group));
    }
  }
  return content;
}

Content content_of(const TrainingRecord& record, const MethodNames& names) {
  const experiment::RunResult& result = record.result;
  const Series series{result.method, result.paradigm, result.layers,
                      label_of(names, result.method, result.paradigm), is_baseline(names, result.method)};
  return {record.clauses,
          {series},
          {result.fraction},
          {{0, result.fraction, {&result}, correlation_of(record.clauses, result)}}};
}

const experiment::KindSummary* find(const experiment::Summary& summary, const Series& series,
                                    const std::optional<double>& fraction) {
  const experiment::ModelKind kind = kind_of(series, fraction);
  for (const experiment::KindSummary& each : summary.kinds) {
    if (each.kind == kind && each.accuracy.count > 0) return &each;
  }
  return nullptr;
}

std::optional<double> test_accuracy(const experiment::RunResult& result) {
  const auto found = result.splits.find("test");
  return found == result.splits.end() ? std::nullopt : std::optional(found->second.accuracy);
}

std::optional<double> mean_weight(const experiment::RunResult& result, std::size_t clause) {
  double sum = 0;
  for (const std::vector<double>& layer : result.weights) {
    if (clause >= layer.size()) return std::nullopt;
    sum += layer[clause];
  }
  if (result.weights.empty()) return std::nullopt;
  return sum / static_cast<double>(result.weights.size());
}

}  // namespace kenn::report
