// The epochs of a training: which is the best, and whether more are wanted.
#include "train/history.h"

#include <utility>

namespace kenn::train {

namespace {

// Where rows have several labels, most of them do not hold, and accuracy rewards predicting few.
std::pair<double, double> quality_of(const Epoch& epoch) {
  return {epoch.valid_f1 ? *epoch.valid_f1 : *epoch.valid_accuracy, -*epoch.valid_loss};
}

}  // namespace

Epoch& History::add() {
  Epoch& epoch = epochs_.emplace_back();
  epoch.number = static_cast<std::uint32_t>(epochs_.size() - 1);
  return epoch;
}

bool History::update_best() {
  const Epoch& epoch = epochs_.back();
  const Epoch& best = epochs_[best_epoch_];
  const bool is_better =
      epoch.number == phase_start_ || !epoch.valid_accuracy || quality_of(epoch) > quality_of(best);
  if (is_better) best_epoch_ = epoch.number;
  return is_better;
}

bool History::is_over() const {
  if (epochs_.size() <= phase_start_) return false;
  const Epoch& last = epochs_.back();
  if (last.number - phase_start_ >= options_.phases[phase_].epochs) return true;
  if (!last.valid_accuracy) return false;
  return (options_.patience > 0 && last.number - best_epoch_ >= options_.patience) || is_on_plateau();
}

bool History::is_on_plateau() const {
  const std::size_t window = options_.plateau;
  const std::size_t steps = epochs_.size() - 1 - phase_start_;
  if (window == 0 || steps < 2 * window) return false;
  double before = 0;
  double last = 0;
  for (std::size_t i = 0; i < window; ++i) {
    last += *epochs_[epochs_.size() - 1 - i].valid_accuracy;
    before += *epochs_[epochs_.size() - 1 - i - window].valid_accuracy;
  }
  return last - before <= plateau_gain * static_cast<double>(window);
}

void History::start_phase() {
  ++phase_;
  phase_start_ = static_cast<std::uint32_t>(epochs_.size());
  best_epoch_ = phase_start_;
}

void History::restore(std::vector<Epoch> epochs, std::uint32_t phase, std::uint32_t phase_start,
                      std::uint32_t best_epoch) {
  epochs_ = std::move(epochs);
  phase_ = phase;
  phase_start_ = phase_start;
  best_epoch_ = best_epoch;
}

}  // namespace kenn::train
