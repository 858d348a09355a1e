// The smallest set of rules and facts without which another predicate would hold.
#pragma once

#include <kenn/explain.h>

#include <string>

#include "explain/context.h"

namespace kenn::explain {

WhyNot find_why_not(const Context& context, const std::string& object, const std::string& predicate);

}  // namespace kenn::explain
