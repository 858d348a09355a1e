// Runs the passes of this folder: syntax tree -> clauses.
#pragma once

#include <kenn/clause.h>

#include <cstddef>
#include <vector>

#include "base/diagnostics.h"
#include "knowledge/syntax_tree.h"

namespace kenn::clause {

struct Compiled {
  Vocabulary vocabulary;
  std::vector<Clause> clauses;
  std::size_t rule_count = 0;
};

// The result is meaningful only if `diagnostics` has no errors after it.
Compiled compile(const knowledge::syntax::Tree& tree, const SourceText& source,
                 base::Diagnostics& diagnostics);

}  // namespace kenn::clause
