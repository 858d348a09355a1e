// One run of an experiment: one split, one initial network, a model of every kind.
#include "experiment/run.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "dataset/paradigm.h"
#include "dataset/split.h"
#include "dataset/split_choice.h"
#include "experiment/compliance.h"
#include "methods/resolve.h"
#include "train/accuracies.h"
#include "train/training_run.h"

namespace kenn::experiment {

namespace {

// The models of a run share its split and its graphs, which are made when the first of them needs them.
class RunTrainer {
 public:
  RunTrainer(const Knowledge& knowledge, const DatasetParts& dataset, const ExperimentSettings& settings,
             const Run& run)
      : knowledge_(knowledge), dataset_(dataset), settings_(settings), run_(run) {
    if (run.fraction) dataset::choose_splits(dataset_, *run.fraction, seed(), settings.protocol);
    if (methods::learns_from_valid(settings.training)) dataset::learn_from_valid(dataset_);
  }

  RunResult train(const ModelKindSettings& kind) {
    const dataset::SplitGraphs& graphs = kind.paradigm == base::word_for(dataset::Paradigm::inductive)
                                             ? graphs_of(dataset::Paradigm::inductive)
                                             : graphs_of(dataset::Paradigm::transductive);
    const train::TrainingOptions options = options_of(kind);
    train::TrainingRun training(knowledge_, graphs.train, graphs.valid, options);
    while (!training.is_finished()) training.run_epoch();
    const std::vector<Epoch> epochs = training.epochs();
    const std::optional<trust::Trust> trust = training.trust();
    train::RuleModel model = training.finish();
    RunResult result;
    result.fraction = run_.fraction;
    result.run = run_.number;
    result.method = kind.method;
    result.paradigm = kind.paradigm;
    result.layers = kind.layers;
    result.epochs = epochs.back().number;
    result.tested_epoch = training.kept_epoch();
    for (const SplitAccuracy& split : train::split_accuracies(graphs, model)) {
      result.splits[split.split] = {split.labels, split.rules};
    }
    if (model.options().uses_rules || options.train.weighs_rules_by_labels) {
      result.weights = weights_of(model, kind.layers);
      result.compliance = compliance_of_labels();
    }
    if (trust) result.rules = findings_of(*trust);
    if (run_.number < settings_.curves) result.curve = curve_of(epochs);
    return result;
  }

 private:
  [[nodiscard]] std::uint64_t seed() const { return settings_.seed + run_.number; }

  const dataset::SplitGraphs& graphs_of(dataset::Paradigm paradigm) {
    std::optional<dataset::SplitGraphs>& graphs =
        paradigm == dataset::Paradigm::inductive ? inductive_ : transductive_;
    if (!graphs) graphs = dataset::graphs_for(knowledge_, dataset_, paradigm, settings_.plan);
    return *graphs;
  }

  // The same for all models of the run: pairs of training objects are in the graphs of both paradigms.
  const std::vector<std::optional<double>>& compliance_of_labels() {
    if (!compliance_) {
      compliance_ = compliance(
          *(inductive_ ? inductive_ : std::optional(graphs_of(dataset::Paradigm::transductive)))->train);
    }
    return *compliance_;
  }

  // In the folds, networks are trained as those that are compared with the models.
  [[nodiscard]] train::TrainingOptions options_of(const ModelKindSettings& kind) const {
    const ModelKindSettings network{methods::network_alone().name, "", 0};
    return methods::training_options(complete(kind), complete(network));
  }

  [[nodiscard]] Options complete(const ModelKindSettings& kind) const {
    return methods::complete_known_options(
        training_for(settings_, kind, run_.fraction),
        {.method = kind.method,
         .paradigm = kind.paradigm.empty() ? std::nullopt : std::optional(kind.paradigm),
         .seed = seed(),
         .layers = std::max(kind.layers, 1U),
         .threads = 1});
  }

  [[nodiscard]] std::vector<std::vector<double>> weights_of(const train::RuleModel& model,
                                                            std::uint32_t of_layers) const {
    const std::vector<float> weights = model.rule_weights();
    const std::size_t count = knowledge_.clauses().size();
    if (count == 0) return std::vector<std::vector<double>>(of_layers);
    std::vector<std::vector<double>> layers;
    for (std::size_t first = 0; first < weights.size(); first += count) {
      layers.emplace_back(weights.begin() + static_cast<std::ptrdiff_t>(first),
                          weights.begin() + static_cast<std::ptrdiff_t>(first + count));
    }
    return layers;
  }

  const Knowledge& knowledge_;
  DatasetParts dataset_;  // with the splits of the run
  const ExperimentSettings& settings_;
  Run run_;
  std::optional<dataset::SplitGraphs> inductive_;
  std::optional<dataset::SplitGraphs> transductive_;
  std::optional<std::vector<std::optional<double>>> compliance_;
};

}  // namespace

RuleFindings findings_of(const trust::Trust& trust) {
  RuleFindings findings;
  for (const trust::RuleTrust& rule : trust.rules) {
    findings.low.push_back(rule.low);
    findings.high.push_back(rule.high);
    findings.groundings.push_back(rule.evidence.groundings);
    findings.holds.push_back(rule.evidence.holds);
    findings.chance.push_back(rule.evidence.chance);
    findings.verdict.emplace_back(trust::words_for(rule.verdict));
  }
  return findings;
}

LearningCurve curve_of(const std::vector<Epoch>& epochs) {
  LearningCurve curve;
  for (const Epoch& epoch : epochs) {
    curve.loss.push_back(epoch.loss);
    curve.accuracy.push_back(epoch.accuracy);
    if (epoch.valid_loss) curve.valid_loss.push_back(*epoch.valid_loss);
    if (epoch.valid_accuracy) curve.valid_accuracy.push_back(*epoch.valid_accuracy);
  }
  return curve;
}

TrainedRun train_run(const Knowledge& knowledge, const DatasetParts& dataset,
                     const ExperimentSettings& settings, const Run& run,
                     const std::vector<ModelKindSettings>& kinds) {
  using Clock = std::chrono::steady_clock;
  RunTrainer trainer(knowledge, dataset, settings, run);
  TrainedRun trained;
  for (const ModelKindSettings& kind : kinds) {
    const Clock::time_point start = Clock::now();
    trained.results.push_back(trainer.train(kind));
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    trained.times.push_back({run.fraction, run.number, kind.method, kind.paradigm, kind.layers, seconds});
  }
  return trained;
}

}  // namespace kenn::experiment
