// Weights of clauses from a JSON file.
#include "io/weights_file.h"

#include <algorithm>
#include <new>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/findings.h"
#include "base/nearest_name.h"
#include "base/spelling.h"
#include "io/weights_json.h"

namespace kenn::io {

namespace {

// Looking for the nearest of many names is slow.
constexpr std::size_t most_names_compared = 10'000;

class Reader {
 public:
  Reader(const std::string& file, std::span<const std::string> names, std::span<const Weight> weights)
      : names_(names), weights_(weights), findings_(file) {
    for (std::size_t clause = 0; clause < names.size(); ++clause)
      clause_of_name_.emplace(names[clause], clause);
  }

  std::vector<float> read(std::string_view text, std::uint32_t layers) {
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
      findings_.error("the file is empty; a JSON object is needed");
      findings_.throw_if_any();
    }
    const WeightsDocument document = read_weights_json(text, findings_);
    findings_.throw_if_any();
    if (document.is_list && document.layers.size() != layers) {
      findings_.error("the list has " + count_of(document.layers.size(), "object") + ", but there " +
                      (layers == 1 ? "is " : "are ") + count_of(layers, "layer"));
    }
    std::vector<float> all;
    for (std::size_t layer = 0; layer < document.layers.size() && !findings_.full(); ++layer) {
      if (document.is_list) context_ = "layer " + std::to_string(layer + 1) + ": ";
      const std::vector<float> values = read_layer(document.layers[layer]);
      all.insert(all.end(), values.begin(), values.end());
    }
    findings_.throw_if_any();
    if (document.is_list) return all;
    std::vector<float> repeated;
    for (std::uint32_t layer = 0; layer < layers; ++layer)
      repeated.insert(repeated.end(), all.begin(), all.end());
    return repeated;
  }

 private:
  static std::string count_of(std::size_t count, const std::string& word) {
    return std::to_string(count) + " " + word + (count == 1 ? "" : "s");
  }

  std::vector<float> read_layer(const WeightLayer& layer) {
    std::vector<float> values;
    for (const Weight& weight : weights_) values.push_back(static_cast<float>(weight.value));
    std::vector<bool> is_there(names_.size());
    std::unordered_map<std::string_view, bool> repeated;  // whether that was said of the name
    for (const WeightEntry& entry : layer) {
      const auto [known, is_new] = repeated.emplace(entry.clause, false);
      if (!is_new) {
        if (!std::exchange(known->second, true)) error(base::in_quotes(entry.clause) + " is there twice");
        continue;
      }
      const auto clause = clause_of_name_.find(entry.clause);
      if (clause == clause_of_name_.end()) {
        error("there is no clause " + base::in_quotes(entry.clause) + suggestion_for(entry.clause));
        continue;
      }
      is_there[clause->second] = true;
      if (is_weight(entry, weights_[clause->second])) {
        values[clause->second] = static_cast<float>(*entry.weight);
      }
    }
    check_missing(is_there);
    return values;
  }

  bool is_weight(const WeightEntry& entry, const Weight& known) {
    const std::string start = "the weight of " + base::in_quotes(entry.clause) + " ";
    if (!entry.weight) {
      error(start + "is not a number but " + entry.instead);
    } else if (*entry.weight < 0) {
      error(start + "is negative: " + base::to_text(*entry.weight));
    } else if (*entry.weight > largest_weight) {
      error(start + "is " + base::to_text(*entry.weight) + "; the largest is " +
            base::to_text(largest_weight));
    } else if (!known.learned && static_cast<float>(*entry.weight) != static_cast<float>(known.value)) {
      error(start + "is " + base::to_text(*entry.weight) + ", but the knowledge fixes it to " +
            base::to_text(known.value));
    } else {
      return true;
    }
    return false;
  }

  void check_missing(const std::vector<bool>& is_there) {
    constexpr std::size_t most_listed = 5;
    std::string listed;
    std::size_t count = 0;
    for (std::size_t clause = 0; clause < names_.size(); ++clause) {
      if (is_there[clause] || !weights_[clause].learned) continue;
      if (count++ < most_listed) listed += (listed.empty() ? "" : ", ") + base::in_quotes(names_[clause]);
    }
    if (count == 0) return;
    if (count > most_listed) listed += " and " + std::to_string(count - most_listed) + " more";
    error((count == 1 ? "this clause has no weight: " : "these clauses have no weight: ") + listed);
  }

  std::string suggestion_for(const std::string& name) {
    if (names_.size() > most_names_compared) return "";
    return base::suggestion(name, std::vector<std::string_view>(names_.begin(), names_.end()));
  }

  void error(const std::string& message) { findings_.error(context_ + message); }

  std::span<const std::string> names_;
  std::span<const Weight> weights_;
  base::Findings findings_;
  std::string context_;  // "layer 2: ", where there are several
  std::unordered_map<std::string_view, std::size_t> clause_of_name_;
};

}  // namespace

std::vector<float> read_weights(base::InputFile& file, std::span<const std::string> clause_names,
                                std::span<const Weight> knowledge_weights, std::uint32_t layers) {
  const std::string text = base::read_text(file);
  try {
    return Reader(file.name(), clause_names, knowledge_weights).read(text, layers);
  } catch (const std::bad_alloc&) {
    base::throw_no_memory(file);
  }
}

std::vector<float> read_weights(const std::filesystem::path& path, std::span<const std::string> clause_names,
                                std::span<const Weight> knowledge_weights, std::uint32_t layers) {
  base::InputFile file(path);
  return read_weights(file, clause_names, knowledge_weights, layers);
}

}  // namespace kenn::io
