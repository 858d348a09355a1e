// What `kenn check` tells a person about a knowledge file.
#include "check_report.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/spelling.h"
#include "base/utf8.h"
#include "common.h"

namespace kenn::cli {

namespace {

constexpr std::size_t most_items = 40;
constexpr std::size_t most_clauses = 12;
constexpr std::size_t line_width = 100;
constexpr std::size_t longest_clause = 160;

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(text.size(), width), ' ');
  return text;
}

// "  predict      6  A(P), B(P), ...": items run on over several lines where they must.
std::string row(const std::string& title, std::size_t count, const std::vector<std::string>& items) {
  const std::string number = std::to_string(count);
  std::string text = "  " + padded(title, 10) +
                     std::string(6 - std::min<std::size_t>(6, number.size()), ' ') + number + "  ";
  const std::size_t indent = text.size();
  std::size_t width = indent;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const bool cut = i == most_items && items.size() > most_items + 1;
    std::string item = cut ? "and " + std::to_string(items.size() - most_items) + " more" : items[i];
    if (!cut && i + 1 < items.size()) item += ",";
    if (width > indent && width + item.size() + 1 > line_width) {
      text += "\n" + std::string(indent, ' ');
      width = indent;
    } else if (width > indent) {
      text += " ";
      ++width;
    }
    text += item;
    width += item.size();
    if (cut) break;
  }
  while (text.ends_with(' ')) text.pop_back();
  return text + "\n";
}

std::string clause_lines(const Knowledge& knowledge) {
  std::string text;
  const auto& clauses = knowledge.clauses();
  const std::size_t shown = clauses.size() > most_clauses + 1 ? most_clauses : clauses.size();
  for (std::size_t i = 0; i < shown; ++i) {
    const Clause& clause = clauses[i];
    const std::string formula = to_string(clause, knowledge.vocabulary());
    const std::string weight = clause.weight.learned ? "learned" : base::to_text(clause.weight.value);
    const std::string name = clause.name == formula ? "" : clause.name + ": ";
    text += "  " + padded(weight, 8) + " " +
            base::printable(base::shortened(name + formula, longest_clause)) + "\n";
  }
  if (shown < clauses.size()) {
    text += "  ... and " + std::to_string(clauses.size() - shown) + " more ('--dump clauses' prints all)\n";
  }
  return text;
}

}  // namespace

WeightCounts count_weights(const Knowledge& knowledge) {
  WeightCounts counts;
  for (const Clause& clause : knowledge.clauses()) ++(clause.weight.learned ? counts.learned : counts.fixed);
  return counts;
}

std::string summary(const Knowledge& knowledge) {
  const Vocabulary& vocabulary = knowledge.vocabulary();
  std::vector<std::string> types;
  for (const Type& type : vocabulary.types) types.push_back(type.name);
  std::vector<std::string> predicted;
  std::vector<std::string> given;
  for (const Predicate& predicate : vocabulary.predicates) {
    (predicate.role == Role::predict ? predicted : given).push_back(to_string(predicate, vocabulary));
  }
  std::vector<std::string> groups;
  for (const auto& group : vocabulary.exclusive_groups) {
    for (const PredicateIndex& member : group) {
      const std::string before = &member == &group.front() ? "{" : "";
      const std::string after = &member == &group.back() ? "}" : "";
      groups.push_back(before + vocabulary.predicates[member].name + after);
    }
  }
  const WeightCounts weights = count_weights(knowledge);

  std::string text = base::printable(knowledge.name()) + ": ok";
  if (knowledge.syntax() == Syntax::kenn2) text += " (KENN2 format)";
  text += "\n\n";
  text += row("types", types.size(), types);
  text += row("predict", predicted.size(), predicted);
  text += row("given", given.size(), given);
  if (!groups.empty()) text += row("exclusive", vocabulary.exclusive_groups.size(), groups);
  text += row("rules", knowledge.rule_count(), {});
  text += row("clauses", knowledge.clauses().size(),
              {std::to_string(weights.learned) + " with a learned weight",
               std::to_string(weights.fixed) + " with a fixed one"});
  if (!knowledge.clauses().empty()) text += "\n  weight   clause\n" + clause_lines(knowledge);
  return text;
}

std::string count_findings(const std::vector<Diagnostic>& diagnostics) {
  const auto errors = static_cast<std::size_t>(
      std::count_if(diagnostics.begin(), diagnostics.end(),
                    [](const Diagnostic& diagnostic) { return diagnostic.severity == Severity::error; }));
  const std::size_t warnings = diagnostics.size() - errors;
  std::string text = errors > 0 ? counted(errors, "error") : "";
  if (warnings > 0) text += (text.empty() ? "" : ", ") + counted(warnings, "warning");
  return text;
}

}  // namespace kenn::cli
