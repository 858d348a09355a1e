// What the commands that learn and use models were told on the command line.
#pragma once

#include <kenn/plan.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/boost.h"
#include "methods/method.h"
#include "trust/trust.h"

namespace kenn::cli {

struct TrainArguments {
  std::string knowledge;
  std::string syntax = "auto";
  std::string data;
  std::string out;
  std::string preset;              // empty: none
  std::vector<std::string> given;  // the options that were given, which count more than the preset
  std::string method = "kenn";
  std::vector<std::uint32_t> hidden = {50, 50, 50};
  std::uint32_t layers = 1;
  std::string boost = "residual";
  std::string order = "parallel";
  std::string center;  // empty: as usual for the boost
  std::string loss = "cross-entropy";
  std::string paradigm = "transductive";
  std::optional<double> train_fraction;
  std::string labels = "train";  // that are learned from; train+valid: there is no validation
  double learning_rate = 1e-3;
  double rule_rate = 0;
  std::optional<double> rule_start;  // none: that of the boost
  double epsilon = 1e-8;
  double weight_decay = 0;
  RuleSettings rules;
  TrustOptions trust;
  std::string scale_features = "none";
  double dropout = 0;
  double input_dropout = 0;
  std::uint32_t epochs = 300;
  std::uint32_t patience = 0;
  std::uint32_t plateau = 0;
  std::string keep = "best";
  std::uint32_t batch_size = 0;
  std::uint64_t seed = 0;
  std::uint32_t threads = 0;
  double checkpoint_seconds = 5;
  std::string log;
  std::string report;
  PlanOptions plan;
  bool resume = false;
  bool json = false;

  [[nodiscard]] bool is_given(const std::string& option) const {
    return std::find(given.begin(), given.end(), option) != given.end();
  }
  [[nodiscard]] bool learns_from_valid() const { return labels == "train+valid"; }

  // What is meant when nothing is said.
  [[nodiscard]] Boost chosen_boost() const { return boost_from(boost).value(); }
  [[nodiscard]] std::string chosen_center() const {
    return center.empty() ? std::string(center_word(default_center(chosen_boost()))) : center;
  }
  [[nodiscard]] double chosen_start() const { return rule_start.value_or(default_weight(chosen_boost())); }
};

struct ExperimentArguments {
  std::string experiment;  // a name that is known, or a file
  std::string data;
  std::string out;
  std::string preset;
  std::string protocol;
  std::vector<std::string> methods;
  std::vector<std::string> paradigms;
  std::vector<double> fractions;
  std::vector<std::uint32_t> layers;
  std::optional<std::uint32_t> runs;
  std::optional<std::uint64_t> seed;
  std::uint32_t jobs = 0;
  bool resume = false;
  bool json = false;
};

struct PredictArguments {
  std::string model;
  std::string data;
  std::string out;
  std::uint32_t threads = 0;
  PlanOptions plan;
  bool json = false;
};

struct MapArguments {
  std::string model;
  std::string data;
  std::string out;
  RuleSettings rules;
  std::string keep_labels = "train";
  std::uint32_t threads = 0;
  PlanOptions plan;
  bool json = false;
};

struct EvaluateArguments {
  std::string model;
  std::string data;
  std::string split = "test";
  std::uint32_t threads = 0;
  PlanOptions plan;
  bool json = false;
};

struct ReportArguments {
  std::string folder;
  std::string out;  // the page; in the folder if empty
  bool json = false;
};

struct FetchArguments {
  std::string dataset;  // its name in the list of public ones
  std::string out;
  std::string url;
  std::string checksum;  // SHA-256, in lower case
  std::uint32_t timeout = 30;
  bool force = false;
  bool json = false;
};

}  // namespace kenn::cli
