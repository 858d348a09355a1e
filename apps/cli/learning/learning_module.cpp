// What the program finds in its module.
#include <ATen/Parallel.h>
#include <kenn/version.h>

#include <algorithm>
#include <thread>

#include "learning/module.h"
#include "learning/runs.h"

namespace kenn::cli {

std::uint32_t threads_of(std::uint32_t wanted) {
  return wanted > 0 ? wanted : std::max(1U, std::thread::hardware_concurrency());
}

void use_threads(std::uint32_t wanted) {
  at::set_num_threads(static_cast<int>(threads_of(wanted)));
}

}  // namespace kenn::cli

extern "C" __attribute__((visibility("default"))) const kenn::cli::LearningModule* kenn_learning_module() {
  static const kenn::cli::LearningModule module{kenn::version, kenn::cli::run_train, kenn::cli::run_predict,
                                                kenn::cli::run_evaluate};
  return &module;
}
