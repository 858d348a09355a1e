// The statistics of an experiment: what its tables and charts show. Every number comes with its count of
// runs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiment/results.h"
#include "experiment/statistics.h"

namespace kenn {

// Which models are put together.
struct ModelKind {
  std::optional<double> fraction;
  std::string method;
  std::string paradigm;  // empty for methods that it makes no difference to
  std::uint32_t layers = 0;

  friend bool operator==(const ModelKind&, const ModelKind&) = default;
};

struct KindSummary {
  ModelKind kind;
  Estimate accuracy;  // on the labels for testing
  Estimate epochs;
  std::optional<PairedTest> improvement;  // over "nn", run by run; nothing for nn itself or without it
  std::optional<Estimate> seconds;        // of training
};

// Whether rules that the training data follows get higher weights: over all clauses whose weights are learned
// and all runs; a clause's weight is its mean over the layers.
struct ComplianceSummary {
  ModelKind kind;
  Correlation correlation;
};

struct Summary {
  std::vector<KindSummary> kinds;  // by method, paradigm, layers, fraction, in the experiment's order
  std::vector<ComplianceSummary> compliance;
};

Summary summarise(const Experiment& experiment, const std::vector<RunResult>& results,
                  const std::vector<RunTime>& times);

}  // namespace kenn
