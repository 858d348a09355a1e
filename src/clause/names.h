// Pass 8: every clause gets a name of its own.
//
//     rule "topic" of T in {AI, ML}       ->   topic[T=AI], topic[T=ML]
//     rule "same" with two clauses        ->   same#1, same#2
//     an unnamed rule                     ->   the clause's own text
#pragma once

#include <kenn/clause.h>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostics.h"

namespace kenn::clause {

// Names the clauses of one instance of a rule. `base` is the rule's name with the suffix of its templates;
// empty for a rule without a name.
void name_clauses(std::span<Clause> clauses, const std::string& base, const Vocabulary& vocabulary);

// Reports names that two clauses share; `offsets` says where the rule of each clause stands.
void require_unique_names(const std::vector<Clause>& clauses, const std::vector<std::size_t>& offsets,
                          base::Diagnostics& diagnostics);

}  // namespace kenn::clause
