// Explanations as plain dicts, in the form that `kenn explain --json` prints.
#pragma once

#include <kenn/explain.h>

#include <string>
#include <vector>

#include "bindings/bindings.h"

namespace kenn::python {

nb::dict to_dict(const ExplainedPrediction& prediction, const std::vector<std::string>& columns);
nb::dict to_dict(const Explanation& explanation);
nb::dict to_dict(const WhyNot& why_not, const std::vector<std::string>& columns);
nb::dict to_dict(const RuleAudit& audit);

}  // namespace kenn::python
