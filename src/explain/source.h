// What predictions are explained from: the rules, the data, the weights, and what the network says.
#pragma once

#include <kenn/enhance.h>
#include <kenn/knowledge.h>
#include <kenn/plan.h>
#include <kenn/tables.h>

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "table/labels.h"

namespace kenn::explain {

struct Source {
  Knowledge knowledge;
  Tables tables;
  std::vector<table::Labels> labels;  // one per table of the schema; empty where nothing is known
  std::vector<float> weights;         // one per clause and layer, layer by layer
  EnhanceOptions options;
  // The logits of some rows of a predicted table, row after row.
  std::function<std::vector<float>(TableIndex, std::span<const Row>)> logits;
  std::uint64_t max_groundings = PlanOptions().max_groundings;

  // The columns that are known to hold in a row of a predicted table.
  [[nodiscard]] std::vector<std::uint32_t> known_columns(TableIndex table, Row row) const;
};

// Some rows of a matrix of logits, row after row.
std::vector<float> take_logits(std::span<const float> values, std::size_t width, std::span<const Row> rows);

}  // namespace kenn::explain
