// Measures a case: compares the results first, then lets ours and the rival take turns.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "driver/roofline.h"
#include "driver/shapes.h"

namespace kenn::bench {

// All times of one program on one case.
struct Timing {
  std::vector<double> times_ms;
  std::vector<double> round_medians_ms;  // of each turn
  std::uint64_t peak_bytes = 0;          // of the largest of its processes

  [[nodiscard]] double median_ms() const;
  [[nodiscard]] double shortest_ms() const;
};

void to_json(nlohmann::json& json, const Timing& timing);

struct Measurement {
  Case measured;
  nlohmann::json differences;  // what was compared, and the largest differences
  Timing ours;
  std::optional<Timing> plain;  // our layer with `softmax`, where ours is `residual`
  double list_seconds = 0;
  double plan_seconds = 0;
  std::map<std::string, Timing> rivals;  // by variant; empty when none ran
  nlohmann::json rival_versions;         // of torch and what it uses, by name

  [[nodiscard]] double largest_difference() const;

  // The variant with the shortest median, or nothing.
  [[nodiscard]] std::optional<std::string> fastest_rival() const;
  // How many times as long a variant takes: the median over the rounds of what their medians say, since the
  // machine may be slower in one round than in another, and by the shortest times of all.
  [[nodiscard]] double ratio(const std::string& variant) const;
  [[nodiscard]] double ratio_of_shortest(const std::string& variant) const;
  // How many times as long ours takes as `plain`.
  [[nodiscard]] double ratio_to_plain() const;
  [[nodiscard]] double ratio_to_plain_of_shortest() const;
  [[nodiscard]] double nanoseconds_per_pair_and_rule() const;
};

void to_json(nlohmann::json& json, const Measurement& measurement);

// The results of ours and of another are too far apart.
class Mismatch : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Settings {
  std::string program;  // this program, to be started again
  std::string python;   // empty: without the rival
  bool quick = false;
};

// Throws Mismatch when the results differ; nothing has been timed then.
Measurement measure(const Case& measured, const Settings& settings);

// Runs the loops of roofline.h in a process of their own.
Amounts measure_limits_apart(const Settings& settings, std::uint32_t threads);

}  // namespace kenn::bench
