// Experiments described in a TOML file.
#include "experiment/settings_file.h"

#include <kenn/error.h>
#include <kenn/knowledge.h>
#include <toml++/toml.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <span>
#include <string_view>
#include <utility>

#include "base/file.h"
#include "base/nearest_name.h"
#include "base/spelling.h"
#include "base/utf8.h"
#include "engine/boost.h"
#include "experiment/presets.h"
#include "io/number_text.h"

namespace kenn {

namespace {

namespace fs = std::filesystem;

// The text of the file, for messages that show where something is wrong in it.
struct Source {
  std::string file;
  std::string text;

  [[noreturn]] void fail(const toml::source_region& where, const std::string& what) const {
    Diagnostic diagnostic;
    diagnostic.file = file;
    diagnostic.location = {where.begin.line, where.begin.column};
    diagnostic.message = what;
    std::size_t start = 0;
    for (std::uint32_t line = 1; line < where.begin.line && start < text.size(); ++line) {
      start = std::min(text.find('\n', start), text.size() - 1) + 1;
    }
    diagnostic.excerpt = printable(text.substr(start, text.find_first_of("\r\n", start) - start));
    diagnostic.caret = where.begin.column > 0 ? where.begin.column - 1 : 0;
    throw Error(ErrorKind::data, {std::move(diagnostic)});
  }
};

// One table of the file. Every key must be asked for before `finish`.
class Section {
 public:
  Section(const Source& source, const toml::table& table) : source_(source), table_(table) {}

  const toml::node* find(std::string_view key) {
    known_.push_back(key);
    return table_.get(key);
  }

  void read(std::string_view key, std::string& value) {
    if (const toml::node* const node = find(key)) value = text(*node);
  }

  void read(std::string_view key, std::uint64_t& value, std::uint64_t low, std::uint64_t high) {
    if (const toml::node* const node = find(key)) value = whole(*node, low, high);
  }

  void read(std::string_view key, std::uint32_t& value, std::uint32_t low, std::uint32_t high) {
    std::uint64_t wide = value;
    read(key, wide, low, high);
    value = static_cast<std::uint32_t>(wide);
  }

  void read(std::string_view key, double& value, double low, double high) {
    if (const toml::node* const node = find(key)) value = number(*node, low, high);
  }

  template <typename Number>
  void read(std::string_view key, std::optional<Number>& value, std::type_identity_t<Number> low,
            std::type_identity_t<Number> high) {
    Number given = value.value_or(low);
    if (table_.get(key) == nullptr) return static_cast<void>(find(key));
    read(key, given, low, high);
    value = given;
  }

  void read(std::string_view key, std::vector<std::uint32_t>& values, std::uint32_t low) {
    const toml::node* const node = find(key);
    if (node == nullptr) return;
    values.clear();
    for (const toml::node& item : list(*node)) {
      values.push_back(static_cast<std::uint32_t>(whole(item, low, 1'000'000)));
    }
  }

  void read(std::string_view key, std::vector<std::string>& values, std::span<const std::string_view> words) {
    const toml::node* const node = find(key);
    if (node == nullptr) return;
    values.clear();
    for (const toml::node& item : list(*node)) values.push_back(word(item, words));
    if (values.empty()) source_.fail(node->source(), "the list is empty");
  }

  // One of some words: returns its number, or nothing without the key.
  std::optional<std::size_t> choice(std::string_view key, std::span<const std::string_view> words) {
    const toml::node* const node = find(key);
    if (node == nullptr) return {};
    return static_cast<std::size_t>(std::find(words.begin(), words.end(), word(*node, words)) -
                                    words.begin());
  }

  [[nodiscard]] std::string text(const toml::node& node) const {
    const auto value = node.value_exact<std::string>();
    if (!value) source_.fail(node.source(), "a text in quotes is expected here");
    return *value;
  }

  [[nodiscard]] double number(const toml::node& node, double low, double high) const {
    const auto value = node.value<double>();
    if (!value || !node.is_number() || !(*value >= low && *value <= high)) {
      source_.fail(node.source(), "a number from " + shortest_text(low) + " to " + shortest_text(high) +
                                      " is expected here");
    }
    return *value;
  }

  [[nodiscard]] const toml::array& list(const toml::node& node) const {
    if (!node.is_array()) source_.fail(node.source(), "a list in [ ] is expected here");
    return *node.as_array();
  }

  void finish() const {
    for (const auto& [key, node] : table_) {
      if (std::find(known_.begin(), known_.end(), key.str()) != known_.end()) continue;
      source_.fail(key.source(), "there is no setting " + in_quotes(std::string(key.str())) +
                                     suggestion(key.str(), known_));
    }
  }

 private:
  [[nodiscard]] std::uint64_t whole(const toml::node& node, std::uint64_t low, std::uint64_t high) const {
    const auto value = node.value_exact<std::int64_t>();
    if (!value || *value < 0 || static_cast<std::uint64_t>(*value) < low ||
        static_cast<std::uint64_t>(*value) > high) {
      source_.fail(node.source(), "a whole number from " + std::to_string(low) + " to " +
                                      std::to_string(high) + " is expected here");
    }
    return static_cast<std::uint64_t>(*value);
  }

