// The table of options as people and programs read it.
#include "methods/describe_options.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "io/number_text.h"
#include "methods/resolve.h"

namespace kenn::methods {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::pair<train::OptionGroup, const char*> headings[] = {
    {train::OptionGroup::task, "The model"},
    {train::OptionGroup::labels, "Labels"},
    {train::OptionGroup::network, "Networks"},
    {train::OptionGroup::enhancers, "Enhancers"},
    {train::OptionGroup::joint_weights, "Weights of rules that gradients learn"},
    {train::OptionGroup::trust, "Cross-fitted weights of rules"},
    {train::OptionGroup::folds, "Folds and ensembles"},
    {train::OptionGroup::optimiser, "Optimiser"},
    {train::OptionGroup::batches, "Batches"},
    {train::OptionGroup::rule_weight, "One weight for all rules"},
    {train::OptionGroup::rule_truth, "Truth of rules"},
    {train::OptionGroup::rule_phase, "Phases with rules"},
    {train::OptionGroup::rounds, "Completed labels"},
    {train::OptionGroup::search, "Search for the most probable predictions"},
    {train::OptionGroup::running, "Running; never changes results"},
};

constexpr const char* type_word(const train::Option::Member<bool>& /*member*/) {
  return "bool";
}
constexpr const char* type_word(const train::Option::Member<std::uint32_t>& /*member*/) {
  return "int";
}
constexpr const char* type_word(const train::Option::Member<std::uint64_t>& /*member*/) {
  return "int";
}
constexpr const char* type_word(const train::Option::Member<double>& /*member*/) {
  return "float";
}
constexpr const char* type_word(const train::Option::Member<std::string>& /*member*/) {
  return "str";
}
constexpr const char* type_word(const train::Option::Member<std::vector<std::uint32_t>>& /*member*/) {
  return "list[int]";
}

std::string type_of(const train::Option& option) {
  return std::visit([](const auto& member) { return std::string(type_word(member)); }, option.member);
}

std::string joined(const std::vector<std::string>& words, const std::string& separator) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : separator) + word;
  return text;
}

std::string values_text(const train::Option& option) {
  const std::vector<std::string> choices = choices_of(option);
  if (!choices.empty()) return "`" + joined(choices, "`, `") + "`";
  const std::string type = type_of(option);
  if (type == "bool") return "yes or no";
  if (type == "str") return "text";
  const std::string kind = type == "float" ? "number"
                           : type == "int" ? "whole number"
                                           : "list of whole numbers";
  if (option.high >= 1e15) return kind + " from " + io::shortest_text(option.low);
  return kind + ", " + io::shortest_text(option.low) + " to " + io::shortest_text(option.high);
}

}  // namespace

std::string usual_text(const train::Option& option) {
  if (&option == &train::option_of(&Options::method)) return usual_method().name;
  std::string text = option.usual.empty() ? option.usual_help : option.usual;
  for (const Method* const method : all()) {
    if (!takes(*method, option.group)) continue;
    const std::string own = train::option_text(method->usual(dataset::Paradigm::transductive), option);
    if (own.empty() || own == option.usual) continue;
    text += text.empty() ? own : "; " + method->name + ": " + own;
  }
  return text;
}

std::vector<std::string> choices_of(const train::Option& option) {
  std::vector<std::string> choices(option.choices.begin(), option.choices.end());
  if (&option == &train::option_of(&Options::method)) {
    for (const Method* const method : all()) choices.push_back(method->name);
  }
  if (&option == &train::option_of(&Options::preset)) {
    for (const train::Preset& preset : train::presets()) choices.push_back(preset.name);
  }
  return choices;
}

std::string methods_text(const train::Option& option) {
  const bool is_for_all = std::all_of(all().begin(), all().end(),
                                      [&](const Method* method) { return takes(*method, option.group); });
  return is_for_all ? "all" : methods_taking(option);
}

Json options_json() {
  Json all = Json::array();
  for (const train::Option& option : train::option_table()) {
    Json row = {{"name", option.name},
                {"type", type_of(option)},
                {"default", usual_text(option)},
                {"help", option.help},
                {"methods", methods_text(option)}};
    if (!option.alias.empty()) row["alias"] = option.alias;
    if (const auto choices = choices_of(option); !choices.empty()) row["choices"] = choices;
    if (option.high > 0) {
      row["low"] = option.low;
      row["high"] = option.high;
    }
    all.push_back(std::move(row));
  }
  return all;
}

std::string options_markdown() {
  std::string text =
      "# Options of training\n\n"
      "Every option of `kenn train`. On the command line an option is `--learning-rate 0.01`, in the TOML "
      "file of an "
      "experiment\n`learning-rate = 0.01`, in Python `learning_rate=0.01` and in C++ `.learning_rate = "
      "0.01`. An option "
      "that the method does not\ntake is refused. What is not given comes from the preset, then from the "
      "method, then "
      "from this table.\n\n`kenn options` prints this page, `kenn options --json` the same for programs.\n";
  for (const auto& [group, heading] : headings) {
    text += "\n## " + std::string(heading) + "\n\n";
    text += "| option | values | default | methods | meaning |\n|---|---|---|---|---|\n";
    for (const train::Option& option : train::option_table()) {
      if (option.group != group) continue;
      std::string names = "`" + option.name + "`";
      if (!option.alias.empty()) names += ", `" + option.alias + "`";
      const std::string usual = usual_text(option);
      std::string help = option.help;
      if (option.is_used != nullptr) help += ". Needs " + option.needs;
      text += "| " + names + " | " + values_text(option) + " | " + (usual.empty() ? "none" : usual) + " | " +
              methods_text(option) + " | " + help + " |\n";
    }
  }
  return text;
}

}  // namespace kenn::methods
