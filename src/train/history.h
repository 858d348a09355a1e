// The epochs of a training: which is the best, and whether more are wanted.
#pragma once

#include <kenn/train.h>

#include <vector>

#include "train/train_options.h"

namespace kenn::train {

// Epochs belong to phases. Each phase starts with a measurement of the model as it is, and ends by itself.
class History {
 public:
  explicit History(const TrainOptions& options) : options_(options) {}

  // The next epoch, without its numbers. A reference to it is good until the next call.
  Epoch& add();

  // Takes the last epoch for the best if it is: by validation accuracy, or micro F1 where rows have
  // several labels, then by validation loss; without labels for validation always.
  bool update_best();

  // Whether the phase has made all its steps.
  [[nodiscard]] bool is_over() const;

  void start_phase();

  [[nodiscard]] const std::vector<Epoch>& epochs() const { return epochs_; }
  [[nodiscard]] std::uint32_t phase() const { return phase_; }
  [[nodiscard]] std::uint32_t phase_start() const { return phase_start_; }  // its first epoch
  [[nodiscard]] std::uint32_t best_epoch() const { return best_epoch_; }    // of the phase

  void restore(std::vector<Epoch> epochs, std::uint32_t phase, std::uint32_t phase_start,
               std::uint32_t best_epoch);

 private:
  [[nodiscard]] bool is_on_plateau() const;

  TrainOptions options_;
  std::vector<Epoch> epochs_;
  std::uint32_t phase_ = 0;
  std::uint32_t phase_start_ = 0;
  std::uint32_t best_epoch_ = 0;
};

}  // namespace kenn::train
