// Pass 1: declarations -> vocabulary.
//
//     type Paper
//     predict AI(Paper), ML(Paper)
//     given Cite(Paper, Paper)
//     exclusive AI, ML
//
// becomes the type Paper; the predicates AI and ML (predict, table Paper) and Cite (given, table Cite); the
// exclusive group {AI, ML}.
#pragma once

#include <kenn/clause.h>

#include <cstddef>
#include <limits>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/diagnostics.h"
#include "knowledge/syntax_tree.h"

namespace kenn::clause {

// Stands for a type that was not found, so that one mistake is reported once.
inline constexpr TypeIndex unknown_type = std::numeric_limits<TypeIndex>::max();

struct Declarations {
  Vocabulary vocabulary;
  std::unordered_map<std::string_view, TypeIndex> types;
  std::unordered_map<std::string_view, PredicateIndex> predicates;
  std::vector<std::size_t> type_offsets;  // where each is declared
  std::vector<std::size_t> predicate_offsets;
};

// Reports unknown types, names declared twice, and exclusive groups that make no sense.
Declarations declare(const knowledge::syntax::Tree& tree, base::Diagnostics& diagnostics);

// The predicate of that name. An unknown one is reported, with the nearest name, unless the declaration that
// names it was not understood.
std::optional<PredicateIndex> find_predicate(const knowledge::syntax::Name& name,
                                             const Declarations& declarations,
                                             const knowledge::syntax::Tree& tree,
                                             base::Diagnostics& diagnostics);

}  // namespace kenn::clause
