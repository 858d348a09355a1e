// The part of the program that trains and uses models, and downloads data sets and reads them from databases.
// It is loaded when a command needs it, so that the other commands start at once.
#pragma once

#include "learning/arguments.h"

namespace kenn::cli {

// The commands return an exit status, and throw `Error`.
struct LearningModule {
  const char* version;  // of kenn; the program's own, or they do not belong together
  int (*fetch)(const FetchArguments& arguments);
  int (*train)(const TrainArguments& arguments);
  int (*predict)(const PredictArguments& arguments);
  int (*map)(const MapArguments& arguments);
  int (*evaluate)(const EvaluateArguments& arguments);
  int (*experiment)(const ExperimentArguments& arguments);
  int (*report)(const ReportArguments& arguments);
};

// The function that the module has, by this name.
inline constexpr const char* learning_module_function = "kenn_learning_module";
using LearningModuleFunction = const LearningModule* (*)();

// Loads the module. Throws `Error` (kind file) when it cannot be found or loaded.
const LearningModule& learning_module();

}  // namespace kenn::cli
