// Puts an explanation together: from the values of a neighbourhood to names, sums and reasons.
#pragma once

#include <kenn/explain.h>

#include <string>

#include "explain/context.h"

namespace kenn::explain {

Explanation explain_row(const Context& context, const std::string& object, const ExplainOptions& options);

}  // namespace kenn::explain
