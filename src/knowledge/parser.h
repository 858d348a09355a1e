// Text of the knowledge language -> syntax tree.
#pragma once

#include "base/diagnostics.h"
#include "base/source.h"
#include "knowledge/syntax_tree.h"

namespace kenn::knowledge {

// How deep parentheses, negations and quantifiers may be nested. Every later stage may recurse that deep.
inline constexpr int deepest_nesting = 200;

// Reads valid UTF-8. Every syntax error is reported; reading goes on at the next statement, and the tree
// holds the statements that have none.
syntax::Tree parse_knowledge(const SourceText& source, base::Diagnostics& diagnostics);

}  // namespace kenn::knowledge