  [[nodiscard]] std::string word(const toml::node& node, std::span<const std::string_view> words) const {
    std::string value = text(node);
    if (std::find(words.begin(), words.end(), value) != words.end()) return value;
    std::string all;
    for (const std::string_view each : words) all += (all.empty() ? "" : ", ") + std::string(each);
    source_.fail(node.source(), in_quotes(value) + " is none of: " + all + suggestion(value, words));
  }

  const Source& source_;
  const toml::table& table_;
  std::vector<std::string_view> known_;
};

using Words = std::vector<std::string_view>;

Words method_words() {
  Words words;
  for (const Method* const method : methods()) words.emplace_back(method->name);
  return words;
}

Words boost_words() {
  Words words;
  words.reserve(all_boosts.size());
  for (const Boost boost : all_boosts) words.push_back(name_of(boost));
  return words;
}

// Paths are from the folder of the file; what stands before a path stays, and a URI of a database is none.
std::string from_folder(const fs::path& folder, const std::string& source) {
  if (source.starts_with("postgres:")) return source;
  const std::size_t colon = source.find(':');
  const bool has_kind =
      colon != std::string::npos && (source.starts_with("linqs:") || source.starts_with("sqlite:"));
  const std::size_t start = has_kind ? colon + 1 : 0;
  return source.substr(0, start) + (folder / source.substr(start)).lexically_normal().string();
}

class SettingsReader {
 public:
  SettingsReader(const Source& source, const toml::table& table) : source_(source), table_(table) {}

