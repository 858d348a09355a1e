// Trainings side by side, epoch by epoch: the networks of the folds, or the members of an ensemble.
#include "train/trainer_group.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "base/thread_pool.h"

namespace kenn::train {

namespace {

// The mean of the epochs with one number, over the trainings that came so far.
Epoch mean_epoch(const std::vector<std::unique_ptr<Trainer>>& trainers, std::size_t number) {
  Epoch mean;
  mean.number = static_cast<std::uint32_t>(number);
  double count = 0;
  double valid_count = 0;
  double valid_loss = 0;
  double valid_accuracy = 0;
  for (const auto& trainer : trainers) {
    if (number >= trainer->epochs().size()) continue;
    const Epoch& epoch = trainer->epochs()[number];
    mean.loss += epoch.loss;
    mean.accuracy += epoch.accuracy;
    ++count;
    if (!epoch.valid_loss || !epoch.valid_accuracy) continue;
    valid_loss += *epoch.valid_loss;
    valid_accuracy += *epoch.valid_accuracy;
    ++valid_count;
  }
  mean.loss /= count;
  mean.accuracy /= count;
  if (valid_count > 0) {
    mean.valid_loss = valid_loss / valid_count;
    mean.valid_accuracy = valid_accuracy / valid_count;
  }
  return mean;
}

}  // namespace

TrainerGroup::TrainerGroup(const Knowledge& knowledge, const std::vector<std::size_t>& widths,
                           std::vector<GroupMember> members, std::uint32_t threads)
    : members_(std::move(members)), pool_(base::ThreadPool::shared(threads)) {
  models_.reserve(members_.size());
  for (GroupMember& member : members_) {
    member.model.enhance.threads = members_.size() == 1 ? threads : 1;
    RuleModel& model = models_.emplace_back(knowledge, widths, member.model, member.seed);
    trainers_.push_back(std::make_unique<Trainer>(model, *member.train, *member.valid, member.train_options));
  }
}

const Epoch& TrainerGroup::run_epoch() {
  std::vector<std::exception_ptr> errors(trainers_.size());
  const auto run_one = [&](std::size_t i, std::uint32_t) {
    try {
      if (!trainers_[i]->is_finished()) trainers_[i]->run_epoch();
    } catch (...) {
      errors[i] = std::current_exception();
    }
  };
  if (trainers_.size() == 1) {
    run_one(0, 0);
  } else {
    pool_->run(trainers_.size(), run_one);
  }
  for (const std::exception_ptr& error : errors) {
    if (error) std::rethrow_exception(error);
  }
  return epochs_.emplace_back(mean_epoch(trainers_, epochs_.size()));
}

bool TrainerGroup::is_finished() const {
  return std::all_of(trainers_.begin(), trainers_.end(),
                     [](const auto& trainer) { return trainer->is_finished(); });
}

void TrainerGroup::keep() {
  for (const auto& trainer : trainers_) trainer->keep();
}

std::vector<TrainState> TrainerGroup::states() const {
  std::vector<TrainState> states;
  states.reserve(trainers_.size());
  for (const auto& trainer : trainers_) states.push_back(trainer->state());
  return states;
}

void TrainerGroup::restore(const std::vector<TrainState>& states) {
  if (states.size() != trainers_.size()) {
    throw Error(ErrorKind::data, "the number of models in the checkpoint is not that of this training");
  }
  std::size_t most = 0;
  for (std::size_t i = 0; i < states.size(); ++i) {
    trainers_[i]->restore(states[i]);
    most = std::max(most, states[i].epochs.size());
  }
  epochs_.clear();
  while (epochs_.size() < most) epochs_.push_back(mean_epoch(trainers_, epochs_.size()));
}

}  // namespace kenn::train
