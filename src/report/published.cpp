// What others published for the same experiment, beside our own numbers.
#include "report/published.h"

#include <algorithm>
#include <cctype>

#include "report/numbers.h"

namespace kenn::report {

namespace {

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char character) { return static_cast<char>(std::tolower(character)); });
  return text;
}

bool is_network_alone(const std::string& method) {
  const std::string name = lower(method);
  return name == "nn" || name.starts_with("nn ") || name.starts_with("nn(");
}

bool is_same_paradigm(const Published& a, const Published& b) {
  return a.paradigm.empty() || b.paradigm.empty() || a.paradigm == b.paradigm;
}

// The words of a name: "nn (SBR, RNM)" names sbr and rnm.
bool names(const std::string& text, const std::string& method) {
  std::string word;
  for (const char character : lower(text) + " ") {
    if (std::isalnum(static_cast<unsigned char>(character)) != 0 || character == '-') {
      word += character;
    } else {
      if (word == method) return true;
      word.clear();
    }
  }
  return false;
}

const Published* base_of(const Experiment& experiment, const Published& entry) {
  const std::string method = lower(entry.method);
  for (const Published& each : experiment.published) {
    if (is_network_alone(each.method) && is_same_paradigm(each, entry) && names(each.method, method))
      return &each;
  }
  const bool is_ours =
      std::find(experiment.methods.begin(), experiment.methods.end(), method) != experiment.methods.end();
  if (!is_ours) return nullptr;
  for (const Published& each : experiment.published) {
    if (lower(each.method) == "nn" && is_same_paradigm(each, entry)) return &each;
  }
  return nullptr;
}

// Ours of the same method and paradigm.
const KindSummary* ours(const Content& content, const PublishedValue& value) {
  for (const Series& series : content.series) {
    if (series.method != lower(value.method)) continue;
    if (!series.paradigm.empty() && !value.paradigm.empty() && series.paradigm != value.paradigm) continue;
    if (const KindSummary* const kind = find(content, series, value.fraction)) return kind;
  }
  return nullptr;
}

std::vector<Cell> row_of(const PublishedValue& value, const KindSummary* kind) {
  std::vector<Cell> row = {text_cell(published_label(value.method)), text_cell(value.paradigm),
                           fraction_cell(value.fraction), percent_cell(value.accuracy)};
  row.push_back(kind != nullptr ? percent_cell(kind->accuracy.mean) : empty_cell());
  row.push_back(kind != nullptr ? points_cell(kind->accuracy.mean - value.accuracy) : empty_cell());
  const bool is_improvement = kind != nullptr && kind->improvement.has_value();
  row.push_back(value.improvement ? points_cell(*value.improvement) : empty_cell());
  row.push_back(is_improvement ? points_cell(kind->improvement->difference.mean) : empty_cell());
  row.push_back(is_improvement && value.improvement
                    ? points_cell(kind->improvement->difference.mean - *value.improvement)
                    : empty_cell());
  return row;
}

}  // namespace

std::vector<PublishedValue> published_values(const Experiment& experiment) {
  std::vector<PublishedValue> values;
  for (const Published& entry : experiment.published) {
    const Published* const base = is_network_alone(entry.method) ? nullptr : base_of(experiment, entry);
    for (const auto& [fraction, accuracy] : entry.accuracy) {
      PublishedValue value{entry.method, entry.paradigm, fraction, accuracy, std::nullopt};
      if (base != nullptr) {
        const auto found = base->accuracy.find(fraction);
        if (found != base->accuracy.end()) value.improvement = accuracy - found->second;
      }
      values.push_back(value);
    }
  }
  return values;
}

std::string published_label(const std::string& method) {
  if (is_network_alone(method)) return method_label("nn") + method.substr(2);
  const std::string label = method_label(lower(method));
  return label == lower(method) ? method : label;
}

std::optional<Table> published_table(const Content& content) {
  Table table{"published",
              "Published and ours",
              {{"Method", "method"},
               {"Paradigm", "paradigm"},
               {"Training labels", "fraction"},
               {"Published", "published_accuracy"},
               {"Ours", "accuracy"},
               {"Difference", "accuracy_difference"},
               {"Improvement, published", "published_improvement"},
               {"Ours", "improvement"},
               {"Difference", "improvement_difference"}},
              {}};
  for (const PublishedValue& value : published_values(content.experiment)) {
    const bool is_shown = std::find(content.fractions.begin(), content.fractions.end(), value.fraction) !=
                          content.fractions.end();
    if (is_shown) table.rows.push_back(row_of(value, ours(content, value)));
  }
  return table.rows.empty() ? std::nullopt : std::optional(table);
}

}  // namespace kenn::report
