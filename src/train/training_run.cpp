// A training from beginning to end: how far to trust the rules first, then the model.
#include "train/training_run.h"

#include <algorithm>
#include <utility>

#include "base/random.h"
#include "base/random_streams.h"
#include "base/thread_pool.h"
#include "dataset/inputs.h"
#include "nn/loss.h"
#include "train/model_parts.h"
#include "train/network_memory.h"
#include "train/out_of_fold.h"
#include "trust/calibration.h"
#include "trust/compare.h"
#include "trust/constraints.h"
#include "trust/trust_json.h"

namespace kenn::train {

namespace {

std::uint32_t thread_count(const ModelOptions& options) {
  return base::thread_count(options.enhance.threads);
}

std::uint64_t seed_of_fold(std::uint64_t seed, std::uint32_t fold) {
  return base::Random(seed, base::random_stream::fold_seeds + fold).below(std::uint64_t{1} << 62);
}

}  // namespace

struct TrainingRun::Work {
  Work(const Knowledge& of_knowledge, std::shared_ptr<const dataset::Graph> train_graph,
       std::shared_ptr<const dataset::Graph> valid_graph, TrainingOptions training_options)
      : knowledge(of_knowledge),
        train(std::move(train_graph)),
        valid(std::move(valid_graph)),
        options(std::move(training_options)),
        threads(thread_count(options.model)) {
    const std::vector<Weight>& weights = train->plan.weights();
    const bool learns_any =
        std::any_of(weights.begin(), weights.end(), [](const Weight& each) { return each.learned; });
    cross_fits = options.train.phases.front().preparation == Preparation::cross_fit && learns_any;
    for (const TableIndex table : train->predicted)
      widths.push_back(dataset::input_width(train->dataset, table));
    require_network_memory(knowledge, widths, options.model, copies_in_training);
    if (cross_fits || options.trust.ensemble) {
      folds = trust::choose_folds(*train, options.trust.folds, options.seed);
    }
    if (!cross_fits) {
      start_members();
    } else if (folds.count < 2) {
      use_trust(find(dataset::TableList(train->predicted.size())));
    } else {
      std::vector<GroupMember> networks = fold_members(true);
      if (can_compare()) networks.push_back(alone_member());
      fold_networks.emplace(knowledge, widths, std::move(networks), threads);
    }
  }

  // A network that learns from all labels, beside those of the folds: rules may do better on top of it than
  // on top of one that is trained with them. Labels for validation decide.
  [[nodiscard]] bool can_compare() const { return !options.trust.ensemble && trust::has_validation(*valid); }

  [[nodiscard]] GroupMember alone_member() const {
    GroupMember member{train, valid, options.model, options.train, options.seed};
    use_network_options(member);
    member.train_options.seed = options.train.seed;
    return member;
  }

  // A training per fold: of a network alone, or of the whole model.
  [[nodiscard]] std::vector<GroupMember> fold_members(bool is_network) const {
    std::vector<GroupMember> members;
    for (std::uint32_t fold = 0; fold < folds.count; ++fold) {
      GroupMember member{std::make_shared<const dataset::Graph>(trust::without_fold(*train, folds, fold)),
                         valid, options.model, options.train, seed_of_fold(options.seed, fold)};
      if (valid == train) member.valid = member.train;
      if (is_network) {
        use_network_options(member);
      } else {
        use_weights(member);
      }
      member.train_options.seed = member.seed;
      members.push_back(std::move(member));
    }
    return members;
  }

  void use_network_options(GroupMember& member) const {
    if (options.fold_networks) {
      member.model = options.fold_networks->model;
      member.train_options = options.fold_networks->train;
    }
    member.model.uses_rules = false;
    Phase phase;
    phase.epochs = member.train_options.phases.front().epochs;
    member.train_options.phases = {phase};
  }

  void use_weights(GroupMember& member) const {
    if (!trust) return;
    member.model.rule_weights = trust->weights;
    // A network trained through constraints leans on them: its own logits would violate them everywhere.
    const std::vector<bool> constraints = trusted_constraints();
    const bool has_any = std::find(constraints.begin(), constraints.end(), true) != constraints.end();
    for (Phase& phase : member.train_options.phases) {
      phase.learns_rules = options.trust.learns_on;
      phase.own_loss = has_any ? 1 : 0;
    }
  }

