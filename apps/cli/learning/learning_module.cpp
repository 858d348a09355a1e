// What the program finds in its module.
#include <kenn/version.h>

#include <algorithm>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "learning/module.h"
#include "learning/runs.h"
#include "learning/split_data.h"

namespace kenn::cli {

std::uint32_t threads_of(std::uint32_t wanted) {
  return wanted > 0 ? wanted : std::max(1U, std::thread::hardware_concurrency());
}

namespace {

// An error that does not say where it is gets the name of the data: that is what the parts below know nothing
// of.
Error with_source(const Error& error, const std::string& source) {
  std::vector<Diagnostic> diagnostics = error.diagnostics();
  for (Diagnostic& each : diagnostics) {
    if (each.file.empty()) each.file = source_name(source);
  }
  return {error.kind(), std::move(diagnostics)};
}

template <typename Arguments, int (*command)(const Arguments&)>
int run(const Arguments& arguments) {
  try {
    return command(arguments);
  } catch (const Error& error) {
    throw with_source(error, arguments.data);
  }
}

}  // namespace

}  // namespace kenn::cli

extern "C" __attribute__((visibility("default"))) const kenn::cli::LearningModule* kenn_learning_module() {
  using namespace kenn::cli;
  static const LearningModule module{kenn::version,
                                     run_fetch,
                                     run<TrainArguments, run_train>,
                                     run<PredictArguments, run_predict>,
                                     run<MapArguments, run_map>,
                                     run<EvaluateArguments, run_evaluate>,
                                     run<ExperimentArguments, run_experiment>,
                                     run_report};
  return &module;
}
