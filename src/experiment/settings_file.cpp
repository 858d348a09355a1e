// Experiments described in a TOML file.
#include "experiment/settings_file.h"

#include <kenn/error.h>
#include <kenn/knowledge.h>
#include <toml++/toml.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>
#include <utility>

#include "base/file.h"
#include "base/nearest_name.h"
#include "base/spelling.h"
#include "base/utf8.h"
#include "dataset/split_choice.h"
#include "experiment/presets.h"
#include "experiment/toml_section.h"
#include "io/number_text.h"

namespace kenn::experiment {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

using Words = std::vector<std::string_view>;

constexpr double smallest_fraction = 1e-9;

Words method_words() {
  Words words;
  for (const methods::Method* const method : methods::all()) words.emplace_back(method->name);
  return words;
}

// Paths are from the folder of the file; what stands before a path stays, and a URI of a database is none.
std::string from_folder(const fs::path& folder, const std::string& source) {
  const std::string kind = dataset::kind_of_source(source);
  const bool is_path = kind.empty() || kind == "linqs" || kind == "sqlite";
  if (!is_path && !fs::is_directory(folder / source)) return source;
  const std::size_t start = is_path && !kind.empty() ? kind.size() + 1 : 0;
  return source.substr(0, start) + (folder / source.substr(start)).lexically_normal().string();
}

class SettingsReader {
 public:
  SettingsReader(const TomlSource& source, const toml::table& table) : source_(source), table_(table) {}

