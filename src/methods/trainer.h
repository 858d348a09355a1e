// Trains a model, epoch by epoch.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "methods/graph.h"
#include "methods/loss.h"
#include "methods/model.h"

namespace kenn {

struct TrainOptions {
  Loss loss = Loss::cross_entropy;
  double learning_rate = 1e-3;
  double epsilon = 1e-8;    // of Adam
  double weight_decay = 0;  // of the matrices of the networks: biases and rules have none
  std::uint32_t epochs = 300;
  std::uint32_t patience = 0;    // epochs without a better validation until it ends; 0: never
  std::uint32_t batch_size = 0;  // labelled rows per step; 0: all at once
  std::uint64_t seed = 0;        // of dropout and batches
};

// How the model is after some epochs. In batches, loss and accuracy are means over the batches of the next
// epoch, each measured just before its step.
struct Epoch {
  std::uint32_t number = 0;  // of epochs made before
  double loss = 0;
  double accuracy = 0;
  std::optional<double> valid_loss;  // when there are labels for validation
  std::optional<double> valid_accuracy;

  friend bool operator==(const Epoch&, const Epoch&) = default;
};

// All that is needed to go on as if nothing had happened.
struct TrainState {
  std::vector<NamedValues> model;
  std::vector<NamedValues> best;           // the model of the best epoch; empty without labels for validation
  std::vector<NamedValues> first_moments;  // of Adam
  std::vector<NamedValues> second_moments;
  std::uint64_t steps = 0;
  std::vector<Epoch> epochs;
  std::uint32_t best_epoch = 0;

  friend bool operator==(const TrainState&, const TrainState&) = default;
};

// Learns from the labels of Split::train in one graph, and watches those of Split::valid in another, or in
// the same. Same input, same bits, for any number of threads.
class Trainer {
 public:
  // Model and graphs must stay. Throws `Error` when there is no label to learn from, or a graph does not fit.
  Trainer(Model& model, const Graph& train, const Graph& valid, const TrainOptions& options);
  ~Trainer();
  Trainer(const Trainer&) = delete;
  Trainer& operator=(const Trainer&) = delete;

  // Measures the model, and makes its steps unless that was the last epoch. Not after the end.
  const Epoch& run_epoch();
  [[nodiscard]] bool is_finished() const;

  // Leaves the model as it was in its best epoch: by validation accuracy, then by validation loss; without
  // labels for validation the last.
  void keep_best();

  [[nodiscard]] const std::vector<Epoch>& epochs() const;
  [[nodiscard]] std::uint32_t best_epoch() const;

  [[nodiscard]] TrainState state() const;
  void restore(const TrainState& state);  // throws `Error` when it is that of another model

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace kenn
