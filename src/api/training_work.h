// What is behind a Training, for programs that say more about it than its model.
#pragma once

#include <kenn/train.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "dataset/paradigm.h"
#include "dataset/split_choice.h"
#include "train/checkpoint.h"
#include "train/training_run.h"

namespace kenn::api {

// What is worth knowing of a data set when it is gone.
struct DataFacts {
  std::string digest;                          // of everything that training depends on
  std::map<std::string, std::uint64_t> sizes;  // of types and relations
};

DataFacts facts_of(const DatasetParts& dataset);

}  // namespace kenn::api

namespace kenn {

struct Training::Work {
  Work(Knowledge of_knowledge, const Dataset& data, const Options& given_options);

  Knowledge knowledge;
  Options given;
  std::string data_name;
  Options options = {};            // complete
  std::optional<double> fraction;  // of the labels that were chosen; nothing: the data says which
  api::DataFacts facts;            // of the whole data
  std::vector<Diagnostic> warnings;
  dataset::SplitGraphs graphs;
  train::TrainingOptions training = {};
  std::optional<train::TrainingRun> run;
  std::optional<train::Checkpoint> checkpoint;
};

}  // namespace kenn
