// What `kenn explain --json` prints.
#pragma once

#include <kenn/explain.h>

#include "json_output.h"

namespace kenn::cli {

Json to_json(const Explanation& explanation);
Json to_json(const WhyNot& why_not, const Explanation& explanation);
Json to_json(const RuleAudit& audit);

}  // namespace kenn::cli
