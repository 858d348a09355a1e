// Pass 9: warns of what the knowledge declares and does not use.
#pragma once

#include <kenn/clause.h>

#include <vector>

#include "base/diagnostics.h"
#include "clause/declarations.h"
#include "knowledge/syntax_tree.h"

namespace kenn::clause {

// Types without predicates, `given` predicates in no clause, texts without rules or without anything.
void warn_unused(const knowledge::syntax::Tree& tree, const Declarations& declarations,
                 const std::vector<Clause>& clauses, base::Diagnostics& diagnostics);

}  // namespace kenn::clause
