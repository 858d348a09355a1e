// The rival's program: finds a Python that can run it, and runs it.
#include "driver/rival.h"

#include <cstdlib>
#include <stdexcept>
#include <system_error>
#include <vector>

namespace kenn::bench {
namespace {

bool has_torch(const std::string& python) {
  try {
    return run_process({python, "-c", "import numpy, torch"}, true).status == 0;
  } catch (const std::system_error&) {
    return false;
  }
}

}  // namespace

std::string find_python() {
  const char* chosen = std::getenv("KENN_PYTHON");
  const bool is_chosen = chosen != nullptr && *chosen != '\0';
  const std::vector<std::string> candidates =
      is_chosen ? std::vector<std::string>{chosen} : std::vector<std::string>{"/usr/bin/python3", "python3"};
  std::string tried;
  for (const std::string& candidate : candidates) {
    if (has_torch(candidate)) return candidate;
    tried += (tried.empty() ? "" : ", ") + candidate;
  }
  throw std::runtime_error(
      "no Python with numpy and torch for the rival (tried: " + tried +
      ").\nInstall one (apt install python3-torch python3-numpy libopenblas0-pthread), name "
      "one in KENN_PYTHON, or measure without the rival (--no-rival).");
}

RivalRun run_rival(const std::string& python, const Case& measured, const std::filesystem::path& folder,
                   const std::string& variant, int repetitions) {
  std::vector<std::string> command = {python,
                                      KENN_BENCH_RIVAL,
                                      folder.string(),
                                      "--variant",
                                      variant,
                                      "--threads",
                                      std::to_string(measured.threads)};
  if (repetitions == 0) {
    command.insert(command.end(), {"--write", (folder / variant).string()});
  } else {
    command.insert(command.end(), {"--repetitions", std::to_string(repetitions)});
  }
  const Finished finished = run_process(command);
  if (finished.status != 0) {
    throw std::runtime_error("the rival failed on " + measured.shape + " with status " +
                             std::to_string(finished.status) +
                             (finished.status == 137 ? " (killed: out of memory?)" : ""));
  }
  return {nlohmann::json::parse(finished.output), finished.peak_bytes};
}

}  // namespace kenn::bench
