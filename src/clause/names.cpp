// Pass 8: every clause gets a name of its own.
#include "clause/names.h"

#include <string_view>
#include <unordered_map>

namespace kenn {

namespace {

bool same_instance(const Origin& left, const Origin& right) {
  return left.rule == right.rule && left.instance == right.instance;
}

}  // namespace

void name_clauses(std::vector<Clause>& clauses, const std::vector<Origin>& origins, const Vocabulary& vocabulary,
                  Diagnostics& diagnostics) {
  for (std::size_t begin = 0; begin < clauses.size();) {
    std::size_t end = begin + 1;
    while (end < clauses.size() && same_instance(origins[begin], origins[end])) ++end;
    for (std::size_t i = begin; i < end; ++i) {
      const std::string& base = origins[i].base;
      const std::string number = end - begin > 1 ? "#" + std::to_string(i - begin + 1) : "";
      clauses[i].name = base.empty() ? to_string(clauses[i], vocabulary) : base + number;
    }
    begin = end;
  }

  std::unordered_map<std::string_view, std::size_t> first_use;
  first_use.reserve(clauses.size());
  for (std::size_t i = 0; i < clauses.size(); ++i) {
    const auto [known, is_new] = first_use.emplace(clauses[i].name, i);
    if (is_new) continue;
    diagnostics.error(origins[i].offset, "the clause name " + string_literal(clauses[i].name) +
                                             " is already used by the rule in " +
                                             diagnostics.line_of(origins[known->second].offset));
  }
}

}  // namespace kenn
