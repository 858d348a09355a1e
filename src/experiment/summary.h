// The statistics of an experiment: what its tables and charts show.
// Every number comes with its count of runs.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiment/results.h"
#include "experiment/statistics.h"

namespace kenn::experiment {

// Which models are put together.
struct ModelKind {
  std::optional<double> fraction;
  std::string method;
  std::string paradigm;  // empty for methods that it makes no difference to
  std::uint32_t layers = 0;

  friend auto operator<=>(const ModelKind&, const ModelKind&) = default;
};

struct KindSummary {
  ModelKind kind;
  Estimate accuracy;  // on the labels for testing
  Estimate epochs;
  // Over the network alone, run by run; its count is that of the runs that both have. Nothing for that
  // itself, and where there are no such runs.
  std::optional<PairedTest> improvement;
  std::optional<Estimate> seconds;  // of training
};

// Whether rules that the training data follows get higher weights: over all clauses whose weights are learned
// and all runs; a clause's weight is its mean over the layers.
struct ComplianceSummary {
  ModelKind kind;
  Correlation correlation;
};

// Two methods that use the rules, on the same splits and from the same networks.
struct MethodComparison {
  ModelKind first;
  ModelKind second;
  PairedTest test;  // of the second against the first, run by run
};

struct Summary {
  // Those that have results; by method, paradigm, layers, fraction, in the experiment's order. What it does
  // not list comes last.
  std::vector<KindSummary> kinds;
  std::vector<ComplianceSummary> compliance;  // of those whose models have weights
  // Every two of `kinds` that are of one fraction and paradigm and of different methods, none of them the
  // network alone; where both have layers, as many. By paradigm, then methods, then fraction, in the
  // experiment's order.
  std::vector<MethodComparison> comparisons;
};

// The results fit the experiment, as those of `read_experiment` do.
Summary summarise(const Experiment& experiment, const std::vector<RunResult>& results,
                  const std::vector<RunTime>& times);

}  // namespace kenn::experiment
