// What a grounding group is about, for people: "Cite(x, y)", "Paper[x]".
#include "plan/describe.h"

#include <algorithm>

namespace kenn::plan {

namespace {

// x, y, z, then x3, x4, ...
std::string variable_name(std::uint32_t number) {
  return number < 3 ? std::string(1, "xyz"[number]) : "x" + std::to_string(number);
}

std::string term_text(const PatternTerm& term, TypeIndex type, const Tables& tables) {
  return term.is_variable ? variable_name(term.value) : string_literal(tables.name_of(type, term.value));
}

std::string arguments_text(const PatternAtom& atom, const Tables& tables) {
  const auto& types = tables.schema().tables[atom.table].argument_types;
  std::string text;
  for (std::size_t i = 0; i < atom.terms.size(); ++i) {
    text += (i == 0 ? "" : ", ") + term_text(atom.terms[i], types[i], tables);
  }
  return text;
}

bool is_in_atom(std::uint32_t variable, const Pattern& pattern) {
  return std::any_of(pattern.atoms.begin(), pattern.atoms.end(), [variable](const PatternAtom& atom) {
    return atom.use != AtomUse::excluded &&
           std::find(atom.terms.begin(), atom.terms.end(), PatternTerm{true, variable}) != atom.terms.end();
  });
}

// The type of a pair of terms, one of which is a variable.
TypeIndex type_of(const std::pair<PatternTerm, PatternTerm>& terms, const Pattern& pattern) {
  return pattern.variable_types[(terms.first.is_variable ? terms.first : terms.second).value];
}

}  // namespace

std::string describe_pattern(const Pattern& pattern, const Tables& tables) {
  std::string text;
  const auto add = [&text](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  for (const PatternAtom& atom : pattern.atoms) {
    add((atom.use == AtomUse::excluded ? "not " : "") + tables.schema().tables[atom.table].name + "(" +
        arguments_text(atom, tables) + ")");
  }
  for (std::uint32_t variable = 0; variable < pattern.variable_types.size(); ++variable) {
    if (is_in_atom(variable, pattern)) continue;
    add(variable_name(variable) + " in " + tables.vocabulary().types[pattern.variable_types[variable]].name);
  }
  for (const auto& terms : pattern.different) {
    const TypeIndex type = type_of(terms, pattern);
    add(term_text(terms.first, type, tables) + " != " + term_text(terms.second, type, tables));
  }
  return text.empty() ? "once" : text;
}

std::string describe_slot(const Slot& slot, const Pattern& pattern, const Tables& tables) {
  const TableSchema& table = tables.schema().tables[slot.table];
  const std::string row = slot.is_object ? term_text(slot.object, table.argument_types.front(), tables)
                                         : arguments_text(pattern.atoms[slot.atom], tables);
  return table.name + "[" + row + "]";
}

}  // namespace kenn::plan
