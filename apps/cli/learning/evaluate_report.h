// What `kenn evaluate` says about a model.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "infer/multi_label_score.h"
#include "infer/score.h"
#include "json_output.h"
#include "learning/arguments.h"

namespace kenn::cli {

// What predictions are worth, and how far they follow the rules.
struct PredictionScores {
  std::vector<infer::GroupScore> labels;
  std::vector<infer::MultiLabelScore> multi_labels;
  std::vector<double> truths;             // mean of every clause; NaN without groundings
  std::vector<std::uint64_t> violations;  // groundings of every clause
};

struct Evaluation {
  PredictionScores network;  // without the rules
  PredictionScores rules;
  std::vector<std::string> clauses;
  std::vector<std::uint64_t> groundings;  // of every clause
};

std::string evaluation_text(const Evaluation& evaluation);
Json evaluation_to_json(const Evaluation& evaluation, const EvaluateArguments& arguments);

}  // namespace kenn::cli
