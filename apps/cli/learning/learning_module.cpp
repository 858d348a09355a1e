// What the program finds in its module.
#include <ATen/Parallel.h>
#include <kenn/kenn.h>
#include <kenn/version.h>

#include <algorithm>
#include <new>
#include <string>
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

namespace {

// Errors of torch have pages of addresses in them; what the user can know of them is the first line.
template <typename Arguments, int (*command)(const Arguments&)>
int run_with_errors(const Arguments& arguments) {
  using kenn::Error;
  using kenn::ErrorKind;
  try {
    return command(arguments);
  } catch (const c10::Error& error) {
    const std::string message = error.what_without_backtrace();
    if (message.find("allocate") != std::string::npos) throw std::bad_alloc();
    throw Error(ErrorKind::data, "torch says: " + message.substr(0, message.find('\n')));
  }
}

}  // namespace

extern "C" __attribute__((visibility("default"))) const kenn::cli::LearningModule* kenn_learning_module() {
  static const kenn::cli::LearningModule module{
      kenn::version, run_with_errors<kenn::cli::TrainArguments, kenn::cli::run_train>,
      run_with_errors<kenn::cli::PredictArguments, kenn::cli::run_predict>,
      run_with_errors<kenn::cli::EvaluateArguments, kenn::cli::run_evaluate>};
  return &module;
}
