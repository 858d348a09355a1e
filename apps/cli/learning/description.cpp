// What results say about where they come from: knowledge, data, program and machine.
#include "learning/description.h"

#include <kenn/version.h>

#include <algorithm>
#include <string_view>

#include "dataset/split_choice.h"
#include "experiment/machine.h"
#include "methods/method.h"

namespace kenn::cli {

namespace {

// What stands for the clause in colours and legends: "AI" of "citations[T=AI]", all of a name without values.
std::string group_of(const std::string& clause) {
  const std::size_t open = clause.rfind('[');
  const std::size_t close = clause.find(']', open == std::string::npos ? 0 : open);
  if (open == std::string::npos || close == std::string::npos) return clause;
  std::string values;
  std::string_view rest = std::string_view(clause).substr(open + 1, close - open - 1);
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const std::string_view part = rest.substr(0, comma);
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos) return clause;
    values += (values.empty() ? "" : ", ") + std::string(part.substr(equals + 1));
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  return values.empty() ? clause : values;
}

}  // namespace

std::vector<experiment::ClauseInfo> clauses_of(const Knowledge& knowledge) {
  std::vector<experiment::ClauseInfo> clauses;
  for (const Clause& clause : knowledge.clauses()) {
    clauses.push_back({clause.name, group_of(clause.name), !clause.weight.learned});
  }
  return clauses;
}

report::MethodNames method_names() {
  report::MethodNames names;
  for (const methods::Method* const method : methods::all()) names.push_back({method->name, method->label});
  return names;
}

experiment::Experiment describe(const Knowledge& knowledge, const std::string& source,
                                const api::DataFacts& facts) {
  experiment::Experiment about;
  about.version = version;
  about.machine = experiment::machine();
  about.data = dataset::source_name(source);
  about.data_digest = facts.digest;
  about.sizes = facts.sizes;
  about.knowledge = knowledge.text();
  about.clauses = clauses_of(knowledge);
  return about;
}

std::string in_shell(const std::string& word) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:,=+@%";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string text = "'";
  for (const char letter : word) text += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return text + "'";
}

}  // namespace kenn::cli
