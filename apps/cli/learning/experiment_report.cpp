// What `kenn experiment` says when it is done.
#include "learning/experiment_report.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "base/utf8.h"
#include "common.h"
#include "io/number_text.h"
#include "learning/description.h"

namespace kenn::cli {

namespace {

constexpr int digits = 3;
constexpr std::string_view fraction_title = "fraction";

std::string p_text(double p) {
  if (p >= 0.001) return fixed(p, digits);
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.0e", p);
  return text.data();
}

std::string kind_text(const experiment::ModelKind& kind) {
  std::string text = kind.method;
  if (!kind.paradigm.empty()) text += " " + kind.paradigm;
  if (kind.layers > 0) text += ", " + counted(kind.layers, "layer");
  return text;
}

std::string interval_text(const std::optional<experiment::Interval>& interval) {
  if (!interval) return "";
  return " [" + fixed(interval->low, digits) + ", " + fixed(interval->high, digits) + "]";
}

// So wide that all texts of a column fit, and two blanks.
std::string padded(const std::string& text, std::size_t width) {
  return text + std::string(width - std::min(width, text.size()) + 2, ' ');
}

std::string fraction_text(const experiment::ModelKind& kind) {
  return kind.fraction ? io::shortest_text(*kind.fraction) : "data";
}

std::string difference_text(const experiment::Estimate& difference, const std::optional<double>& p) {
  return (difference.mean < 0 ? "" : "+") + fixed(difference.mean, digits) +
         interval_text(difference.interval) + (p ? " p " + p_text(*p) : "");
}

std::string line_of(const experiment::KindSummary& each, std::size_t width) {
  std::string text =
      "  " + padded(fraction_text(each.kind), fraction_title.size()) + padded(kind_text(each.kind), width);
  text += fixed(each.accuracy.mean, digits) + " +- " + fixed(each.accuracy.deviation, digits) + "  " +
          std::to_string(each.accuracy.count) + " runs";
  if (!each.improvement) return text + "\n";
  const experiment::PairedTest& test = *each.improvement;
  return text + "  " + difference_text(test.difference, test.p_value) + "\n";
}

// "rnm over kenn transductive", and how many layers where only one of them has any.
std::string compared_text(const experiment::MethodComparison& each) {
  const std::uint32_t layers = std::max(each.first.layers, each.second.layers);
  std::string text = each.second.method + " over " + each.first.method;
  if (!each.first.paradigm.empty()) text += " " + each.first.paradigm;
  if (layers > 0) text += ", " + counted(layers, "layer");
  return text;
}

std::string lines_of(const std::vector<experiment::MethodComparison>& comparisons) {
  std::size_t width = 0;
  for (const experiment::MethodComparison& each : comparisons)
    width = std::max(width, compared_text(each).size());
  std::string text;
  if (!comparisons.empty()) {
    text = "  " + padded(std::string(fraction_title), 0) + padded("method", width) +
           "difference [95 % interval], two-sided p\n";
  }
  for (const experiment::MethodComparison& each : comparisons) {
    text += "  " + padded(fraction_text(each.first), fraction_title.size()) +
            padded(compared_text(each), width) + difference_text(each.test.difference, each.test.two_sided) +
            "\n";
  }
  return text;
}

Json to_json(const experiment::Estimate& estimate) {
  Json json = {{"runs", estimate.count}, {"mean", estimate.mean}, {"deviation", estimate.deviation}};
  if (estimate.interval) json["interval"] = {estimate.interval->low, estimate.interval->high};
  return json;
}

// The share of labels of a kind of model, null where the data has splits of its own.
Json fraction_json(const experiment::ModelKind& kind) {
  return kind.fraction ? Json(*kind.fraction) : Json(nullptr);
}

Json to_json(const experiment::MethodComparison& each) {
  Json json = {{"fraction", fraction_json(each.first)},
               {"paradigm", each.first.paradigm},
               {"method", each.second.method},
               {"layers", each.second.layers},
               {"against", each.first.method},
               {"against_layers", each.first.layers},
               {"difference", to_json(each.test.difference)}};
  json["difference"]["better"] = each.test.better;
  if (each.test.two_sided) json["difference"]["p"] = *each.test.two_sided;
  return json;
}

Json to_json(const experiment::KindSummary& each) {
  Json json = {{"fraction", fraction_json(each.kind)}, {"method", each.kind.method},
               {"paradigm", each.kind.paradigm},       {"layers", each.kind.layers},
               {"accuracy", to_json(each.accuracy)},   {"epochs", to_json(each.epochs)}};
  if (each.seconds) json["seconds"] = to_json(*each.seconds);
  if (each.improvement) {
    json["improvement"] = to_json(each.improvement->difference);
    json["improvement"]["better"] = each.improvement->better;
    if (each.improvement->p_value) json["improvement"]["p"] = *each.improvement->p_value;
  }
  return json;
}

}  // namespace

ExperimentReport report_of(const std::string& folder, double seconds) {
  experiment::ExperimentFolder all = experiment::read_experiment(folder);
  experiment::Summary summary = experiment::summarise(all.experiment, all.results, all.times);
  return {folder, std::move(all.experiment), all.results.size(), std::move(summary), seconds};
}

std::string to_text(const ExperimentReport& report) {
  std::size_t width = 0;
  for (const experiment::KindSummary& each : report.summary.kinds)
    width = std::max(width, kind_text(each.kind).size());
  std::string text = "  " + padded(std::string(fraction_title), 0) + padded("method", width) +
                     padded("accuracy", 23) + "over nn [95 % interval], one-sided p\n";
  for (const experiment::KindSummary& each : report.summary.kinds) text += line_of(each, width);
  text += lines_of(report.summary.comparisons);
  for (const experiment::ComplianceSummary& each : report.summary.compliance) {
    if (!each.correlation.r) continue;
    text += "  correlation of weight and compliance, " +
            std::string(each.kind.fraction ? io::shortest_text(*each.kind.fraction) + ", " : "") +
            kind_text(each.kind) + ": " + fixed(*each.correlation.r, 2) + " (" +
            std::to_string(each.correlation.count) + " points)\n";
  }
  return text + "\n" + counted(report.models, "model") + " in " + fixed(report.seconds, 1) + " s, in " +
         base::printable(report.folder) + "; 'kenn report " + base::printable(in_shell(report.folder)) +
         "' makes a report\n";
}

Json to_json(const ExperimentReport& report) {
  Json json = {{"file", report.experiment.name}, {"ok", true},
               {"folder", report.folder},        {"models", report.models},
               {"seconds", report.seconds},      {"choices", report.experiment.choices},
               {"summary", Json::array()},       {"comparisons", Json::array()},
               {"compliance", Json::array()},    {"diagnostics", Json::array()}};
  for (const experiment::KindSummary& each : report.summary.kinds) json["summary"].push_back(to_json(each));
  for (const experiment::MethodComparison& each : report.summary.comparisons)
    json["comparisons"].push_back(to_json(each));
  for (const experiment::ComplianceSummary& each : report.summary.compliance) {
    if (!each.correlation.r) continue;
    Json line = {{"fraction", fraction_json(each.kind)}, {"method", each.kind.method},
                 {"paradigm", each.kind.paradigm},       {"layers", each.kind.layers},
                 {"points", each.correlation.count},     {"correlation", *each.correlation.r}};
    json["compliance"].push_back(std::move(line));
  }
  return json;
}

}  // namespace kenn::cli
