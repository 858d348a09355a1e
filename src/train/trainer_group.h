// Trainings side by side, epoch by epoch: the networks of the folds, or the members of an ensemble.
#pragma once

#include <kenn/train.h>

#include <list>
#include <memory>
#include <vector>

#include "base/thread_pool.h"
#include "train/trainer.h"

namespace kenn::train {

// One training of a group. Graphs that are used are kept.
struct GroupMember {
  std::shared_ptr<const dataset::Graph> train;
  std::shared_ptr<const dataset::Graph> valid;
  ModelOptions model;
  TrainOptions train_options;
  std::uint64_t seed = 0;  // of its first weights
};

// Several trainings run one epoch each at a time, on as many threads; a single one has all threads for
// itself. Same bits for any number of threads.
class TrainerGroup {
 public:
  TrainerGroup(const Knowledge& knowledge, const std::vector<std::size_t>& widths,
               std::vector<GroupMember> members, std::uint32_t threads);

  // One epoch of every training that is not finished, and the mean of their numbers.
  const Epoch& run_epoch();
  [[nodiscard]] bool is_finished() const;

  // Leaves every model as it was in its kept epoch.
  void keep();

  [[nodiscard]] std::size_t size() const { return models_.size(); }
  [[nodiscard]] RuleModel& model(std::size_t i) { return models_[i]; }
  [[nodiscard]] const Trainer& trainer(std::size_t i) const { return *trainers_[i]; }
  [[nodiscard]] const std::vector<Epoch>& epochs() const { return epochs_; }

  [[nodiscard]] std::vector<TrainState> states() const;
  void restore(const std::vector<TrainState>& states);  // throws `Error` when they are of another group

 private:
  std::vector<GroupMember> members_;
  std::vector<RuleModel> models_;
  std::vector<std::unique_ptr<Trainer>> trainers_;
  std::shared_ptr<base::ThreadPool> pool_;
  std::vector<Epoch> epochs_;
};

}  // namespace kenn::train
