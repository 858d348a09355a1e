// Syntax tree -> text that shows it, one node per line with its place.
//
//     rule "topic"                     7:1
//       implication                    7:15
//         atom T(x)                    7:15
//         atom T(y)                    7:23
#pragma once

#include <string>

#include "base/source.h"
#include "knowledge/syntax_tree.h"

namespace kenn::knowledge {

std::string dump_tree(const syntax::Tree& tree, const SourceText& source);

// "implication", "atom", ...: what the dump calls a formula.
const char* kind_name(syntax::Formula::Kind kind);

}  // namespace kenn::knowledge
