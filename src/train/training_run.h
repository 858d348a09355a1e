// A training from beginning to end: how far to trust the rules first, then the model.
//
//   joint           networks and weights of rules together, from the same labels
//   cross-fitted    1. one network per fold, without rules, from the labels of the other folds
//                   2. the weights of the rules, from the labels and from logits of networks that have not
//                   seen them
//                   3. the model with these weights; as an ensemble, one model per fold. Where constraints
//                   are trusted, its loss is that of its predictions plus that of its networks' own logits.
//                   With labels for validation, a network without rules is trained, too: the rules go on top
//                   of that one if that makes clearly fewer mistakes there, or if the model violates
//                   constraints too often (see trust/compare.h)
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "dataset/paradigm.h"
#include "train/rule_model.h"
#include "train/trainer_group.h"
#include "trust/trust.h"

namespace kenn::train {

// A network without rules. What these options say about rules means nothing.
struct NetworkOptions {
  ModelOptions model;
  TrainOptions train;
};

struct TrainingOptions {
  ModelOptions model;
  TrainOptions train;
  trust::TrustOptions trust;
  // How the networks of the folds are trained, if not as the model is: a network that has rules needs to
  // learn less, and may be held back more.
  std::optional<NetworkOptions> fold_networks;
  std::uint64_t seed = 0;  // of first weights and folds; that of dropout and batches is in `train`
};

// All that is needed to go on as if nothing had happened.
struct TrainingState {
  std::vector<TrainState> folds;      // before the trust in the rules is known
  std::vector<Epoch> fold_epochs;     // means over the folds, and the network alone
  std::optional<trust::Trust> trust;  // then
  std::vector<TrainState> alone;      // the network without rules, if there is one to compare with
  std::vector<TrainState> members;    // of the model, or of the models of an ensemble

  friend bool operator==(const TrainingState&, const TrainingState&) = default;
};

// Same input, same bits, for any number of threads, also when a state was restored on the way.
class TrainingRun {
 public:
  // The knowledge must stay. Throws `Error` when there is no label to learn from, or a graph does not fit.
  TrainingRun(const Knowledge& knowledge, std::shared_ptr<const dataset::Graph> train,
              std::shared_ptr<const dataset::Graph> valid, TrainingOptions options);
  ~TrainingRun();

  // One epoch of what is learned at the moment. Not after the end.
  const Epoch& run_epoch();
  [[nodiscard]] bool is_finished() const;
  [[nodiscard]] bool is_in_folds() const;  // the networks of the folds are learned

  // The model of the kept epochs. Once, after the end.
  RuleModel finish();

  [[nodiscard]] const std::vector<Epoch>& epochs() const;       // of the model
  [[nodiscard]] const std::vector<Epoch>& fold_epochs() const;  // of the networks of the folds
  [[nodiscard]] std::uint32_t most_epochs() const;              // of what is learned at the moment
  // Of the networks that the model has; those of `epochs`, or the one without rules, after `finish`.
  [[nodiscard]] std::uint32_t kept_epoch() const;
  // Whether the model has the network that was trained without rules; after `finish`.
  [[nodiscard]] bool keeps_network_alone() const;
  [[nodiscard]] const std::optional<trust::Trust>& trust() const;  // once it is known
  [[nodiscard]] const std::vector<std::size_t>& widths() const;

  [[nodiscard]] TrainingState state() const;
  void restore(const TrainingState& state);

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace kenn::train
