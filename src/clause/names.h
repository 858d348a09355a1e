// Pass 8: every clause gets a name of its own.
//
//     rule "topic" of T in {AI, ML}       ->   topic[T=AI], topic[T=ML]
//     rule "same" with two clauses        ->   same#1, same#2
//     an unnamed rule                     ->   the clause's own text
#pragma once

#include <kenn/clause.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "knowledge/diagnostics.h"

namespace kenn {

// Which rule, and which of its instances, a clause came from.
struct Origin {
  std::size_t rule = 0;        // counts the rules of the text
  std::uint64_t instance = 0;  // of its templates
  std::size_t offset = 0;      // where the rule stands
  std::string base;            // rule name with template suffix; empty when the rule has no name
};

// `origins` belong to `clauses` one by one; the clauses of one instance stand side by side. Reports names that
// two clauses would share.
void name_clauses(std::vector<Clause>& clauses, const std::vector<Origin>& origins, const Vocabulary& vocabulary,
                  Diagnostics& diagnostics);

}  // namespace kenn
