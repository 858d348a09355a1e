// How training chooses what it learns from.
#include "dataset/split_choice.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/redact.h"
#include "dataset/split.h"
#include "io/json_text.h"
#include "io/json_value.h"

namespace kenn::dataset {

namespace {

using Json = nlohmann::ordered_json;

constexpr double usual_train_fraction = 0.8;
constexpr double smallest_fraction = 1e-9;
constexpr const char* with_valid = "train+valid";

}  // namespace

std::string to_text(const SplitChoice& choice) {
  Json json = {
      {"paradigm", base::word_for(choice.paradigm)}, {"train_fraction", nullptr}, {"seed", choice.seed}};
  if (choice.train_fraction) json["train_fraction"] = *choice.train_fraction;
  if (choice.learns_from_valid) json["labels"] = with_valid;
  return json.dump();
}

SplitChoice split_choice_from(const std::string& text, const std::string& part, const std::string& file) {
  const Json json = io::parse_json(text, part, file);
  const io::JsonValue value(json, part, file);
  value.require_keys({"paradigm", "train_fraction", "seed", "labels"});
  SplitChoice choice;
  choice.paradigm = value.at("paradigm").word<Paradigm>();
  const io::JsonValue fraction = value.at("train_fraction");
  if (!fraction.is_null()) choice.train_fraction = fraction.number(smallest_fraction, 1);
  choice.seed = value.at("seed").whole<std::uint64_t>();
  if (value.has("labels")) {
    static_cast<void>(value.at("labels").place_among(std::array<std::string_view, 1>{with_valid}));
    choice.learns_from_valid = true;
  }
  return choice;
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
