// What the program does when it is started by itself, for one case in a process of its own.
#include "driver/child.h"

#include <stdexcept>

#include "driver/direct_check.h"
#include "driver/engine_run.h"
#include "driver/npy_file.h"
#include "driver/roofline.h"
#include "driver/stopwatch.h"

namespace kenn::bench {
namespace {

using nlohmann::json;

json write_inputs(const Task& task) {
  const std::filesystem::path folder(task.folder);
  const Inputs inputs(task.measured);
  write_npy(folder / "z.npy", inputs.preactivations, task.measured.rules);
  write_npy(folder / "grad_out.npy", inputs.output_gradients, task.measured.rules);
  write_npy(folder / "weights.npy", inputs.weights, 0);
  write_npy(folder / "pairs.npy", all_pairs(task.measured), 2);
  return json::object();
}

Difference compare_with_rival(const Case& measured, const Results& ours,
                              const std::filesystem::path& folder) {
  const std::vector<float> outputs = read_npy(folder / "out.npy", measured.values());
  const std::vector<float> input_gradients = read_npy(folder / "grad_z.npy", measured.values());
  const std::vector<float> weight_gradients = read_npy(folder / "grad_w.npy", measured.rules);
  return compare(measured, ours, {outputs, input_gradients, weight_gradients});
}

json check(const Task& task) {
  EngineRun engine(task.measured);
  const Results ours = engine.run();
  json differences = {{"direct", check_directly(task.measured, engine.inputs(), ours)}};
  for (const std::string& variant : task.rival_variants) {
    const std::filesystem::path folder = std::filesystem::path(task.folder) / variant;
    differences[variant] = compare_with_rival(task.measured, ours, folder);
  }
  return differences;
}

json time(const Task& task) {
  EngineRun engine(task.measured);
  engine.run();
  std::vector<double> times_ms;
  for (int i = 0; i < task.repetitions; ++i) {
    const Stopwatch stopwatch;
    engine.run();
    times_ms.push_back(1e3 * stopwatch.seconds());
  }
  return {{"times_ms", times_ms},
          {"list_seconds", engine.list_seconds()},
          {"plan_seconds", engine.plan_seconds()},
          {"plan_bytes", engine.plan_bytes()},
          {"work_bytes", engine.work_bytes()}};
}

}  // namespace

void to_json(json& json, const Task& task) {
  json = {{"role", task.role},
          {"case", task.measured},
          {"folder", task.folder},
          {"rival_variants", task.rival_variants},
          {"repetitions", task.repetitions}};
}

void from_json(const json& json, Task& task) {
  json.at("role").get_to(task.role);
  json.at("case").get_to(task.measured);
  json.at("folder").get_to(task.folder);
  json.at("rival_variants").get_to(task.rival_variants);
  json.at("repetitions").get_to(task.repetitions);
}

json do_task(const Task& task) {
  if (task.role == "write") return write_inputs(task);
  if (task.role == "check") return check(task);
  if (task.role == "time") return time(task);
  if (task.role == "limits") return measure_limits(task.measured.threads);
  throw std::invalid_argument("there is no task '" + task.role + "'");
}

}  // namespace kenn::bench
