// Models and data sets as Python has them.
#pragma once

#include <kenn/dataset.h>
#include <kenn/model.h>

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings/bindings.h"
#include "explain/source.h"
#include "infer/enhancer_model.h"
#include "train/trained_model.h"

namespace kenn::python {

// The features that Python has, by the names of types and predicted relations, and labels to keep, by the
// names of predicted tables.
struct FeatureTables {
  std::map<std::string, table::Features> by_name;
  std::map<std::string, table::Labels> labels;
};

// One number per row: 0 none, 1 train, 2 valid, 3 test.
using Splits = nb::ndarray<nb::ro, const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Throws `Error` when they do not fit the knowledge.
DatasetParts dataset_of(const Knowledge& knowledge, const World& world, const FeatureTables& features);

// All rows are in the split `train`.
table::Labels labels_of(const KnownAtoms& known);

class LoadedModel {
 public:
  // Logits before and after the rules, one array per predicted table.
  using Arrays = std::pair<std::vector<nb::object>, std::vector<nb::object>>;

  LoadedModel(io::ModelFile file, const std::string& name, std::uint32_t threads);

  [[nodiscard]] std::string method() const;
  [[nodiscard]] const infer::EnhancerModel& rules() const { return rules_; }
  // [layers, clauses] of enhancers, [clauses] of models that search for the most probable predictions.
  [[nodiscard]] std::vector<float> weights() const;
  // What was found out about the rules, as JSON; empty if nothing was.
  [[nodiscard]] std::string trust() const;
  [[nodiscard]] const io::ModelFile& file() const { return file_; }
  [[nodiscard]] std::vector<std::size_t> widths() const;

  // Throws `Error` for a model without networks; so do the others.
  [[nodiscard]] TrainedModel& trained();
  Arrays predict(const DatasetParts& dataset, std::uint64_t max_groundings);
  SplitAccuracy evaluate(const Dataset& data, const std::string& split);

  // The labels are those of a split, or of "all".
  explain::Source explain_source(DatasetParts dataset, std::optional<std::size_t> member,
                                 const std::string& split, std::uint64_t max_groundings);

 private:
  io::ModelFile file_;
  infer::EnhancerModel rules_;
  std::optional<TrainedModel> trained_;
  std::mutex mutex_;
};

}  // namespace kenn::python
