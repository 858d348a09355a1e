// What `kenn check --dump plan` shows: grounding groups, their slots, groundings and bytes.
#include "plan_report.h"

#include "base/utf8.h"
#include "common.h"

namespace kenn::cli {

namespace {

constexpr std::size_t most_names = 6;

std::string joined(const std::vector<std::string>& words, const std::string& separator) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : separator) + word;
  return text;
}

// The first names, and how many more there are.
std::string clause_names(const GroupSummary& group, const Plan& plan) {
  std::string text;
  const std::size_t shown = group.clauses.size() > most_names + 1 ? most_names : group.clauses.size();
  for (std::size_t i = 0; i < shown; ++i) {
    text += "      " + base::printable(plan.clause_names()[group.clauses[i]]) + "\n";
  }
  if (shown < group.clauses.size()) {
    text += "      ... and " + std::to_string(group.clauses.size() - shown) + " more\n";
  }
  return text;
}

}  // namespace

std::string plan_text(const Plan& plan, const Knowledge& knowledge) {
  std::string text = base::printable(knowledge.name()) + ": " + counted(plan.groups().size(), "group") +
                     ", " + counted(plan.groundings(), "grounding") + ", " +
                     counted(plan.instances(), "clause instance") + ", " + counted(plan.bytes(), "byte") +
                     "\n\ntables\n";
  for (const PredictedTable& table : plan.tables()) {
    text += "  " + table.name + ": " + counted(table.rows, "row") + " of " +
            counted(table.columns.size(), "column") + "\n";
  }
  std::size_t number = 0;
  for (const GroupSummary& group : plan.groups()) {
    text += "\ngroup " + std::to_string(++number) + ": " + base::printable(group.pattern) + "\n";
    text += "  slots       " + base::printable(joined(group.slots, ", ")) + "\n";
    text += "  groundings  " + std::to_string(group.groundings) + "\n";
    text += "  bytes       " + std::to_string(group.bytes) + "\n";
    text += "  clauses     " + std::to_string(group.clauses.size()) + " in " +
            counted(group.loops, "vector loop") + "\n" + clause_names(group, plan);
  }
  return text;
}

Json plan_to_json(const Plan& plan) {
  Json json = {{"groundings", plan.groundings()},
               {"instances", plan.instances()},
               {"bytes", plan.bytes()},
               {"tables", Json::array()},
               {"groups", Json::array()}};
  for (const PredictedTable& table : plan.tables()) {
    json["tables"].push_back({{"name", table.name}, {"rows", table.rows}, {"columns", table.columns}});
  }
  for (const GroupSummary& group : plan.groups()) {
    Json clauses = Json::array();
    for (const std::size_t clause : group.clauses) clauses.push_back(plan.clause_names()[clause]);
    json["groups"].push_back({{"pattern", group.pattern},
                              {"slots", group.slots},
                              {"groundings", group.groundings},
                              {"bytes", group.bytes},
                              {"loops", group.loops},
                              {"clauses", std::move(clauses)}});
  }
  return json;
}

}  // namespace kenn::cli
