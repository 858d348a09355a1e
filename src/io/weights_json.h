// The JSON of a weights file, before anything is known about the clauses.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/findings.h"

namespace kenn::io {

struct WeightEntry {
  std::string clause;
  std::optional<double> weight;
  std::string instead;  // what is there when it is no number: "a text"
};

using WeightLayer = std::vector<WeightEntry>;

struct WeightsDocument {
  bool is_list = false;             // one object per layer, instead of one object
  std::vector<WeightLayer> layers;  // as they are written, with repeated entries if there are any
};

// Reports everything that is no JSON, or not an object of entries or a list of such objects. A report about
// JSON has a place; what was read up to there is returned.
WeightsDocument read_weights_json(std::string_view text, base::Findings& findings);

}  // namespace kenn::io
