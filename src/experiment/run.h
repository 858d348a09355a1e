// One run of an experiment: one split, one initial network, a model of every kind.
#pragma once

#include <kenn/train.h>

#include <kenn/knowledge.h>

#include <vector>

#include "dataset/dataset.h"
#include "experiment/settings.h"
#include "trust/trust.h"

namespace kenn::experiment {

struct Run {
  std::optional<double> fraction;
  std::uint32_t number = 0;
};

struct TrainedRun {
  std::vector<RunResult> results;
  std::vector<RunTime> times;
};

// What was found out about the rules, one list for each number.
RuleFindings findings_of(const trust::Trust& trust);

// The numbers of the epochs, one list for each.
LearningCurve curve_of(const std::vector<Epoch>& epochs);

// Trains models of these kinds, on one thread. The results depend on nothing but the arguments. Throws
// `Error`.
TrainedRun train_run(const Knowledge& knowledge, const DatasetParts& dataset,
                     const ExperimentSettings& settings, const Run& run,
                     const std::vector<ModelKindSettings>& kinds);

}  // namespace kenn::experiment
