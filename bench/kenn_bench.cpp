// kenn-bench: one enhancer layer against vectorised PyTorch, in time and memory, results compared first.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "driver/child.h"
#include "driver/machine.h"
#include "driver/measure.h"
#include "driver/report.h"
#include "driver/rival.h"

namespace {

using namespace kenn::bench;

struct Options {
  std::vector<std::string> shapes = shape_names();
  std::uint32_t threads = 2;
  bool json = false;
  bool without_rival = false;
  bool quick = false;
  std::string task;  // what a child of the program has to do
};

void add_options(CLI::App& program, Options& options) {
  program.add_option("--shape", options.shapes, "Measure this shape only; may be repeated (default: all)")
      ->check(CLI::IsMember(shape_names()))
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  program.add_option("--threads", options.threads, "Threads of ours and of the rival (default: 2)")
      ->check(CLI::Range(1, 1024));
  program.add_flag("--no-rival", options.without_rival, "Measure ours only, checked in double precision");
  program.add_flag("--quick", options.quick, "Fewer repetitions");
  program.add_flag("--json", options.json, "Print one JSON object");
  program.add_option("--task", options.task)->group("");
  program.footer("Exit status: 0 done, 1 results differ or something failed, 2 wrong usage.");
}

std::vector<Case> chosen_cases(const Options& options) {
  std::vector<Case> cases;
  for (const std::string& shape : options.shapes) {
    for (Case& measured : cases_of(shape, options.threads)) cases.push_back(std::move(measured));
  }
  return cases;
}

Report measure_all(const Options& options) {
  const std::vector<Case> cases = chosen_cases(options);
  const bool with_rival =
      !options.without_rival &&
      std::any_of(cases.begin(), cases.end(), [](const Case& each) { return each.has_rival; });
  const Settings settings{.program = std::filesystem::read_symlink("/proc/self/exe").string(),
                          .python = with_rival ? find_python() : "",
                          .quick = options.quick};
  Report report{.machine = describe_machine(), .python = settings.python, .limits = {}, .measurements = {}};
  for (const Case& measured : cases) {
    if (!report.limits.contains(measured.threads)) {
      report.limits[measured.threads] = measure_limits_apart(settings, measured.threads);
    }
    report.measurements.push_back(measure(measured, settings));
  }
  return report;
}

void run(const Options& options) {
  if (!options.task.empty()) {
    std::cout << do_task(nlohmann::json::parse(options.task).get<Task>()) << "\n";
  } else if (const Report report = measure_all(options); options.json) {
    std::cout << to_json_object(report).dump(2) << "\n";
  } else {
    print_text(std::cout, report);
  }
  if (!std::cout.flush()) throw std::runtime_error("cannot write to standard output");
}

}  // namespace

int main(int argc, char** argv) {
  try {
    CLI::App program("Forward and backward of one enhancer layer, against vectorised PyTorch.", "kenn-bench");
    Options options;
    add_options(program, options);
    try {
      program.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
      return program.exit(error) == 0 ? 0 : 2;
    }
    run(options);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "kenn-bench: " << error.what() << "\n";
    return 1;
  }
}
