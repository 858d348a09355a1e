// Source text -> syntax tree, in whichever syntax it is written.
#pragma once

#include <kenn/knowledge.h>

#include "base/diagnostics.h"
#include "base/source.h"
#include "knowledge/syntax_tree.h"

namespace kenn::knowledge {

// `requested`, or for `automatic` the syntax that the text looks like: KENN2 when it has a line that is
// neither blank nor a comment, and none of those starts with a statement word of the knowledge language (or
// with one in capitals that cannot be a predicate).
Syntax choose_syntax(const SourceText& source, Syntax requested);

// `syntax` is not `automatic`. Text that is not UTF-8 is reported and gives an empty tree.
syntax::Tree read_tree(const SourceText& source, Syntax syntax, base::Diagnostics& diagnostics);

}  // namespace kenn::knowledge
