// The JSON document of a report. web/document.ts says what is in it.
#pragma once

#include <vector>

#include "report/escape.h"
#include "report/report.h"

namespace kenn::report {

// Throws `Error` (kind data) when there is no result.
Json experiment_document(const experiment::Experiment& experiment,
                         const std::vector<experiment::RunResult>& results,
                         const std::vector<experiment::RunTime>& times, const MethodNames& names);

Json training_document(const TrainingRecord& record, const MethodNames& names);

}  // namespace kenn::report