  ExperimentSettings read() {
    Section top(source_, table_);
    settings_.name = fs::path(source_.file).stem().string();
    top.read("name", settings_.name);
    if (const auto preset = top.choice("preset", Words(std::begin(preset_names), std::end(preset_names)))) {
      apply_preset(preset_names[*preset], settings_);
    }
    const fs::path folder = fs::path(source_.file).parent_path();
    read_sources(top, folder);
    top.read("methods", settings_.methods, method_words());
    if (const auto protocol = top.choice("protocol", Words{"kenn", "rnm"})) {
      settings_.protocol = *protocol == 1 ? Protocol::rnm : Protocol::kenn;
    }
    top.read("paradigms", settings_.paradigms, Words{"inductive", "transductive"});
    if (const toml::node* const node = top.find("fractions")) {
      for (const toml::node& item : top.list(*node))
        settings_.fractions.emplace_back(top.number(item, 1e-9, 1));
    }
    top.read("layers", settings_.layers, 1);
    top.read("runs", settings_.runs, 1, 1'000'000);
    top.read("curves", settings_.curves, 0, 1'000'000);
    top.read("seed", settings_.seed, 0, std::numeric_limits<std::int64_t>::max());
    top.read("max-groundings", settings_.plan.max_groundings, 1, 1'000'000'000'000'000);
    if (const toml::node* const node = top.find("training")) read_training(top, table_at(*node));
    if (const toml::node* const node = top.find("published")) read_published(top, *node);
    top.finish();
    return std::move(settings_);
  }

 private:
  [[nodiscard]] const toml::table& table_at(const toml::node& node) const {
    if (!node.is_table()) source_.fail(node.source(), "a table is expected here");
    return *node.as_table();
  }

  void read_sources(Section& top, const fs::path& folder) {
    top.read("data", settings_.data);
    if (!settings_.data.empty()) settings_.data = from_folder(folder, settings_.data);
    std::string knowledge;
    top.read("knowledge", knowledge);
    if (knowledge.empty()) return;
    settings_.knowledge_name = (folder / knowledge).lexically_normal().string();
    InputFile input(settings_.knowledge_name);
    settings_.knowledge = read_text(input);
  }

  void read_training(Section& top, const toml::table& table) {
    Section section(source_, table);
    read_all_training(section, settings_.training);
    for (TrainingCase& each : settings_.cases) read_all_training(section, each.training);  // of the preset
    if (const toml::node* const node = section.find("where")) {
      settings_.cases.clear();
      for (const toml::node& item : top.list(*node)) read_case(table_at(item));
    }
    section.finish();
  }

  static void read_all_training(Section& section, TrainingSettings& training) {
    section.read("hidden", training.model.hidden, 1);
    if (const auto labels = section.choice("labels", Words{"train", "train+valid"})) {
      training.learns_from_valid = *labels == 1;
    }
    read_training(section, training);
  }

  // What it does not say is as for the others.
  void read_case(const toml::table& table) {
    Section section(source_, table);
    TrainingCase result;
    result.training = settings_.training;
    if (const auto method = section.choice("method", method_words()))
      result.method = methods()[*method]->name;
    if (const auto paradigm = section.choice("paradigm", Words{"inductive", "transductive"})) {
      result.paradigm = *paradigm == 0 ? "inductive" : "transductive";
    }
    section.read("up-to", result.max_fraction, 1e-9, 1);
    read_training(section, result.training);
    section.finish();
    settings_.cases.push_back(std::move(result));
  }

  // What may differ from model to model.
  static void read_training(Section& section, TrainingSettings& training) {
    ModelOptions& model = training.model;
    TrainOptions& train = training.train;
    if (const auto boost = section.choice("boost", boost_words())) {
      model.enhance.boost = all_boosts[*boost];
      model.enhance.center = default_center(model.enhance.boost);
    }
    if (const auto center = section.choice("center", center_words)) model.enhance.center = *center == 0;
    if (const auto order = section.choice("order", Words{"parallel", "sequential"})) {
      model.enhance.order = *order == 1 ? Order::sequential : Order::parallel;
    }
    if (const auto scale = section.choice("scale-features", Words{"none", "rows"})) {
      model.scale = *scale == 1 ? FeatureScale::rows : FeatureScale::none;
    }
    section.read("dropout", model.dropout, 0, 0.99);
    section.read("input-dropout", model.input_dropout, 0, 0.99);
    if (const auto loss = section.choice("loss", Words{"cross-entropy", "linear"})) {
      train.loss = *loss == 1 ? Loss::linear : Loss::cross_entropy;
    }
    section.read("lr", train.learning_rate, 1e-9, 100);
    section.read("rule-lr", train.rule_rate, 0, 100);
    section.read("rule-start", model.first_rule_weight, 0, 500);
    section.read("epsilon", train.epsilon, 1e-30, 1);
    section.read("weight-decay", train.weight_decay, 0, 100);
    section.read("epochs", train.epochs, 1, 100'000'000);
    section.read("patience", train.patience, 0, 100'000'000);
    section.read("plateau", train.plateau, 0, 1'000'000);
    if (const auto keep = section.choice("keep", Words{"last", "best"})) train.keeps_best = *keep == 1;
    section.read("batch-size", train.batch_size, 0, 100'000'000);
    read_rules(section, training.rules);
    read_trust(section, training.trust);
  }

  static void read_trust(Section& section, TrustOptions& trust) {
    if (const auto way = section.choice("trust", Words{"joint", "cross-fitted"}))
      trust.cross_fits = *way == 1;
    section.read("folds", trust.folds, 2, most_folds);
    if (const auto layers = section.choice("trust-layers", Words{"tied", "per-layer"})) {
      trust.per_layer = *layers == 1;
    }
    section.read("trust-strength", trust.strength, 0, 1000);
    if (const auto weights = section.choice("trusted-weights", Words{"fixed", "start"})) {
      trust.learns_on = *weights == 1;
    }
    section.read("rule-prior", trust.prior, 0, 500);
    if (const auto ensemble = section.choice("ensemble", Words{"no", "yes"})) trust.ensemble = *ensemble == 1;
  }

  static void read_rules(Section& section, RuleSettings& rules) {
    section.read("rule-weight", rules.weight, 0, 1e9);
    if (const auto conorm = section.choice("conorm", Words{"lukasiewicz", "product", "godel"})) {
      rules.conorm = static_cast<Conorm>(*conorm);
    }
    if (const auto mean = section.choice("rule-mean", Words{"groundings", "assignments"})) {
      rules.mean = static_cast<RuleMean>(*mean);
    }
    section.read("rule-epochs", rules.epochs, 0, 100'000'000);
    section.read("rounds", rules.rounds, 0, 1000);
    section.read("map-steps", rules.map_steps, 0, 1'000'000);
    section.read("map-lr", rules.map_rate, 1e-9, 100);
    section.read("map-epsilon", rules.map_epsilon, 1e-30, 1);
    section.read("prior-weight", rules.prior_weight, 0, 1e9);
    section.read("exactly-one", rules.exactly_one, 0, 1e9);
  }

  void read_published(Section& top, const toml::node& node) {
    for (const toml::node& item : top.list(node)) {
      Section section(source_, table_at(item));
      Published published;
      section.read("method", published.method);
      if (published.method.empty()) source_.fail(item.source(), "the published figures have no 'method'");
      if (const auto paradigm = section.choice("paradigm", Words{"inductive", "transductive"})) {
        published.paradigm = *paradigm == 0 ? "inductive" : "transductive";
      }
      if (const toml::node* const accuracy = section.find("accuracy")) {
        for (const auto& [key, value] : table_at(*accuracy)) {
          published.accuracy[fraction_of(key)] = section.number(value, 0, 1);
        }
      }
      section.finish();
      settings_.published.push_back(std::move(published));
    }
  }

  [[nodiscard]] double fraction_of(const toml::key& key) const {
    double fraction = 0;
    const std::string_view text = key.str();
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), fraction);
    if (error != std::errc() || end != text.data() + text.size()) {
      source_.fail(key.source(), "a fraction such as \"0.1\" is expected here");
    }
    return fraction;
  }

  const Source& source_;
  const toml::table& table_;
  ExperimentSettings settings_;
};

}  // namespace

ExperimentSettings read_settings(const fs::path& path) {
  InputFile input(path);
  const Source source{path.string(), read_text(input)};
  try {
    const toml::table table = toml::parse(source.text, source.file);
    return SettingsReader(source, table).read();
  } catch (const toml::parse_error& error) {
    source.fail(error.source(), std::string(error.description()));
  }
}

}  // namespace kenn
