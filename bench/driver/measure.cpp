// Measures a case: compares the results first, then lets ours and the rival take turns.
#include "driver/measure.h"

#include <algorithm>
#include <iostream>

#include "driver/child.h"
#include "driver/process.h"
#include "driver/rival.h"

namespace kenn::bench {
namespace {

using nlohmann::json;

struct ChildRun {
  json report;
  std::uint64_t peak_bytes = 0;
};

ChildRun run_child(const Settings& settings, const Task& task) {
  const Finished finished = run_process({settings.program, "--task", json(task).dump()});
  if (finished.status != 0) {
    throw std::runtime_error("the task '" + task.role + "' of " + task.measured.shape +
                             " ended with status " + std::to_string(finished.status));
  }
  return {json::parse(finished.output), finished.peak_bytes};
}

// Runs ours, and the rival where there is one, and compares.
json check(const Case& measured, const Settings& settings, const std::filesystem::path& folder,
           bool with_rival) {
  Task task{.role = "write", .measured = measured, .folder = folder.string(), .rival_variants = {}};
  if (with_rival) {
    run_child(settings, task);
    for (const char* variant : rival_variants(measured)) {
      run_rival(settings.python, measured, folder, variant, 0);
      task.rival_variants.emplace_back(variant);
    }
  }
  task.role = "check";
  json differences = run_child(settings, task).report;
  for (const auto& [other, difference] : differences.items()) {
    if (difference.at("acceptable").get<bool>()) continue;
    throw Mismatch("the results on " + measured.shape + " differ from those of '" + other +
                   "', nothing was timed: " + difference.dump());
  }
  return differences;
}

double median(std::vector<double> numbers) {
  std::sort(numbers.begin(), numbers.end());
  const std::size_t half = numbers.size() / 2;
  return numbers.size() % 2 == 1 ? numbers[half] : (numbers[half - 1] + numbers[half]) / 2;
}

void append(Timing& timing, const json& report, std::uint64_t peak_bytes) {
  const auto times = report.at("times_ms").get<std::vector<double>>();
  timing.round_medians_ms.push_back(median(times));
  timing.times_ms.insert(timing.times_ms.end(), times.begin(), times.end());
  timing.peak_bytes = std::max(timing.peak_bytes, peak_bytes);
}

void append_ours(Measurement& measurement, const ChildRun& run, bool first) {
  append(measurement.ours, run.report, run.peak_bytes);
  const auto keep_shortest = [&](double& seconds, const char* name) {
    const auto more = run.report.at(name).get<double>();
    seconds = first ? more : std::min(seconds, more);
  };
  keep_shortest(measurement.list_seconds, "list_seconds");
  keep_shortest(measurement.plan_seconds, "plan_seconds");
}

// Our layer with the `softmax` boost, in the same round.
void append_plain(Measurement& measurement, const Settings& settings, Task task) {
  task.measured.is_residual = false;
  const ChildRun run = run_child(settings, task);
  if (!measurement.plain) measurement.plain.emplace();
  append(*measurement.plain, run.report, run.peak_bytes);
}

// How many times as long one takes as another, by the medians of their rounds.
double median_ratio(const Timing& one, const Timing& other) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < other.round_medians_ms.size(); ++i) {
    ratios.push_back(one.round_medians_ms[i] / other.round_medians_ms[i]);
  }
  return median(ratios);
}

}  // namespace

double Timing::median_ms() const {
  return median(times_ms);
}

double Timing::shortest_ms() const {
  return *std::min_element(times_ms.begin(), times_ms.end());
}

void to_json(json& json, const Timing& timing) {
  json = {{"median_ms", timing.median_ms()},
          {"shortest_ms", timing.shortest_ms()},
          {"repetitions", timing.times_ms.size()},
          {"peak_bytes", timing.peak_bytes}};
}

double Measurement::largest_difference() const {
  double largest = 0;
  for (const json& difference : differences) {
    for (const char* what : {"outputs", "input_gradients", "weight_gradients"}) {
      largest = std::max(largest, difference.at(what).get<double>());
    }
  }
  return largest;
}

std::optional<std::string> Measurement::fastest_rival() const {
  const auto fastest = std::min_element(rivals.begin(), rivals.end(), [](const auto& one, const auto& other) {
    return one.second.median_ms() < other.second.median_ms();
  });
  if (fastest == rivals.end()) return std::nullopt;
  return fastest->first;
}

double Measurement::ratio(const std::string& variant) const {
  return median_ratio(rivals.at(variant), ours);
}

double Measurement::ratio_to_plain() const {
  return median_ratio(ours, *plain);
}

double Measurement::ratio_to_plain_of_shortest() const {
  return ours.shortest_ms() / plain->shortest_ms();
}

double Measurement::ratio_of_shortest(const std::string& variant) const {
  return rivals.at(variant).shortest_ms() / ours.shortest_ms();
}

double Measurement::nanoseconds_per_pair_and_rule() const {
  return 1e6 * ours.median_ms() / static_cast<double>(measured.work());
}

void to_json(json& json, const Measurement& measurement) {
  json = measurement.measured;
  json["differences"] = measurement.differences;
  json["ours"] = measurement.ours;
  json["list_seconds"] = measurement.list_seconds;
  json["plan_seconds"] = measurement.plan_seconds;
  json["ns_per_pair_and_rule"] = measurement.nanoseconds_per_pair_and_rule();
  json["needed"] = needed(measurement.measured);
  json["rivals"] = measurement.rivals;
  if (measurement.plain) {
    json["softmax"] = *measurement.plain;
    json["ratio_to_softmax"] = measurement.ratio_to_plain();
    json["ratio_to_softmax_of_shortest"] = measurement.ratio_to_plain_of_shortest();
  }
  if (const auto fastest = measurement.fastest_rival()) {
    json["rival"] = *fastest;
    json["ratio"] = measurement.ratio(*fastest);
    json["ratio_of_shortest"] = measurement.ratio_of_shortest(*fastest);
  } else if (!measurement.measured.has_rival) {
    json["least_rival_bytes"] = least_rival_bytes(measurement.measured);
  }
}

Measurement measure(const Case& measured, const Settings& settings) {
  const TemporaryFolder folder;
  const bool with_rival = measured.has_rival && !settings.python.empty();
  Measurement measurement{
      .measured = measured, .differences = {}, .ours = {}, .plain = {}, .rivals = {}, .rival_versions = {}};
  std::clog << measured.shape << ": " << measured.rules << " rules, threads: " << measured.threads << "\n";
  measurement.differences = check(measured, settings, folder.path(), with_rival);
  const Effort effort = effort_of(measured, settings.quick);
  for (int round = 0; round < effort.rounds; ++round) {
    const Task task{
        .role = "time", .measured = measured, .folder = {}, .rival_variants = {}, .repetitions = effort.ours};
    append_ours(measurement, run_child(settings, task), round == 0);
    if (measured.is_residual) append_plain(measurement, settings, task);
    if (!with_rival) continue;
    for (const char* variant : rival_variants(measured)) {
      const RivalRun run = run_rival(settings.python, measured, folder.path(), variant, effort.rival);
      append(measurement.rivals[variant], run.report, run.peak_bytes);
      for (const char* name : {"torch", "numpy", "blas"}) {
        measurement.rival_versions[name] = run.report.at(name);
      }
    }
  }
  return measurement;
}

Amounts measure_limits_apart(const Settings& settings, std::uint32_t threads) {
  Task task;
  task.role = "limits";
  task.measured.threads = threads;
  return run_child(settings, task).report.get<Amounts>();
}

}  // namespace kenn::bench
