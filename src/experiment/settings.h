// What an experiment is to do.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "dataset/split.h"
#include "experiment/results.h"
#include "methods/method.h"
#include "train/model.h"
#include "train/train_options.h"
#include "trust/trust.h"

namespace kenn {

// How every model is trained. Seeds, rules, layers and threads of these options are set run by run.
struct TrainingSettings {
  TrainingSettings() {
    model.enhance.boost = Boost::residual;
    model.enhance.center = default_center(Boost::residual);
  }

  ModelOptions model;
  TrainOptions train;
  RuleSettings rules;              // of methods that trust rules by weights of their own
  bool learns_from_valid = false;  // labels for validation are for training too: then there is no validation
  TrustOptions trust;              // of methods with enhancers
};

// Where models are trained in another way than the others of the experiment. They learn from the same labels
// and have networks of the same size.
struct TrainingCase {
  std::string method;       // the one it is about; empty: any
  std::string paradigm;     // the one it is about; empty: any, and the models that have none
  double max_fraction = 1;  // up to this share of the labels; splits of the data are a share of 1
  TrainingSettings training;
};

struct ExperimentSettings {
  std::string name;
  std::string preset;
  std::string data;       // as --data has it
  std::string knowledge;  // the text
  std::string knowledge_name = "knowledge";
  std::vector<std::string> methods = {"nn", "kenn"};
  std::vector<std::string> paradigms = {"inductive", "transductive"};
  std::vector<std::optional<double>> fractions;  // none: the splits of the data
  std::vector<std::uint32_t> layers = {1};
  Protocol protocol = Protocol::kenn;
  std::uint32_t runs = 10;
  std::uint32_t curves = 10;  // of how many runs learning curves are kept
  std::uint64_t seed = 0;     // of run 0; that of run r is seed + r
  TrainingSettings training;
  std::vector<TrainingCase> cases;  // the first that fits counts, and `training` where none does
  PlanOptions plan;
  std::vector<std::string> choices;
  std::vector<Published> published;
};

// What a model is trained by.
struct ModelKindSettings {
  std::string method;
  std::string paradigm;  // empty for nn, which sees no relations
  std::uint32_t layers = 0;
};

// All that are trained in each run, in their order: nn once, the others for every paradigm, and where they
// have layers for every depth.
std::vector<ModelKindSettings> kinds_of(const ExperimentSettings& settings);

// How models of a kind are trained with a share of the labels.
const TrainingSettings& training_for(const ExperimentSettings& settings, const ModelKindSettings& kind,
                                     std::optional<double> fraction);

// The settings of training by the names that the command line has for them.
std::map<std::string, std::string> to_texts(const TrainingSettings& training);

// Those of an experiment, with what is different in its cases.
std::map<std::string, std::string> to_texts(const ExperimentSettings& settings);

}  // namespace kenn
