// What `kenn enhance` and `kenn fit` say about what they did.
#pragma once

#include <kenn/kenn.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "json_output.h"
#include "trust/trust.h"

namespace kenn::cli {

// The value of a table that was moved furthest.
struct LargestChange {
  double change = 0;
  std::size_t row = 0;
  std::size_t column = 0;
};

struct EnhancedTable {
  std::string name;
  std::string file;  // where it was written
  LargestChange largest;
};

// How many labels of a table and split are predicted right.
struct LabelScore {
  std::string table;
  std::string split;
  std::uint64_t known = 0;
  std::uint64_t right_before = 0;
  std::uint64_t right_after = 0;
};

// What was learned.
struct FitReport {
  std::string model;  // where it was written
  trust::Trust trust;
};

struct EnhanceReport {
  std::string knowledge;
  EnhanceOptions options;
  std::uint32_t threads = 0;
  std::vector<EnhancedTable> tables;
  std::vector<float> weights;  // layer by layer
  std::vector<LabelScore> scores;
  std::optional<FitReport> fit;
  std::vector<double> truth_before;
  std::vector<double> truth_after;
  std::vector<std::pair<std::string, double>> seconds;  // of every step, in order
  std::uint64_t work_bytes = 0;
  std::vector<Diagnostic> warnings;
};

LargestChange largest_change(std::span<const float> before, std::span<const float> after,
                             std::size_t columns);

std::string enhance_text(const EnhanceReport& report, const Plan& plan);
Json enhance_to_json(const EnhanceReport& report, const Plan& plan);

}  // namespace kenn::cli
