// Which rules are constraints: rules about single rows that the labels never violate.
#pragma once

#include <kenn/knowledge.h>

#include <cstdint>
#include <vector>

#include "trust/evidence.h"

namespace kenn::trust {

// One list per shape of constraints, with an entry per clause: whether it is one of them. A shape, all of
// whose rules together the labels test often and never violate, is a shape of constraints. Rules about
// neighbours are none, nor are those that push a row once for each neighbour.
std::vector<std::vector<bool>> constraint_shapes(const Plan& plan, const Knowledge& knowledge,
                                                 const std::vector<RuleEvidence>& evidence,
                                                 const std::vector<std::uint32_t>& shape_of);

// An entry per clause: whether it is a constraint.
std::vector<bool> constraints(const Plan& plan, const Knowledge& knowledge,
                              const std::vector<RuleEvidence>& evidence);

}  // namespace kenn::trust
