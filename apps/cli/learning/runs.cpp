// What the commands that train and use models share.
#include "learning/runs.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/thread_pool.h"
#include "dataset/read_dataset.h"
#include "dataset/split_choice.h"
#include "learning/interrupt.h"

namespace kenn::cli {

DatasetParts read_data(const Knowledge& knowledge, const std::string& source, double read_timeout) {
  ReadOptions options{read_timeout, {}};
  if (!dataset::is_database(source)) return dataset::read_dataset(knowledge, source, options);
  const InterruptWatch watch("");
  options.is_stopped = InterruptWatch::was_interrupted;
  return dataset::read_dataset(knowledge, source, options);
}

std::uint32_t threads_of(std::uint32_t wanted) {
  return base::thread_count(wanted);
}

std::uint32_t threads_of(const Options& options) {
  return threads_of(options.threads.value_or(0));
}

PlanOptions plan_options(const Options& options) {
  PlanOptions plan;
  if (options.max_groundings) plan.max_groundings = *options.max_groundings;
  return plan;
}

Error with_source(const Error& error, const std::string& source) {
  std::vector<Diagnostic> diagnostics = error.diagnostics();
  for (Diagnostic& each : diagnostics) {
    if (each.file.empty()) each.file = dataset::source_name(source);
  }
  return {error.kind(), std::move(diagnostics)};
}

}  // namespace kenn::cli