  ExperimentSettings read() {
    TomlSection top(source_, table_);
    settings_.name = fs::path(source_.file).stem().string();
    top.read("name", settings_.name);
    const std::vector<std::string> presets = experiment_presets();
    if (const auto preset = top.choice("preset", Words(presets.begin(), presets.end()))) {
      apply_preset(presets[*preset], settings_);
    }
    const fs::path folder = fs::path(source_.file).parent_path();
    read_sources(top, folder);
    top.read("methods", settings_.methods, method_words());
    if (const auto protocol = top.choice("protocol", base::words_of<dataset::Protocol>)) {
      settings_.protocol = static_cast<dataset::Protocol>(*protocol);
    }
    top.read("paradigms", settings_.paradigms, base::words_of<dataset::Paradigm>);
    top.read("fractions", settings_.fractions, smallest_fraction, 1);
    const train::Option& layers = train::option_of(&Options::layers);
    top.read(layers.name, settings_.layers, static_cast<std::uint32_t>(layers.low),
             static_cast<std::uint32_t>(layers.high));
    top.read("runs", settings_.runs, 1, 1'000'000);
    top.read("curves", settings_.curves, 0, 1'000'000);
    top.read("seed", settings_.seed, 0, std::numeric_limits<std::int64_t>::max());
    const train::Option& groundings = train::option_of(&Options::max_groundings);
    top.read(groundings.name, settings_.plan.max_groundings, static_cast<std::uint64_t>(groundings.low),
             static_cast<std::uint64_t>(groundings.high));
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

  void read_sources(TomlSection& top, const fs::path& folder) {
    top.read("data", settings_.data);
    if (!settings_.data.empty()) settings_.data = from_folder(folder, settings_.data);
    std::string knowledge;
    top.read("knowledge", knowledge);
    if (knowledge.empty()) return;
    settings_.knowledge_name = (folder / knowledge).lexically_normal().string();
    base::InputFile input(settings_.knowledge_name);
    settings_.knowledge = base::read_text(input);
  }

  void read_training(TomlSection& top, const toml::table& table) {
    TomlSection section(source_, table);
    for (const train::Option& option : train::option_table()) {
      if (!is_for_experiments(option)) continue;
      read_option(section, option, settings_.training);
      for (TrainingCase& each : settings_.cases) read_option(section, option, each.options);  // of the preset
    }
    if (const toml::node* const node = section.find("where")) {
      settings_.cases.clear();
      for (const toml::node& item : top.list(*node)) read_case(table_at(item));
    }
    section.finish();
  }

  // What the grid of the experiment says, and how it runs, is not said again.
  static bool is_for_experiments(const train::Option& option) {
    if (&option == &train::option_of(&Options::labels)) return true;
    return option.group != train::OptionGroup::task && option.group != train::OptionGroup::labels &&
           option.group != train::OptionGroup::running && &option != &train::option_of(&Options::layers);
  }

  // All models of an experiment learn from the same labels and have networks of the same size.
  static bool is_for_cases(const train::Option& option) {
    return is_for_experiments(option) && &option != &train::option_of(&Options::labels) &&
           &option != &train::option_of(&Options::hidden);
  }

  // By its name, or by its alias.
  void read_option(TomlSection& section, const train::Option& option, Options& options) const {
    const toml::node* node = section.find(option.name);
    if (node == nullptr && !option.alias.empty()) node = section.find(option.alias);
    if (node == nullptr) return;
    try {
      if (const auto text = node->value_exact<std::string>()) {  // words, and yes or no
        if (std::holds_alternative<train::Option::Member<bool>>(option.member))
          return train::set_option(options, option, std::string_view(*text));
        return train::set_option(options, option, Json(*text));
      }
      train::set_option(options, option, json_of(*node));
    } catch (const Error& error) {
      source_.fail(node->source(), error.diagnostics().front().message);
    }
  }

  static Json json_of(const toml::node& node) {
    if (const auto value = node.value_exact<bool>()) return *value;
    if (const auto value = node.value_exact<std::int64_t>()) return *value;
    if (const auto value = node.value_exact<double>()) return *value;
    if (const auto value = node.value_exact<std::string>()) return *value;
    Json list;
    if (const toml::array* const items = node.as_array()) {
      list = Json::array();
      for (const toml::node& item : *items) list.push_back(json_of(item));
    }
    return list;
  }

  // What it does not say is as for the others.
  void read_case(const toml::table& table) {
    TomlSection section(source_, table);
    TrainingCase result;
    result.options = settings_.training;
    if (const auto method = section.choice(train::option_of(&Options::method).name, method_words())) {
      result.method = methods::all()[*method]->name;
    }
    if (const auto paradigm =
            section.choice(train::option_of(&Options::paradigm).name, base::words_of<dataset::Paradigm>)) {
      result.paradigm = static_cast<dataset::Paradigm>(*paradigm);
    }
    section.read("up-to", result.max_fraction, smallest_fraction, 1);
    for (const train::Option& option : train::option_table()) {
      if (is_for_cases(option)) read_option(section, option, result.options);
    }
    section.finish();
    settings_.cases.push_back(std::move(result));
  }

  void read_published(TomlSection& top, const toml::node& node) {
    for (const toml::node& item : top.list(node)) {
      TomlSection section(source_, table_at(item));
      Published published;
      section.read("method", published.method);
      if (published.method.empty()) source_.fail(item.source(), "the published figures have no 'method'");
      if (const auto paradigm = section.choice("paradigm", base::words_of<dataset::Paradigm>)) {
        published.paradigm = base::words_of<dataset::Paradigm>[*paradigm];
      }
      if (const toml::node* const accuracy = section.find("accuracy")) {
        for (const auto& [key, value] : table_at(*accuracy)) {
          const auto [place, is_new] =
              published.accuracy.emplace(fraction_of(key), section.number(value, 0, 1));
          if (!is_new) source_.fail(key.source(), "this fraction is there already, under another spelling");
        }
      }
      section.finish();
      settings_.published.push_back(std::move(published));
    }
  }

  [[nodiscard]] double fraction_of(const toml::key& key) const {
    const std::optional<double> fraction = io::parse_number(key.str());
    if (!fraction || !(*fraction >= 0 && *fraction <= 1)) {
      source_.fail(key.source(), "a fraction such as \"0.1\" is expected here");
    }
    return *fraction;
  }

  const TomlSource& source_;
  const toml::table& table_;
  ExperimentSettings settings_;
};

}  // namespace

ExperimentSettings read_settings(const fs::path& path) {
  base::InputFile input(path);
  const TomlSource source{path.string(), base::read_text(input)};
  const toml::table table = parse_toml(source);
  return SettingsReader(source, table).read();
}

}  // namespace kenn::experiment
