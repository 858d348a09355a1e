// The measured shapes: how many rows, pairs and rules, and how often each is repeated.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace kenn::bench {

// One line of the table.
struct Case {
  std::string shape;
  std::uint64_t rows = 0;
  std::uint64_t pairs = 0;
  std::uint64_t hub_pairs = 0;  // so many of the pairs have row 0 as their first row
  std::uint64_t rules = 0;
  std::uint32_t threads = 1;
  bool has_rival = true;
  bool is_residual = false;  // the boost is `residual`, and `softmax` is measured beside it

  [[nodiscard]] std::uint64_t values() const { return rows * rules; }
  [[nodiscard]] std::uint64_t work() const { return pairs * rules; }
};

void to_json(nlohmann::json& json, const Case& measured);
void from_json(const nlohmann::json& json, Case& measured);

// How often a case is measured: rounds in which ours and the rival take turns, and repetitions in each.
struct Effort {
  int rounds = 1;
  int ours = 1;
  int rival = 1;
};

Effort effort_of(const Case& measured, bool quick);

// What a rival that keeps one number per pair and rule needs at least: both gathered ends and their sum.
std::uint64_t least_rival_bytes(const Case& measured);

std::vector<std::string> shape_names();

// The cases of a shape; `threads` for those that do not compare numbers of threads.
std::vector<Case> cases_of(const std::string& shape, std::uint32_t threads);

}  // namespace kenn::bench
