// What a grounding group is about, for people: "Cite(x, y)", "Paper[x]".
#pragma once

#include <string>
#include <vector>

#include "plan/pattern.h"

namespace kenn::plan {

std::string describe_pattern(const Pattern& pattern, const Tables& tables);
std::string describe_slot(const Slot& slot, const Pattern& pattern, const Tables& tables);

}  // namespace kenn::plan
