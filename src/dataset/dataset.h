// A data set: objects with features, the relations between them, and what is known of the predictions.
#pragma once

#include <kenn/tables.h>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "table/features.h"
#include "table/labels.h"

namespace kenn::dataset {

// Features that copies of a data set share, or none. Immutable.
class SharedFeatures {
 public:
  SharedFeatures() = default;
  SharedFeatures(std::nullopt_t) {}
  SharedFeatures(table::Features features)
      : features_(std::make_shared<const table::Features>(std::move(features))) {}
  SharedFeatures(std::optional<table::Features> features) {
    if (features) features_ = std::make_shared<const table::Features>(std::move(*features));
  }

  explicit operator bool() const { return features_ != nullptr; }
  const table::Features& operator*() const { return *features_; }
  const table::Features* operator->() const { return features_.get(); }

  friend bool operator==(const SharedFeatures& first, const SharedFeatures& second) {
    if (first.features_ == nullptr || second.features_ == nullptr) return first.features_ == second.features_;
    return *first.features_ == *second.features_;
  }

 private:
  std::shared_ptr<const table::Features> features_;
};

}  // namespace kenn::dataset

namespace kenn {

// A copy costs its listed tuples and labels, and no features.
struct DatasetParts {
  Tables tables;
  std::vector<dataset::SharedFeatures> features;        // one per type
  std::vector<dataset::SharedFeatures> tuple_features;  // one per table; only predicted relations have them
  std::vector<table::Labels> labels;  // one per table; without rows for those that are given
  std::vector<Diagnostic> warnings;
};

}  // namespace kenn
