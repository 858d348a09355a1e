// What `kenn explain` prints for people.
#pragma once

#include <kenn/explain.h>

#include <string>

#include "explain_run.h"

namespace kenn::cli {

std::string explanation_text(const Explanation& explanation, const ExplainArguments& arguments);
std::string why_not_text(const WhyNot& why_not, const Explanation& explanation);
std::string audit_text(const RuleAudit& audit);

}  // namespace kenn::cli