  void start_members() {
    fold_networks.reset();
    std::vector<GroupMember> all;
    if (options.trust.ensemble && folds.count >= 2) {
      all = fold_members(false);
    } else {
      use_weights(all.emplace_back(GroupMember{train, valid, options.model, options.train, options.seed}));
    }
    members.emplace(knowledge, widths, std::move(all), threads);
  }

  // On calibrated logits, since the network of the model is another one, trained with the rules.
  //
  // Stitched logits: networks that see each row alone pass no labels on to its neighbours, and labelled
  // neighbours are then as uncertain as others. Judged by one network each, rules got a third of the weight
  // on Citeseer (10 %), and the models lost 1 to 3 points.
  [[nodiscard]] trust::Trust find(dataset::TableList stitched) const {
    std::vector<trust::TrustTable> tables;
    for (std::size_t i = 0; i < train->predicted.size(); ++i) {
      std::vector<bool> is_in =
          nn::rows_in(train->labels(i), train->plan.tables()[i].rows, table::Split::train);
      if (folds.count >= 2) {
        trust::calibrate(nn::TableLoss(knowledge.vocabulary(), train->schema(i), train->labels(i), is_in),
                         stitched[i]);
      }
      tables.push_back({&train->schema(i), &train->labels(i), std::move(is_in), stitched[i]});
    }
    return trust::find_trust(train->plan, knowledge, tables, folds, options.model.enhance,
                             nn::Loss::cross_entropy, options.trust);
  }

  void use_trust(trust::Trust found) {
    trust = std::move(found);
    start_members();
  }

  const Epoch& run_epoch() {
    if (!fold_networks) return members->run_epoch();
    const Epoch& epoch = fold_epochs.emplace_back(fold_networks->run_epoch());
    if (fold_networks->is_finished()) {
      if (can_compare()) alone = fold_networks->states().back();
      fold_networks->keep();
      use_trust(find(out_of_fold_logits(*fold_networks, *train, folds)));
    }
    return epoch;
  }

  // The rules with their weights on top of the network that was trained without them.
  [[nodiscard]] RuleModel rules_on_top() const {
    TrainerGroup group(knowledge, widths, {alone_member()}, threads);
    group.restore({*alone});
    group.keep();
    GroupMember member = alone_member();
    member.model.uses_rules = true;
    member.model.enhance = options.model.enhance;
    use_weights(member);
    member.model.enhance.threads = threads;
    RuleModel model(knowledge, widths, member.model, options.seed);
    std::vector<NamedValues> values = group.model(0).values();
    values.push_back(model.values().back());  // the weights of the rules
    model.set_values(values);
    return model;
  }

  // The model, unless the rules on top of the other network do better.
  [[nodiscard]] RuleModel better(RuleModel model) {
    if (!alone || !trust_any()) return model;
    RuleModel other = rules_on_top();
    const Predictions by_other = other.predict(*valid);
    takes_alone = trust::should_replace(*valid, model.predict(*valid).after, by_other.after, by_other.before,
                                        trusted_constraints(), threads);
    return takes_alone ? std::move(other) : std::move(model);
  }

  [[nodiscard]] std::vector<bool> trusted_constraints() const {
    std::vector<trust::RuleEvidence> evidence;
    for (const trust::RuleTrust& rule : trust->rules) evidence.push_back(rule.evidence);
    std::vector<bool> all = constraints(train->plan, knowledge, evidence);
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = all[i] && trust->rules[i].weight > 0;
    return all;
  }

  // That a checkpoint is one of this training.
  void check(const TrainingState& state) const {
    const auto require = [](bool is_right, const std::string& complaint) {
      if (!is_right) throw Error(ErrorKind::data, "the checkpoint is damaged: " + complaint);
    };
    if (cross_fits != (!state.folds.empty() || state.trust)) {
      throw Error(ErrorKind::data, "the checkpoint is of a training with another --trust");
    }
    const bool has_folds = cross_fits && folds.count >= 2;
    if (!state.folds.empty()) {
      require(has_folds && !state.trust && state.alone.empty(), "it is in the folds and beyond them");
      require(state.fold_epochs.size() == most_epochs(state.folds), "it has other epochs than its folds");
      return;
    }
    require(state.fold_epochs.empty() != has_folds, "it has not the epochs of the folds");
    require(state.alone.empty() != (has_folds && can_compare()), "it has not the network without rules");
    if (!state.trust) return;
    require(trust::is_about(*state.trust, train->plan.weights().size(), options.model.enhance.layers),
            "it has the trust in other rules");
    require(state.trust->folds == (has_folds ? folds.count : 0), "its trust comes from other folds");
  }

