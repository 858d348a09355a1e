// Pass 4: variables get their types from the signatures of the predicates they occur in.
//
//     T(x) & Cite(x, y) & y != z    with Cite(Paper, Paper)  ->  x, y, z : Paper
#pragma once

#include "base/diagnostics.h"
#include "clause/declarations.h"
#include "clause/resolved_rule.h"

namespace kenn::clause {

// Both sides of an equality have one type. Reports variables with two types or with none; false if there were
// any.
bool infer_types(ResolvedRule& rule, const Declarations& declarations, base::Diagnostics& diagnostics);

}  // namespace kenn::clause
