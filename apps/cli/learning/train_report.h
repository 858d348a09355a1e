// What `kenn train` says when it is done.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "json_output.h"
#include "learning/train_data.h"
#include "train/training.h"

namespace kenn::cli {

struct TrainSeconds {
  double read = 0;
  double train = 0;
};

struct SplitAccuracy {
  std::string split;
  std::uint64_t labels = 0;
  double network = 0;  // of the networks alone
  double rules = 0;    // with the rules on top
};

struct ClauseWeights {
  std::string clause;
  bool is_fixed = false;
  std::vector<float> weights;      // one per layer
  std::optional<RuleTrust> trust;  // where it was found out
};

struct TrainReport {
  TrainArguments arguments;
  std::uint32_t threads = 0;
  std::uint32_t epochs = 0;
  std::uint32_t best_epoch = 0;
  std::vector<std::size_t> widths;  // of the inputs, by table
  std::vector<PredictedTable> tables;
  std::vector<SplitAccuracy> splits;
  std::vector<ClauseWeights> clauses;  // none without rules
  std::optional<Trust> trust;          // where it was cross-fitted
  std::size_t members = 1;             // of an ensemble
  TrainSeconds seconds;
  std::vector<Diagnostic> warnings;
};

// The epochs are those of `training`, whose `finish` gave the model.
TrainReport report_of(const TrainArguments& arguments, const TrainData& data, Model& model,
                      const Training& training, const TrainSeconds& seconds);

std::string to_text(const TrainReport& report);
Json to_json(const TrainReport& report);

}  // namespace kenn::cli
