// A data set: objects with features, the relations between them, and what is known of the predictions.
#pragma once

#include <kenn/tables.h>

#include <optional>
#include <vector>

#include "table/features.h"
#include "table/labels.h"

namespace kenn {

struct Dataset {
  Tables tables;
  std::vector<std::optional<Features>> features;        // one per type
  std::vector<std::optional<Features>> tuple_features;  // one per table; only predicted relations have them
  std::vector<Labels> labels;  // one per table; without rows for those that are given
  std::vector<Diagnostic> warnings;
};

}  // namespace kenn