  static std::size_t most_epochs(const std::vector<TrainState>& states) {
    std::size_t most = 0;
    for (const TrainState& state : states) most = std::max(most, state.epochs.size());
    return most;
  }

  // The network without rules is used at the end; that it can be is known now.
  void use_alone(const TrainState& state) {
    TrainerGroup group(knowledge, widths, {alone_member()}, threads);
    group.restore({state});
    if (state.epochs.empty() || !group.is_finished()) {
      throw Error(ErrorKind::data, "the checkpoint is damaged: its network without rules is not trained");
    }
    alone = state;
  }

  [[nodiscard]] std::uint32_t kept_epoch() const {
    if (!takes_alone) return members->trainer(0).kept_epoch();
    return alone_member().train_options.keeps_best ? alone->best_epoch : alone->epochs.back().number;
  }

  [[nodiscard]] bool trust_any() const {
    return std::any_of(trust->weights.begin(), trust->weights.end(), [](float weight) { return weight > 0; });
  }

  const Knowledge& knowledge;
  std::shared_ptr<const dataset::Graph> train;
  std::shared_ptr<const dataset::Graph> valid;
  TrainingOptions options;
  std::uint32_t threads;
  std::vector<std::size_t> widths;
  bool cross_fits = false;  // the weights of the rules
  trust::Folds folds;
  std::optional<TrainerGroup> fold_networks;  // while they are learned
  std::vector<Epoch> fold_epochs;
  std::optional<trust::Trust> trust;
  std::optional<TrainState> alone;      // of the network without rules
  std::optional<TrainerGroup> members;  // then
  bool takes_alone = false;             // the model has that network
};

TrainingRun::TrainingRun(const Knowledge& knowledge, std::shared_ptr<const dataset::Graph> train,
                         std::shared_ptr<const dataset::Graph> valid, TrainingOptions options)
    : work_(std::make_unique<Work>(knowledge, std::move(train), std::move(valid), std::move(options))) {}

TrainingRun::~TrainingRun() = default;

const Epoch& TrainingRun::run_epoch() {
  return work_->run_epoch();
}

bool TrainingRun::is_finished() const {
  return work_->members && work_->members->is_finished();
}

bool TrainingRun::is_in_folds() const {
  return work_->fold_networks.has_value();
}

RuleModel TrainingRun::finish() {
  TrainerGroup& members = *work_->members;
  members.keep();
  std::vector<RuleModel> models;
  for (std::size_t i = 0; i < members.size(); ++i) models.push_back(std::move(members.model(i)));
  return work_->better(RuleModel::ensemble(std::move(models), work_->threads));
}

const std::vector<Epoch>& TrainingRun::epochs() const {
  static const std::vector<Epoch> none;
  return work_->members ? work_->members->epochs() : none;
}

const std::vector<Epoch>& TrainingRun::fold_epochs() const {
  return work_->fold_epochs;
}

std::uint32_t TrainingRun::most_epochs() const {
  TrainerGroup& now = work_->members ? *work_->members : *work_->fold_networks;
  return now.trainer(0).most_epochs();
}

std::uint32_t TrainingRun::kept_epoch() const {
  return work_->kept_epoch();
}

bool TrainingRun::keeps_network_alone() const {
  return work_->takes_alone;
}

const std::optional<trust::Trust>& TrainingRun::trust() const {
  return work_->trust;
}

const std::vector<std::size_t>& TrainingRun::widths() const {
  return work_->widths;
}

TrainingState TrainingRun::state() const {
  TrainingState state;
  if (work_->fold_networks) state.folds = work_->fold_networks->states();
  state.fold_epochs = work_->fold_epochs;
  state.trust = work_->trust;
  if (work_->alone) state.alone.push_back(*work_->alone);
  if (work_->members) state.members = work_->members->states();
  return state;
}

void TrainingRun::restore(const TrainingState& state) {
  work_->check(state);
  work_->fold_epochs = state.fold_epochs;
  if (!state.folds.empty()) return work_->fold_networks->restore(state.folds);
  if (!state.alone.empty()) work_->use_alone(state.alone.front());
  if (state.trust) work_->use_trust(*state.trust);
  work_->members->restore(state.members);
}

}  // namespace kenn::train
