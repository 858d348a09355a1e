// What `kenn enhance` and `kenn fit` say about what they did.
#include "enhance_report.h"

#include <algorithm>
#include <cmath>

#include "base/spelling.h"
#include "base/utf8.h"
#include "common.h"
#include "engine/boost.h"
#include "fit_report.h"

namespace kenn::cli {

namespace {

constexpr std::size_t most_clauses = 12;
constexpr std::size_t longest_name = 100;

std::string truth_text(double truth) {
  return std::isnan(truth) ? "    -" : fixed(truth, 3);
}

Json truth_json(double truth) {
  return std::isnan(truth) ? Json(nullptr) : Json(truth);
}

std::string percent(std::uint64_t part, std::uint64_t whole) {
  return fixed(100.0 * static_cast<double>(part) / static_cast<double>(whole), 1) + " %";
}

std::string score_lines(const std::vector<LabelScore>& scores) {
  std::string text;
  for (const LabelScore& score : scores) {
    text += "  " + score.table + ", " + score.split + ": " + percent(score.right_before, score.known) +
            " -> " + percent(score.right_after, score.known) + " of " + counted(score.known, "label") +
            " right\n";
  }
  return text;
}

std::string clause_lines(const EnhanceReport& report, const Plan& plan) {
  std::string text = "  truth before -> after  clause\n";
  const std::size_t count = plan.clause_names().size();
  const std::size_t shown = count > most_clauses + 1 ? most_clauses : count;
  for (std::size_t i = 0; i < shown; ++i) {
    text += "         " + truth_text(report.truth_before[i]) + " -> " + truth_text(report.truth_after[i]);
    text += "  " + base::printable(base::shortened(plan.clause_names()[i], longest_name)) + "\n";
  }
  if (shown < count) text += "  ... and " + std::to_string(count - shown) + " more ('--json' gives all)\n";
  return text;
}

Json weights_of(const EnhanceReport& report, std::size_t clause, std::size_t clause_count) {
  Json weights = Json::array();
  for (std::size_t layer = 0; layer < report.options.layers; ++layer) {
    weights.push_back(report.weights[layer * clause_count + clause]);
  }
  return weights;
}

}  // namespace

LargestChange largest_change(std::span<const float> before, std::span<const float> after,
                             std::size_t columns) {
  LargestChange largest;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const double change = static_cast<double>(after[i]) - static_cast<double>(before[i]);
    if (std::abs(change) > std::abs(largest.change)) largest = {change, i / columns, i % columns};
  }
  return largest;
}

std::string enhance_text(const EnhanceReport& report, const Plan& plan) {
  std::string text = report.fit ? fit_line(report.fit->model, report.fit->trust) : "";
  for (const EnhancedTable& table : report.tables) {
    const auto about = std::find_if(plan.tables().begin(), plan.tables().end(),
                                    [&](const PredictedTable& each) { return each.name == table.name; });
    text += base::printable(table.file) + ": " + counted(about->rows, "row") + ", " +
            counted(about->columns.size(), "column");
    if (table.largest.change != 0) {
      text += ", largest change " + fixed(table.largest.change, 3) + " (row " +
              std::to_string(table.largest.row) + ", " + about->columns[table.largest.column] + ")";
    }
    text += "\n";
  }
  text += "\n  " + counted(plan.groundings(), "grounding") + " in " + counted(plan.groups().size(), "group") +
          ", " + counted(plan.clause_names().size(), "clause") + ", " +
          counted(report.options.layers, "layer") + "\n ";
  for (const auto& [step, seconds] : report.seconds) text += " " + step + " " + fixed(seconds, 3) + " s";
  text += "\n";
  if (!report.scores.empty()) text += "\n" + score_lines(report.scores);
  if (plan.clause_names().empty()) return text;
  text += "\n" + (report.fit ? trust_lines(report.fit->trust, plan) : clause_lines(report, plan));
  return text;
}

Json enhance_to_json(const EnhanceReport& report, const Plan& plan) {
  Json json = {{"file", report.knowledge},
               {"ok", true},
               {"layers", report.options.layers},
               {"boost", name_of(report.options.boost)},
               {"order", report.options.order == Order::parallel ? "parallel" : "sequential"},
               {"center", engine::center_word(report.options.center)},
               {"threads", report.threads},
               {"groundings", plan.groundings()},
               {"instances", plan.instances()},
               {"plan_bytes", plan.bytes()},
               {"work_bytes", report.work_bytes},
               {"tables", Json::array()},
               {"clauses", Json::array()},
               {"seconds", Json::object()}};
  for (const EnhancedTable& table : report.tables) {
    const auto about = std::find_if(plan.tables().begin(), plan.tables().end(),
                                    [&](const PredictedTable& each) { return each.name == table.name; });
    Json entry = {{"name", table.name},
                  {"file", table.file},
                  {"rows", about->rows},
                  {"columns", about->columns},
                  {"largest_change", nullptr}};
    if (table.largest.change != 0) {
      entry["largest_change"] = {{"change", table.largest.change},
                                 {"row", table.largest.row},
                                 {"column", about->columns[table.largest.column]}};
    }
    json["tables"].push_back(std::move(entry));
  }
  const auto groundings = plan.groundings_of_clauses();
  for (std::size_t i = 0; i < plan.clause_names().size(); ++i) {
    Json clause = {{"name", plan.clause_names()[i]}};
    if (report.fit) {
      clause.update(trust_to_json(report.fit->trust.rules[i]));  // its groundings are those with labels
    } else {
      clause["groundings"] = groundings[i];
    }
    clause["weights"] = weights_of(report, i, plan.clause_names().size());
    clause["truth_before"] = truth_json(report.truth_before[i]);
    clause["truth_after"] = truth_json(report.truth_after[i]);
    json["clauses"].push_back(std::move(clause));
  }
  if (report.fit) json["fit"] = fit_to_json(report.fit->model, report.fit->trust);
  for (const LabelScore& score : report.scores) {
    json["labels"].push_back({{"table", score.table},
                              {"split", score.split},
                              {"known", score.known},
                              {"right_before", score.right_before},
                              {"right_after", score.right_after}});
  }
  for (const auto& [step, seconds] : report.seconds) json["seconds"][step] = seconds;
  json["diagnostics"] = to_json(report.warnings);
  return json;
}

}  // namespace kenn::cli
