// What `kenn check --dump plan` shows: grounding groups, their slots, groundings and bytes.
#pragma once

#include <kenn/kenn.h>

#include <string>

#include "json_output.h"

namespace kenn::cli {

std::string plan_text(const Plan& plan, const Knowledge& knowledge);
Json plan_to_json(const Plan& plan);

}  // namespace kenn::cli
