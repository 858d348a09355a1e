// The rules of `kenn enhance`, `kenn fit` and `kenn explain`, and how they are used.
#pragma once

#include "enhance_run.h"
#include "infer/enhancer_model.h"

namespace kenn::cli {

// With the defaults of what was not given. That of centring depends on the knowledge.
EnhanceArguments completed(EnhanceArguments arguments);

// The knowledge and how it is used: as a model says, or the command line. Weights are there if a file gives
// them.
infer::EnhancerModel read_rules(const EnhanceArguments& arguments);

EnhanceOptions options_of(const infer::EnhancerModel& model, const EnhanceArguments& arguments);

}  // namespace kenn::cli
