// How training chooses what it learns from.
#include "dataset/split_choice.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/redact.h"
#include "dataset/split.h"

namespace kenn::dataset {

namespace {

using Json = nlohmann::ordered_json;

constexpr double usual_train_fraction = 0.8;
constexpr const char* with_valid = "train+valid";

}  // namespace

std::string to_text(const SplitChoice& choice) {
  Json json = {
      {"paradigm", base::word_for(choice.paradigm)}, {"train_fraction", nullptr}, {"seed", choice.seed}};
  if (choice.train_fraction) json["train_fraction"] = *choice.train_fraction;
  if (choice.learns_from_valid) json["labels"] = with_valid;
  return json.dump();
}

SplitChoice split_choice_from(const std::string& text) {
  try {
    const Json json = Json::parse(text);
    SplitChoice choice;
    choice.paradigm = base::from_word<Paradigm>(json.at("paradigm").get<std::string>()).value();
    if (!json.at("train_fraction").is_null()) choice.train_fraction = json.at("train_fraction").get<double>();
    choice.seed = json.at("seed").get<std::uint64_t>();
    choice.learns_from_valid = json.value("labels", "") == with_valid;
    return choice;
  } catch (const Json::exception&) {
  } catch (const std::bad_optional_access&) {
  }
  throw Error(ErrorKind::data, "the model does not say how its training data was chosen");
}

std::string kind_of_source(const std::string& source) {
  const std::string kind = source.substr(0, std::min(source.find(':'), source.size()));
  const bool is_word = std::all_of(kind.begin(), kind.end(), [](char letter) {
    return std::isalpha(static_cast<unsigned char>(letter)) != 0;
  });
  return is_word && kind.size() < source.size() ? kind : "";
}

bool is_postgres(const std::string& kind) {
  return kind == "postgres" || kind == "postgresql";
}

std::string source_name(const std::string& source) {
  const std::string kind = kind_of_source(source);
  std::error_code ignored;
  if (kind.empty() || kind == "linqs" || kind == "sqlite" || std::filesystem::is_directory(source, ignored)) {
    return base::redacted(source);
  }
  return is_postgres(kind) ? "postgres" : kind + ":...";
}

bool has_splits(const DatasetParts& dataset) {
  return std::any_of(dataset.labels.begin(), dataset.labels.end(), [](const table::Labels& labels) {
    return std::any_of(labels.splits.begin(), labels.splits.end(),
                       [](table::Split split) { return split != table::Split::none; });
  });
}

void learn_from_valid(DatasetParts& dataset) {
  for (table::Labels& labels : dataset.labels) {
    std::replace(labels.splits.begin(), labels.splits.end(), table::Split::valid, table::Split::train);
  }
}

double label_share(const DatasetParts& dataset) {
  std::ptrdiff_t used = 0;
  std::size_t rows = 0;
  for (const table::Labels& labels : dataset.labels) {
    rows += labels.splits.size();
    used += std::count_if(labels.splits.begin(), labels.splits.end(), [](table::Split split) {
      return split == table::Split::train || split == table::Split::valid;
    });
  }
  return rows == 0 ? 0 : static_cast<double>(used) / static_cast<double>(rows);
}

std::optional<double> complete_splits(DatasetParts& dataset, const SplitChoice& choice) {
  std::optional<double> fraction;
  if (!has_splits(dataset)) {
    fraction = choice.train_fraction.value_or(usual_train_fraction);
    choose_splits(dataset, *fraction, choice.seed);
  }
  if (choice.learns_from_valid) learn_from_valid(dataset);
  return fraction;
}

}  // namespace kenn::dataset
