// Data with its splits, and the graphs that come of them.
#include "learning/split_data.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "methods/split.h"
#include "table/part.h"

namespace kenn::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr double usual_train_fraction = 0.8;

// The objects that are in a split; all of those types that the data says nothing about.
std::vector<std::vector<Row>> objects_in(const Dataset& dataset, Split split) {
  const std::vector<TableSchema>& tables = dataset.tables.schema().tables;
  std::vector<const Labels*> labels_of(dataset.tables.vocabulary().types.size());
  for (TableIndex table = 0; table < tables.size(); ++table) {
    if (!tables[table].holds_all_objects() || dataset.labels[table].splits.empty()) continue;
    labels_of[tables[table].argument_types.front()] = &dataset.labels[table];
  }
  std::vector<std::vector<Row>> objects(labels_of.size());
  for (TypeIndex type = 0; type < objects.size(); ++type) {
    for (Row row = 0; row < dataset.tables.object_count(type); ++row) {
      if (labels_of[type] == nullptr || labels_of[type]->splits[row] == split) objects[type].push_back(row);
    }
  }
  return objects;
}

}  // namespace

std::string to_text(const SplitChoice& choice) {
  Json json = {{"paradigm", choice.paradigm == Paradigm::inductive ? "inductive" : "transductive"},
               {"train_fraction", nullptr},
               {"seed", choice.seed}};
  if (choice.train_fraction) json["train_fraction"] = *choice.train_fraction;
  return json.dump();
}

SplitChoice split_choice_from(const std::string& text) {
  try {
    const Json json = Json::parse(text);
    SplitChoice choice;
    const auto paradigm = json.at("paradigm").get<std::string>();
    if (paradigm == "inductive") choice.paradigm = Paradigm::inductive;
    if (!json.at("train_fraction").is_null()) choice.train_fraction = json.at("train_fraction").get<double>();
    choice.seed = json.at("seed").get<std::uint64_t>();
    return choice;
  } catch (const Json::exception&) {
    throw Error(ErrorKind::data, "the model does not say how its training data was chosen");
  }
}

std::string source_name(const std::string& source) {
  return source.starts_with("postgres:") ? "postgres" : source;
}

bool has_splits(const Dataset& dataset) {
  return std::any_of(dataset.labels.begin(), dataset.labels.end(), [](const Labels& labels) {
    return std::any_of(labels.splits.begin(), labels.splits.end(),
                       [](Split split) { return split != Split::none; });
  });
}

void complete_splits(Dataset& dataset, const SplitChoice& choice) {
  if (has_splits(dataset)) return;
  choose_splits(dataset, choice.train_fraction.value_or(usual_train_fraction), choice.seed);
}

std::shared_ptr<const Graph> graph_for(const Knowledge& knowledge, Dataset dataset, Split split,
                                       Paradigm paradigm, const PlanOptions& options) {
  if (paradigm == Paradigm::inductive) {
    const Part part = part_with_objects(knowledge, dataset, objects_in(dataset, split));
    dataset = take_part(knowledge, dataset, part);
  }
  return std::make_shared<const Graph>(knowledge, std::move(dataset), options);
}

}  // namespace kenn::cli
