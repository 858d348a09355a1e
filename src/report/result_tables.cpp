// Tables of accuracy and improvement: by model, by split, by number of layers, method against method.
#include <algorithm>
#include <set>

#include "report/numbers.h"
#include "report/table.h"
#include "report/tables.h"

namespace kenn::report {

namespace {

const std::vector<Column> interval_columns = {
    {"low", "95 % from", kind::percent}, {"high", "to", kind::percent}, {"runs", "Runs", kind::count}};

std::vector<Column> joined(std::vector<Column> first, const std::vector<Column>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

// The mean difference, its interval and in how many runs it is positive.
void add_difference(Json& row, const experiment::PairedTest& test) {
  row.push_back(value_of(test.difference.mean));
  add_interval(row, test.difference.interval);
  row.push_back({test.better, test.difference.count});
}

void add_improvement(Json& row, const std::optional<experiment::PairedTest>& test) {
  if (!test || test->difference.count == 0) {
    for (int i = 0; i < 5; ++i) row.push_back(nullptr);
    return;
  }
  add_difference(row, *test);
  row.push_back(value_of(test->p_value));
}

Json result_row(const experiment::KindSummary& each, const MethodNames& names) {
  const experiment::Estimate& accuracy = each.accuracy;
  Json row = {label_of(names, each.kind.method), each.kind.paradigm,
              each.kind.layers == 0 ? Json() : Json(each.kind.layers), value_of(each.kind.fraction),
              accuracy.count};
  row.push_back(accuracy.count > 0 ? value_of(accuracy.mean) : Json());
  add_interval(row, accuracy.interval);
  row.push_back(accuracy.count > 1 ? value_of(accuracy.deviation) : Json());
  add_improvement(row, each.improvement);
  row.push_back(value_of(each.epochs.mean));
  row.push_back(each.seconds && each.seconds->count > 0 ? value_of(each.seconds->mean) : Json());
  return row;
}

// Layers are said where a method has been run with several numbers of them.
std::string compared_name(const experiment::Experiment& experiment, const experiment::ModelKind& kind,
                          const MethodNames& names) {
  const std::string name = label_of(names, kind.method);
  return experiment.layers.size() > 1 && kind.layers > 0 ? name + ", " + counted(kind.layers, "layer") : name;
}

void add_accuracy(Json& row, const experiment::Estimate& accuracy) {
  row.push_back(value_of(accuracy.mean));
  add_interval(row, accuracy.interval);
  row.push_back(accuracy.count);
}

bool is_alike(const experiment::ModelKind& a, const experiment::ModelKind& b) {
  return a.method == b.method && a.paradigm == b.paradigm && a.fraction == b.fraction;
}

// The kinds of models whose method and paradigm has several depths, and the baselines beside them.
std::vector<const experiment::KindSummary*> kinds_of_sweep(const experiment::Summary& summary,
                                                           const MethodNames& names) {
  std::vector<const experiment::KindSummary*> tested;
  for (const experiment::KindSummary& each : summary.kinds) {
    if (each.accuracy.count > 0) tested.push_back(&each);
  }
  std::vector<const experiment::KindSummary*> kinds;
  for (const experiment::KindSummary* const each : tested) {
    std::set<std::uint32_t> layers;
    for (const experiment::KindSummary* const other : tested) {
      if (is_alike(each->kind, other->kind)) layers.insert(other->kind.layers);
    }
    if (layers.size() > 1) kinds.push_back(each);
  }
  const std::vector<const experiment::KindSummary*> swept = kinds;
  for (const experiment::KindSummary* const each : tested) {
    const bool is_beside = std::any_of(swept.begin(), swept.end(), [&](const experiment::KindSummary* other) {
      return other->kind.fraction == each->kind.fraction;
    });
    if (is_baseline(names, each->kind.method) && is_beside) kinds.push_back(each);
  }
  return kinds;
}

template <typename AddRow>
void for_each_split(const experiment::RunResult& result, AddRow add) {
  for (const char* const split : {"train", "valid", "test"}) {
    const auto found = result.splits.find(split);
    if (found != result.splits.end()) add(split, found->second);
  }
}

}  // namespace

Json results_table(const experiment::Summary& summary, const MethodNames& names) {
  Json table = make_table("results", "All results",
                          {{"method", "Method", kind::text},
                           {"paradigm", "Paradigm", kind::text},
                           {"layers", "Layers", kind::count},
                           {"fraction", "Training labels", kind::fraction},
                           {"runs", "Runs", kind::count},
                           {"accuracy", "Accuracy", kind::percent},
                           {"accuracy_low", "95 % from", kind::percent},
                           {"accuracy_high", "to", kind::percent},
                           {"accuracy_deviation", "Standard deviation", kind::percent},
                           {"improvement", "Improvement", kind::points},
                           {"improvement_low", "95 % from", kind::points},
                           {"improvement_high", "to", kind::points},
                           {"better_runs", "Better runs", kind::count_of},
                           {"p_value", "p (one-sided)", kind::p_value},
                           {"epochs", "Epochs", kind::number, 1},
                           {"seconds", "Seconds", kind::number, 2}});
  for (const experiment::KindSummary& each : summary.kinds) add_row(table, result_row(each, names));
  return table;
}

Json comparisons_table(const experiment::Experiment& experiment, const experiment::Summary& summary,
                       const MethodNames& names) {
  Json table = make_table("comparisons", "Methods against each other",
                          {{"paradigm", "Paradigm", kind::text},
                           {"method", "Method", kind::text},
                           {"against", "Against", kind::text},
                           {"fraction", "Training labels", kind::fraction},
                           {"difference", "Difference", kind::points},
                           {"difference_low", "95 % from", kind::points},
                           {"difference_high", "to", kind::points},
                           {"better_runs", "Better runs", kind::count_of},
                           {"p_value", "p (two-sided)", kind::p_value}});
  for (const experiment::MethodComparison& each : summary.comparisons) {
    Json row = {each.first.paradigm, compared_name(experiment, each.second, names),
                compared_name(experiment, each.first, names), value_of(each.first.fraction)};
    add_difference(row, each.test);
    row.push_back(value_of(each.test.two_sided));
    add_row(table, std::move(row));
  }
  return table;
}

Json splits_table(const std::vector<experiment::RunResult>& results, const MethodNames& names) {
  Json table = make_table("splits", "Accuracy on every split",
                          {{"model", "Model", kind::text},
                           {"fraction", "Training labels", kind::fraction},
                           {"split", "Split", kind::text},
                           {"labels", "Labels", kind::count},
                           {"accuracy", "Accuracy", kind::percent}});
  const bool is_one_run =
      std::all_of(results.begin(), results.end(),
                  [&](const experiment::RunResult& result) { return result.run == results.front().run; });
  if (!is_one_run) return table;
  for (const experiment::RunResult& result : results) {
    for_each_split(result, [&](const char* split, const experiment::SplitScore& score) {
      add_row(table, {label_of(names, result.method, result.paradigm), value_of(result.fraction), split,
                      score.labels, value_of(score.accuracy)});
    });
  }
  return table;
}

Json splits_table(const TrainingRecord& record) {
  const bool has_rules = !record.network_accuracy.empty();
  Json table = make_table("splits", "Accuracy on every split",
                          {{"split", "Split", kind::text},
                           {"labels", "Labels", kind::count},
                           {"network", "Network alone", kind::percent},
                           {"accuracy", has_rules ? "With rules" : "Accuracy", kind::percent}});
  for_each_split(record.result, [&](const char* split, const experiment::SplitScore& score) {
    const auto alone = record.network_accuracy.find(split);
    add_row(table,
            {split, score.labels, alone == record.network_accuracy.end() ? Json() : value_of(alone->second),
             value_of(score.accuracy)});
  });
  return table;
}

Json accuracy_table(const Content& content, const experiment::Summary& summary) {
  Json table = make_table("accuracy", "Accuracy on the test labels",
                          joined({{"fraction", "Training labels", kind::fraction},
                                  {"model", "Model", kind::text},
                                  {"accuracy", "Accuracy", kind::percent}},
                                 interval_columns));
  std::set<std::string> shown;
  for (const Group& group : content.groups) {
    const experiment::KindSummary* const found = find(summary, content.series[group.series], group.fraction);
    if (found == nullptr) continue;
    Json row = {value_of(group.fraction), content.label(group)};
    add_accuracy(row, found->accuracy);
    add_row(table, std::move(row));
    shown.insert(content.label(group));
  }
  if (shown.size() == 1 && content.fractions.size() == 1) table["rows"].clear();
  return table;
}

Json depth_table(const Content& content, const experiment::Summary& summary, const MethodNames& names) {
  Json table = make_table("depth", "Accuracy by the number of layers of rules",
                          joined({{"fraction", "Training labels", kind::fraction},
                                  {"model", "Model", kind::text},
                                  {"layers", "Layers", kind::count},
                                  {"accuracy", "Accuracy", kind::percent}},
                                 interval_columns));
  const std::vector<const experiment::KindSummary*> kinds = kinds_of_sweep(summary, names);
  for (const auto& fraction : content.fractions) {
    for (const experiment::KindSummary* const each : kinds) {
      if (each->kind.fraction != fraction) continue;
      Json row = {value_of(fraction), label_of(names, each->kind.method, each->kind.paradigm),
                  each->kind.layers};
      add_accuracy(row, each->accuracy);
      add_row(table, std::move(row));
    }
  }
  return table;
}

}  // namespace kenn::report
