// Reads the number of a fixed weight.
#pragma once

#include <kenn/clause.h>

#include <string_view>

#include "base/diagnostics.h"
#include "knowledge/syntax_tree.h"

namespace kenn::knowledge {

// The fixed weight that `number` spells. What is no number, or none in [0, largest_weight], is reported, and
// the weight is then a learned one.
Weight read_weight(const syntax::Name& number, base::Diagnostics& diagnostics);

}  // namespace kenn::knowledge
