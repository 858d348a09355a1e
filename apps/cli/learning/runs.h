// The commands that train and use models, and what they share.
#pragma once

#include <cstdint>

#include "learning/arguments.h"

namespace kenn::cli {

// They return an exit status, and throw `Error`.
int run_fetch(const FetchArguments& arguments);
int run_train(const TrainArguments& arguments);
int run_predict(const PredictArguments& arguments);
int run_map(const MapArguments& arguments);
int run_evaluate(const EvaluateArguments& arguments);
int run_experiment(const ExperimentArguments& arguments);
int run_report(const ReportArguments& arguments);

// How many threads to use when so many are asked for (0: all).
std::uint32_t threads_of(std::uint32_t wanted);

}  // namespace kenn::cli
