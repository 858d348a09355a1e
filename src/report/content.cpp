// What a report speaks about: the results with their statistics, and the lines that its charts draw.
#include "report/content.h"

#include <kenn/error.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/spelling.h"
#include "report/numbers.h"

namespace kenn::report {

namespace {

bool is_of(const Series& series, const ModelKind& kind) {
  return series.method == kind.method && series.paradigm == kind.paradigm && series.layers == kind.layers;
}

// The depth with most results; of several the first.
std::uint32_t usual_depth(const Summary& summary, const ModelKind& wanted) {
  std::map<std::uint32_t, std::size_t> counts;
  std::vector<std::uint32_t> order;
  for (const KindSummary& each : summary.kinds) {
    if (each.kind.method != wanted.method || each.kind.paradigm != wanted.paradigm) continue;
    if (!counts.contains(each.kind.layers)) order.push_back(each.kind.layers);
    counts[each.kind.layers] += each.accuracy.count;
  }
  return *std::max_element(order.begin(), order.end(),
                           [&](std::uint32_t a, std::uint32_t b) { return counts[a] < counts[b]; });
}

std::vector<Series> series_of(const Summary& summary) {
  const std::vector<std::vector<int>> dashes = {{1, 0}, {6, 3}, {2, 2}, {8, 3, 2, 3}, {12, 4}};
  std::vector<Series> all;
  std::size_t coloured = 0;
  for (const KindSummary& each : summary.kinds) {
    const ModelKind& kind = each.kind;
    const bool is_known = std::any_of(all.begin(), all.end(), [&](const Series& one) {
      return one.method == kind.method && one.paradigm == kind.paradigm;
    });
    if (is_known) continue;
    const bool is_plain = is_plain_network(kind.method);
    const std::string colour = is_plain ? plain_colour : palette[coloured++ % palette.size()];
    all.push_back({kind.method, kind.paradigm, usual_depth(summary, kind),
                   label_of(kind.method, kind.paradigm), colour, shapes[all.size() % shapes.size()],
                   dashes[all.size() % dashes.size()]});
  }
  return all;
}

std::vector<std::optional<double>> fractions_of(const Experiment& experiment, const Summary& summary) {
  std::vector<std::optional<double>> candidates = experiment.fractions;
  for (const KindSummary& each : summary.kinds) candidates.push_back(each.kind.fraction);
  std::vector<std::optional<double>> fractions;
  for (const auto& candidate : candidates) {
    const bool has_results =
        std::any_of(summary.kinds.begin(), summary.kinds.end(),
                    [&](const KindSummary& each) { return each.kind.fraction == candidate; });
    const bool is_new = std::find(fractions.begin(), fractions.end(), candidate) == fractions.end();
    if (has_results && is_new) fractions.push_back(candidate);
  }
  return fractions;
}

}  // namespace

Content content_of(const Experiment& experiment, const std::vector<RunResult>& results,
                   const std::vector<RunTime>& times) {
  if (results.empty()) throw Error(ErrorKind::data, "there is no result to report");
  Content content{experiment, results, summarise(experiment, results, times), {}, {}, 0};
  content.series = series_of(content.summary);
  content.fractions = fractions_of(experiment, content.summary);
  for (const KindSummary& each : content.summary.kinds) {
    content.runs = std::max<std::uint64_t>(content.runs, each.accuracy.count);
  }
  return content;
}

const KindSummary* find(const Content& content, const Series& series, const std::optional<double>& fraction) {
  for (const KindSummary& each : content.summary.kinds) {
    if (each.kind.fraction == fraction && is_of(series, each.kind) && each.accuracy.count > 0) return &each;
  }
  return nullptr;
}

std::vector<const RunResult*> results_of(const Content& content, const Series& series,
                                         const std::optional<double>& fraction) {
  std::vector<const RunResult*> found;
  for (const RunResult& each : content.results) {
    const ModelKind kind{each.fraction, each.method, each.paradigm, each.layers};
    if (each.fraction == fraction && is_of(series, kind)) found.push_back(&each);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const RunResult* a, const RunResult* b) { return a->run < b->run; });
  return found;
}

std::optional<double> test_accuracy(const RunResult& result) {
  const auto found = result.splits.find("test");
  return found == result.splits.end() ? std::nullopt : std::optional(found->second.accuracy);
}

bool is_plain_network(const std::string& method) {
  return method == "nn";
}

std::string method_label(const std::string& method) {
  static const std::map<std::string, std::string> labels = {{"nn", "Network alone"},
                                                            {"kenn", "KENN"},
                                                            {"kenn-greedy", "Greedy KENN"},
                                                            {"sbr", "SBR"},
                                                            {"rnm", "RNM"}};
  const auto found = labels.find(method);
  return found == labels.end() ? method : found->second;
}

std::string label_of(const std::string& method, const std::string& paradigm) {
  return method_label(method) + (paradigm.empty() ? "" : " (" + paradigm + ")");
}

std::string fraction_label(const std::optional<double>& fraction) {
  return fraction ? share_label(*fraction) : "the data's own splits";
}

std::string fraction_sentence(const std::optional<double>& fraction) {
  return fraction ? "with " + share_label(*fraction) + " of the labels" : "on the data's own splits";
}

std::string fraction_panel(const std::optional<double>& fraction) {
  return fraction ? share_label(*fraction) + " of the labels" : fraction_label(fraction);
}

Cell fraction_cell(const std::optional<double>& fraction) {
  return {fraction_label(fraction), fraction ? to_text(*fraction) : "", fraction.has_value()};
}

}  // namespace kenn::report
