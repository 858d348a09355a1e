// A trained model, as the public headers have it.
#include <kenn/model.h>

#include <algorithm>
#include <utility>

#include "base/output_folder.h"
#include "base/spelling.h"
#include "infer/score.h"
#include "nn/probabilities.h"
#include "train/trained_model.h"

namespace kenn {

namespace {

constexpr const char* all_labels = "all";

// All labels are judged on the whole graph, those of a split as training would see them.
std::shared_ptr<const dataset::Graph> graph_of(const TrainedModel& trained, const Dataset& data,
                                               std::optional<table::Split> split) {
  DatasetParts parts = data.parts();
  if (!split)
    return std::make_shared<const dataset::Graph>(trained.knowledge, std::move(parts), PlanOptions());
  const dataset::SplitChoice choice = trained.choice.value_or(dataset::SplitChoice());
  dataset::complete_splits(parts, choice);
  return dataset::graph_for(trained.knowledge, std::move(parts), *split, choice.paradigm, PlanOptions());
}

}  // namespace

Model::Model(TrainedModel trained) : trained_(std::make_unique<TrainedModel>(std::move(trained))) {}
Model::~Model() = default;
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(Model&&) noexcept = default;

Model Model::load(const std::filesystem::path& path, std::uint32_t threads) {
  return Model(train::load_model(io::read_model_file(path), path.string(), threads));
}

void Model::save(const std::filesystem::path& path) const {
  io::write_model_file(path, train::store_model(*trained_));
}

std::vector<TablePredictions> Model::predict(const Dataset& data) {
  const dataset::Graph graph(trained_->knowledge, data.parts(), PlanOptions());
  const train::Predictions predictions = trained_->model.predict(graph);
  std::vector<TablePredictions> all;
  for (std::size_t i = 0; i < predictions.after.size(); ++i) {
    const PredictedTable& table = graph.plan.tables()[i];
    all.push_back(
        {table.name, table.columns, table.rows, predictions.after[i],
         nn::probabilities(graph.dataset.tables.vocabulary(), graph.schema(i), predictions.after[i])});
  }
  return all;
}

SplitAccuracy Model::evaluate(const Dataset& data, const std::string& split_word) {
  const std::optional<table::Split> split = base::from_word<table::Split>(split_word);
  if ((!split && split_word != all_labels) || split == table::Split::none) {
    throw Error(ErrorKind::usage,
                "there is no split " + base::in_quotes(split_word) + " (train, valid, test, all)");
  }
  const std::shared_ptr<const dataset::Graph> graph = graph_of(*trained_, data, split);
  const train::Predictions predictions = trained_->model.predict(*graph);
  SplitAccuracy accuracy = infer::split_accuracy(*graph, predictions.before, predictions.after, split);
  if (accuracy.labels == 0) {
    throw Error(ErrorKind::data,
                split ? "no object in split '" + split_word + "' has a label" : "no object has a label",
                data.name());
  }
  accuracy.split = split_word;
  return accuracy;
}

const Knowledge& Model::knowledge() const {
  return trained_->knowledge;
}

std::map<std::string, std::vector<float>> Model::weights() const {
  std::map<std::string, std::vector<float>> all;
  const std::vector<float> weights = trained_->model.rule_weights();
  const std::vector<Clause>& clauses = trained_->knowledge.clauses();
  for (std::size_t i = 0; i < weights.size(); ++i) {
    all[clauses[i % clauses.size()].name].push_back(weights[i]);
  }
  return all;
}

}  // namespace kenn
