// Trains a model, epoch by epoch.
#pragma once

#include <kenn/train.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "dataset/graph.h"
#include "train/rule_model.h"
#include "train/train_options.h"

namespace kenn::train {

// All that is needed to go on as if nothing had happened.
struct TrainState {
  std::vector<NamedValues> model;
  std::vector<NamedValues> best;           // the model of the best epoch; empty without labels for validation
  std::vector<NamedValues> first_moments;  // of Adam
  std::vector<NamedValues> second_moments;
  std::uint64_t steps = 0;
  std::vector<Epoch> epochs;
  std::uint32_t best_epoch = 0;
  std::uint32_t phase = 0;
  std::uint32_t phase_start = 0;  // its first epoch
  std::vector<NamedValues>
      completed;  // what is said of every atom, in phases that learn from completed labels

  friend bool operator==(const TrainState&, const TrainState&) = default;
};

// Learns from the labels of Split::train in one graph, and watches those of Split::valid in another, or in
// the same. Same input, same bits, for any number of threads.
class Trainer {
 public:
  // Model and graphs must stay. Throws `Error` when there is no label to learn from, or a graph does not fit.
  Trainer(RuleModel& model, const dataset::Graph& train, const dataset::Graph& valid,
          const TrainOptions& options);
  ~Trainer();
  Trainer(const Trainer&) = delete;
  Trainer& operator=(const Trainer&) = delete;

  // Measures the model, and makes its steps unless that was the last epoch. Not after the end.
  const Epoch& run_epoch();
  [[nodiscard]] bool is_finished() const;

  // Leaves the model as it was in `kept_epoch`, with the trust in its rules that goes with it.
  void keep();

  [[nodiscard]] const std::vector<Epoch>& epochs() const;
  [[nodiscard]] std::uint32_t most_epochs() const;  // of all phases

  // The best one, by validation accuracy (micro F1 where rows have several labels), then by validation loss;
  // without labels for validation, or if the options say so, the last. It is one of the last phase.
  [[nodiscard]] std::uint32_t kept_epoch() const;

  [[nodiscard]] TrainState state() const;
  void restore(const TrainState& state);  // throws `Error` when it is that of another model

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace kenn::train
