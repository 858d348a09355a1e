// Which rules earn their keep: every prediction with and without each clause.
#pragma once

#include <kenn/explain.h>

#include "explain/context.h"

namespace kenn::explain {

RuleAudit audit_rules(const Context& context);

}  // namespace kenn::explain
