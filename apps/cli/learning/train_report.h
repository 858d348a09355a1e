// What `kenn train` says when it is done.
#pragma once

#include <kenn/train.h>

#include <optional>
#include <string>
#include <vector>

#include "json_output.h"
#include "learning/arguments.h"
#include "trust/trust.h"

namespace kenn::cli {

struct TrainSeconds {
  double read = 0;
  double train = 0;
};

struct ClauseWeights {
  std::string clause;
  bool is_fixed = false;
  std::vector<float> weights;             // one per layer
  std::optional<trust::RuleTrust> trust;  // where it was found out
};

struct TrainReport {
  TrainArguments arguments;
  Options options;  // all of them
  std::uint32_t threads = 0;
  std::uint32_t epochs = 0;
  std::uint32_t best_epoch = 0;
  std::vector<std::size_t> widths;  // of the inputs, by table
  std::vector<PredictedTable> tables;
  std::vector<SplitAccuracy> splits;
  std::vector<ClauseWeights> clauses;  // none without rules
  std::optional<trust::Trust> trust;   // where it was cross-fitted
  std::size_t members = 1;             // of an ensemble
  bool keeps_network_alone = false;    // the network below the rules was trained without them
  TrainSeconds seconds;
  std::vector<Diagnostic> warnings;
};

// Of a training that `run` has brought to its end, and its model.
TrainReport report_of(const TrainArguments& arguments, Training& training, Model& model,
                      const TrainSeconds& seconds, std::vector<Diagnostic> warnings);

std::string to_text(const TrainReport& report);
Json to_json(const TrainReport& report);

}  // namespace kenn::cli
