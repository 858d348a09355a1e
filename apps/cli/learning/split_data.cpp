// How training chooses what it learns from.
#include "learning/split_data.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "dataset/split.h"

namespace kenn::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr double usual_train_fraction = 0.8;

}  // namespace

std::string to_text(const SplitChoice& choice) {
  Json json = {{"paradigm", choice.paradigm == Paradigm::inductive ? "inductive" : "transductive"},
               {"train_fraction", nullptr},
               {"seed", choice.seed}};
  if (choice.train_fraction) json["train_fraction"] = *choice.train_fraction;
  if (choice.learns_from_valid) json["labels"] = "train+valid";
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
    choice.learns_from_valid = json.value("labels", "train") == "train+valid";
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

void learn_from_valid(Dataset& dataset) {
  for (Labels& labels : dataset.labels) {
    std::replace(labels.splits.begin(), labels.splits.end(), Split::valid, Split::train);
  }
}

double label_share(const Dataset& dataset) {
  std::ptrdiff_t used = 0;
  std::size_t rows = 0;
  for (const Labels& labels : dataset.labels) {
    rows += labels.splits.size();
    used += std::count_if(labels.splits.begin(), labels.splits.end(),
                          [](Split split) { return split == Split::train || split == Split::valid; });
  }
  return rows == 0 ? 0 : static_cast<double>(used) / static_cast<double>(rows);
}

std::optional<double> complete_splits(Dataset& dataset, const SplitChoice& choice) {
  std::optional<double> fraction;
  if (!has_splits(dataset)) {
    fraction = choice.train_fraction.value_or(usual_train_fraction);
    choose_splits(dataset, *fraction, choice.seed);
  }
  if (choice.learns_from_valid) learn_from_valid(dataset);
  return fraction;
}

}  // namespace kenn::cli
