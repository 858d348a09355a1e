// A synthetic multi-label data set: items with classes of a hierarchy, whose rules always hold.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/output_folder.h"
#include "generate/class_forest.h"
#include "generate/limits.h"

namespace kenn::generate {

struct HierarchyOptions {
  std::uint64_t nodes = 1500;
  std::uint64_t classes = 80;
  std::optional<std::uint64_t> exclusions;  // default: eight for five classes, or as many as there can be
  std::uint64_t features = 40;
  double noise = 3;  // standard deviation of the noise in every feature
  std::uint64_t seed = 0;
};

inline constexpr std::uint64_t most_exclusions = 1'000'000'000;
inline constexpr std::uint64_t most_features = 10'000;
inline constexpr std::uint64_t most_feature_values = 1'000'000'000;
inline constexpr double most_noise = 1000;

struct Hierarchy {
  ClassForest forest;
  std::vector<Pair> exclusions;             // no item has both
  std::vector<std::uint64_t> label_starts;  // of every item in `labels`, and the end
  std::vector<std::uint32_t> labels;        // the classes of an item, ascending, parents included
  std::uint64_t feature_count = 0;
  std::vector<std::int32_t> features;  // row by row, in thousandths

  [[nodiscard]] std::uint64_t items() const { return label_starts.size() - 1; }
  [[nodiscard]] std::span<const std::uint32_t> labels_of(std::uint64_t item) const {
    return std::span(labels).subspan(label_starts[item], label_starts[item + 1] - label_starts[item]);
  }
  [[nodiscard]] std::uint64_t child_rules() const { return forest.classes() - forest.roots(); }
  [[nodiscard]] double labels_per_item() const;
};

// What is wrong with the options, for a person; empty when nothing is.
std::string complaint_about(const HierarchyOptions& options);

// The same options give the same items on every machine. Every class has an item. Throws `Error` (kind data)
// when there is a complaint.
Hierarchy generate_hierarchy(const HierarchyOptions& options);

// The knowledge that goes with it, one rule per parent and per exclusion.
std::string hierarchy_knowledge(const Hierarchy& hierarchy);

// Writes Item.csv and hierarchy.kenn, without committing; returns their names.
std::vector<std::string> write_hierarchy(const Hierarchy& hierarchy, base::OutputFolder& folder);

}  // namespace kenn::generate
