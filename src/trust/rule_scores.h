// How every labelled row answers to a little weight of every clause: the evidence, row by row.
#pragma once

#include <kenn/enhance.h>

#include <vector>

#include "nn/loss.h"
#include "trust/ruled_logits.h"

namespace kenn::trust {

// For one clause, the slope of the loss at weight 0 that each labelled row contributes, where it is not 0.
struct RowScore {
  std::uint32_t row = 0;  // counting through all tables
  double slope = 0;
};
using ClauseScores = std::vector<std::vector<RowScore>>;  // per clause, rows ascending

// For one layer of rules on the logits; negative slopes speak for the clause. Clauses that change no common
// column are measured in one forward.
ClauseScores score_rows(const Plan& plan, const EnhanceOptions& options, const LogitViews& views,
                        const Folds& folds, const std::vector<nn::TableLoss>& losses, nn::Loss loss);

}  // namespace kenn::trust
