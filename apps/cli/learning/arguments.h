// What the commands that learn and use models were told on the command line.
#pragma once

#include <kenn/plan.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "methods/method.h"

namespace kenn::cli {

struct TrainArguments {
  std::string knowledge;
  std::string syntax = "auto";
  std::string data;
  std::string out;
  std::string method = "kenn";
  std::vector<std::uint32_t> hidden = {50, 50, 50};
  std::uint32_t layers = 1;
  std::string boost = "softmax";
  std::string order = "parallel";
  std::string loss = "cross-entropy";
  std::string paradigm = "transductive";
  std::optional<double> train_fraction;
  double learning_rate = 1e-3;
  double rule_rate = 0;
  double rule_start = 0.5;
  double epsilon = 1e-8;
  double weight_decay = 0;
  RuleSettings rules;
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
