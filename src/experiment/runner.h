// Does an experiment: its runs side by side, each written down as soon as it is done.
#pragma once

#include <kenn/knowledge.h>

#include <cstddef>
#include <filesystem>
#include <functional>

#include "dataset/dataset.h"
#include "experiment/settings.h"

namespace kenn::experiment {

// How an experiment is watched and ended. The functions are called by one thread at a time.
struct RunnerOptions {
  std::uint32_t jobs = 1;                                              // runs at a time
  bool resumes = false;                                                // goes on with what the folder has
  std::function<bool()> is_stopped;                                    // true: no further run is begun
  std::function<void(std::size_t done, std::size_t all)> on_progress;  // models trained
};

// Writes experiment.json, results.jsonl and times.jsonl into the folder. Runs that are there are not done
// again. In the end the lines are in the order of the experiment, so that the file of results is the same
// however often it was interrupted and however many jobs there were. Returns whether it came to its end.
//
// Throws `Error`: when the folder has results and it was not to be resumed; when they are of an experiment
// with other settings, data or knowledge; when a file cannot be written; when a training fails. It may be
// resumed with more runs, fractions, methods, paradigms and depths than before.
bool run_experiment(const Knowledge& knowledge, const DatasetParts& dataset,
                    const ExperimentSettings& settings, const Experiment& about,
                    const std::filesystem::path& folder, const RunnerOptions& options);

}  // namespace kenn::experiment
