// Text in the format of the KENN2 library -> syntax tree.
//
//     Smoker,Cancer                            unary predicates
//     Friends                                  binary predicates (only in relational files)
//
//     _:nSmoker(x),Cancer(x)                   unary clauses; _ is a learned weight, n a negation
//     >
//     1.5:nSmoker(x),nFriends(x.y),Smoker(y)   binary clauses
//
// becomes the tree of
//
//     type Object
//     predict Smoker(Object), Cancer(Object)
//     predict Friends(Object, Object)          (in the table Pair)
//     rule: !Smoker(x) | Cancer(x)
//     rule weight 1.5: !Smoker(x) | !Friends(x, y) | Smoker(y)
#pragma once

#include "base/diagnostics.h"
#include "base/source.h"
#include "knowledge/syntax_tree.h"

namespace kenn::knowledge {

// Reads valid UTF-8. Blank lines, comment lines (#), spaces around signs and CRLF are accepted everywhere.
// Every line with an error is reported; the tree holds what the others say.
syntax::Tree parse_kenn2(const SourceText& source, base::Diagnostics& diagnostics);

}  // namespace kenn::knowledge
