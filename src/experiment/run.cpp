// One run of an experiment: one split, one initial network, a model of every kind.
#include "experiment/run.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include "dataset/paradigm.h"
#include "dataset/split.h"
#include "experiment/compliance.h"
#include "infer/score.h"
#include "train/training.h"

namespace kenn {

namespace {

// The models of a run share its split and its graphs, which are made when the first of them needs them.
class RunTrainer {
 public:
  RunTrainer(const Knowledge& knowledge, const Dataset& dataset, const ExperimentSettings& settings,
             const Run& run)
      : knowledge_(knowledge), dataset_(dataset), settings_(settings), run_(run) {
    if (run.fraction) choose_splits(dataset_, *run.fraction, seed(), settings.protocol);
    if (settings.training.learns_from_valid) {
      for (Labels& labels : dataset_.labels) {
        std::replace(labels.splits.begin(), labels.splits.end(), Split::valid, Split::train);
      }
    }
  }

  RunResult train(const ModelKindSettings& kind) {
    const SplitGraphs& graphs =
        kind.paradigm == "inductive" ? graphs_of(Paradigm::inductive) : graphs_of(Paradigm::transductive);
    const TrainOptions options = train_options(kind);
    Training training(knowledge_, graphs.train, graphs.valid,
                      {model_options(kind), options, training_of(kind).trust, network_options(), seed()});
    while (!training.is_finished()) training.run_epoch();
    const std::vector<Epoch> epochs = training.epochs();
    const std::optional<Trust> trust = training.trust();
    Model model = training.finish();
    RunResult result;
    result.fraction = run_.fraction;
    result.run = run_.number;
    result.method = kind.method;
    result.paradigm = kind.paradigm;
    result.layers = kind.layers;
    result.epochs = epochs.back().number;
    result.tested_epoch = training.kept_epoch();
    result.splits = scores(graphs, model);
    if (model.options().uses_rules || options.schedule == Schedule::completion) {  // weights follow the data
      result.weights = weights_of(model);
      result.compliance = compliance_of_labels();
    }
    if (trust) result.rules = findings_of(*trust);
    if (run_.number < settings_.curves) result.curve = curve_of(epochs);
    return result;
  }

 private:
  [[nodiscard]] std::uint64_t seed() const { return settings_.seed + run_.number; }

  const SplitGraphs& graphs_of(Paradigm paradigm) {
    std::optional<SplitGraphs>& graphs = paradigm == Paradigm::inductive ? inductive_ : transductive_;
    if (!graphs) graphs = graphs_for(knowledge_, dataset_, paradigm, settings_.plan);
    return *graphs;
  }

  // The same for all models of the run: pairs of training objects are in the graphs of both paradigms.
  const std::vector<std::optional<double>>& compliance_of_labels() {
    if (!compliance_) {
      compliance_ =
          compliance(*(inductive_ ? inductive_ : std::optional(graphs_of(Paradigm::transductive)))->train);
    }
    return *compliance_;
  }

  [[nodiscard]] const TrainingSettings& training_of(const ModelKindSettings& kind) const {
    return training_for(settings_, kind, run_.fraction);
  }

  void apply_method(const ModelKindSettings& kind, ModelOptions& model, TrainOptions& train) const {
    const Paradigm paradigm = kind.paradigm == "inductive" ? Paradigm::inductive : Paradigm::transductive;
    find_method(kind.method)->apply(paradigm, training_of(kind).rules, model, train);
  }

  [[nodiscard]] ModelOptions model_options(const ModelKindSettings& kind) const {
    ModelOptions options = training_of(kind).model;
    TrainOptions ignored;
    apply_method(kind, options, ignored);
    options.enhance.layers = std::max(kind.layers, 1U);
    options.enhance.threads = 1;
    return options;
  }

  [[nodiscard]] TrainOptions train_options(const ModelKindSettings& kind) const {
    TrainOptions options = training_of(kind).train;
    ModelOptions ignored;
    apply_method(kind, ignored, options);
    options.seed = seed();
    return options;
  }

  // In the folds, networks are trained as those that are compared with the models.
  [[nodiscard]] NetworkOptions network_options() const {
    const ModelKindSettings network{"nn", "", 0};
    return {model_options(network), train_options(network)};
  }

  static std::map<std::string, SplitScore> scores(const SplitGraphs& graphs, Model& model) {
    const std::array<std::tuple<const char*, Split, const Graph*>, 3> splits = {
        {{"train", Split::train, graphs.train.get()},
         {"valid", Split::valid, graphs.valid.get()},
         {"test", Split::test, graphs.test.get()}}};
    std::map<std::string, SplitScore> all;
    const Graph* predicted = nullptr;
    Predictions predictions;
    for (const auto& [name, split, graph] : splits) {
      if (graph != predicted) predictions = model.predict(*graph);
      predicted = graph;
      const std::vector<GroupScore> groups = score(*graph, predictions.after, split);
      if (groups.empty()) continue;
      SplitScore& of_split = all[name];
      for (const GroupScore& group : groups) of_split.labels += group.known();
      of_split.accuracy = accuracy_of(groups).value_or(0);
    }
    return all;
  }

  [[nodiscard]] std::vector<std::vector<double>> weights_of(const Model& model) const {
    const std::vector<float> weights = model.rule_weights();
    const std::size_t count = knowledge_.clauses().size();
    std::vector<std::vector<double>> layers;
    for (std::size_t first = 0; count > 0 && first < weights.size(); first += count) {
      layers.emplace_back(weights.begin() + static_cast<std::ptrdiff_t>(first),
                          weights.begin() + static_cast<std::ptrdiff_t>(first + count));
    }
    return layers;
  }

  const Knowledge& knowledge_;
  Dataset dataset_;  // with the splits of the run
  const ExperimentSettings& settings_;
  Run run_;
  std::optional<SplitGraphs> inductive_;
  std::optional<SplitGraphs> transductive_;
  std::optional<std::vector<std::optional<double>>> compliance_;
};

}  // namespace

RuleFindings findings_of(const Trust& trust) {
  RuleFindings findings;
  for (const RuleTrust& rule : trust.rules) {
    findings.low.push_back(rule.low);
    findings.high.push_back(rule.high);
    findings.groundings.push_back(rule.evidence.groundings);
    findings.holds.push_back(rule.evidence.holds);
    findings.chance.push_back(rule.evidence.chance);
    findings.verdict.emplace_back(words_for(rule.verdict));
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

TrainedRun train_run(const Knowledge& knowledge, const Dataset& dataset, const ExperimentSettings& settings,
                     const Run& run, const std::vector<ModelKindSettings>& kinds) {
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

}  // namespace kenn
