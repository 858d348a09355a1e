// Pass 3: names -> predicates, variables and constants; quantifiers go.
//
//     T(x) & forall x: (Cite(x, "p1") -> AI(x))   with T = ML
//  -> ML(v0) & (Cite(v1, c0) -> AI(v1))           with v0 = x, v1 = x, c0 = "p1"
//
// A `forall` that stands under a negation, left of '->' or beside '<->' means "there is", which is reported
// like `exists`.
#pragma once

#include <optional>
#include <vector>

#include "base/diagnostics.h"
#include "clause/declarations.h"
#include "clause/resolved_rule.h"
#include "clause/templates.h"
#include "knowledge/syntax_tree.h"

namespace kenn::clause {

// One instance of a rule; `chosen` says what each template stands for. Types of variables are still unknown.
// Nothing when there were errors.
std::optional<ResolvedRule> resolve(const knowledge::syntax::RuleStatement& rule,
                                    const TemplateInstances& templates,
                                    const std::vector<PredicateIndex>& chosen,
                                    const Declarations& declarations, const knowledge::syntax::Tree& tree,
                                    base::Diagnostics& diagnostics);

}  // namespace kenn::clause
