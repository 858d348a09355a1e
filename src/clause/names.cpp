// Pass 8: every clause gets a name of its own.
#include "clause/names.h"

#include <string_view>
#include <unordered_map>

#include "base/spelling.h"

namespace kenn::clause {

void name_clauses(std::span<Clause> clauses, const std::string& base, const Vocabulary& vocabulary) {
  for (std::size_t i = 0; i < clauses.size(); ++i) {
    const std::string number = clauses.size() > 1 ? "#" + std::to_string(i + 1) : "";
    clauses[i].name = base.empty() ? to_string(clauses[i], vocabulary) : base + number;
  }
}

void require_unique_names(const std::vector<Clause>& clauses, const std::vector<std::size_t>& offsets,
                          base::Diagnostics& diagnostics) {
  std::unordered_map<std::string_view, std::size_t> first_use;
  first_use.reserve(clauses.size());
  for (std::size_t i = 0; i < clauses.size(); ++i) {
    const auto [known, is_new] = first_use.emplace(clauses[i].name, i);
    if (is_new) continue;
    diagnostics.error(offsets[i], "the clause name " + string_literal(base::shortened(clauses[i].name, 80)) +
                                      " is already used by the rule in line " +
                                      std::to_string(clauses[known->second].location.line));
  }
}

}  // namespace kenn::clause
