// The commands that train and use models, and what they share.
#pragma once

#include <kenn/error.h>
#include <kenn/plan.h>

#include <cstdint>
#include <string>

#include "dataset/dataset.h"
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

// What `--data` names. Ctrl-C and SIGTERM end the reading of a database with `Error` (kind interrupted); that
// of files, which is over soon, they end as usual.
DatasetParts read_data(const Knowledge& knowledge, const std::string& source, double read_timeout);

// The error, in which diagnostics without a file get the name of the data set.
Error with_source(const Error& error, const std::string& source);

// Runs a command that reads a data set. What reads its tables does not know where they come from, so errors
// get the name of the data set here.
template <typename Arguments>
int run_on_data(int (*command)(const Arguments&), const Arguments& arguments) {
  try {
    return command(arguments);
  } catch (const Error& error) {
    throw with_source(error, arguments.data);
  }
}

// How many threads to use when so many are asked for (0: all).
std::uint32_t threads_of(std::uint32_t wanted);
std::uint32_t threads_of(const Options& options);

// How groundings are made, as far as the options say.
PlanOptions plan_options(const Options& options);

}  // namespace kenn::cli
