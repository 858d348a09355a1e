// What an experiment is to do.
#pragma once

#include <kenn/options.h>
#include <kenn/plan.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "dataset/split.h"
#include "experiment/results.h"
#include "methods/method.h"

namespace kenn::experiment {

// Where models are trained in another way than the others of the experiment. They learn from the same labels.
struct TrainingCase {
  std::string method;                              // the one it is about; empty: any
  std::optional<bool> alone = {};                  // networks without rules, or models with rules
  std::optional<dataset::Paradigm> paradigm = {};  // the one it is about, of models with rules
  double max_fraction = 1;  // up to this share of the labels; splits of the data are a share of 1
  Options options = {};
};

struct ExperimentSettings {
  std::string name;
  std::string preset;
  std::string data;       // as --data has it
  std::string knowledge;  // the text
  std::string knowledge_name = "knowledge";
  std::vector<std::string> methods = {methods::network_alone().name, methods::usual_method().name};
  std::vector<std::string> paradigms = {"inductive", "transductive"};
  std::vector<std::optional<double>> fractions;  // none: the splits of the data
  std::vector<std::uint32_t> layers = {1};
  dataset::Protocol protocol = dataset::Protocol::kenn;
  std::uint32_t runs = 10;
  std::uint32_t curves = 10;        // of how many runs learning curves are kept
  std::uint64_t seed = 0;           // of run 0; that of run r is seed + r
  Options training;                 // of all models; method, paradigm, layers and seed are set run by run
  std::vector<TrainingCase> cases;  // the first that fits counts, and `training` where none does
  PlanOptions plan;
  std::vector<std::string> choices;
  std::vector<Published> published;
};

// What a model is trained by.
struct ModelKindSettings {
  std::string method;
  std::string paradigm;  // empty for networks alone, which see no relations
  std::uint32_t layers = 0;
};

// All that are trained in each run, in their order: networks alone once, the others for every paradigm, and
// where they have layers for every depth.
std::vector<ModelKindSettings> kinds_of(const ExperimentSettings& settings);

// How models of a kind are trained with a share of the labels, as far as the experiment says.
const Options& training_for(const ExperimentSettings& settings, const ModelKindSettings& kind,
                            std::optional<double> fraction);

// Complete options by their names, those that results depend on.
std::map<std::string, std::string> to_texts(const Options& options);

// Those of an experiment, with what is different in its cases.
std::map<std::string, std::string> to_texts(const ExperimentSettings& settings);

}  // namespace kenn::experiment
