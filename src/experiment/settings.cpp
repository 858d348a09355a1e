// What an experiment is to do.
#include "experiment/settings.h"

#include "io/number_text.h"

namespace kenn::experiment {

namespace {

// What a case is about: "kenn transductive up to 0.4".
std::string name_of(const TrainingCase& each) {
  std::string name = each.method;
  if (name.empty()) name = !each.alone ? "any method" : *each.alone ? "networks alone" : "models with rules";
  if (each.paradigm) name += " " + std::string(base::word_for(*each.paradigm));
  if (each.max_fraction < 1) name += " up to " + io::shortest_text(each.max_fraction);
  return name;
}

// What is different, "epochs 60, loss linear".
std::string difference(const TrainingCase& each, const Options& usual) {
  std::string text;
  for (const train::Option& option : train::option_table()) {
    const std::string value = train::option_text(each.options, option);
    if (train::is_set(each.options, option) && value != train::option_text(usual, option)) {
      text += (text.empty() ? "" : ", ") + option.name + " " + value;
    }
  }
  return text.empty() ? "as usual" : text;
}

}  // namespace

std::vector<ModelKindSettings> kinds_of(const ExperimentSettings& settings) {
  std::vector<ModelKindSettings> kinds;
  for (const std::string& method : settings.methods) {
    const methods::Method& about = methods::method_named(method);
    if (!methods::uses_rules(about)) {
      kinds.push_back({method, "", 0});
      continue;
    }
    for (const std::string& paradigm : settings.paradigms) {
      if (!methods::has_layers(about)) kinds.push_back({method, paradigm, 0});
      for (const std::uint32_t layers : settings.layers) {
        if (methods::has_layers(about)) kinds.push_back({method, paradigm, layers});
      }
    }
  }
  return kinds;
}

std::map<std::string, std::string> to_texts(const Options& options) {
  std::map<std::string, std::string> texts;
  for (const train::Option& option : train::option_table()) {
    if (option.effect == train::OptionEffect::none || !train::is_set(options, option)) continue;
    texts[option.name] = train::option_text(options, option);
  }
  return texts;
}

std::map<std::string, std::string> to_texts(const ExperimentSettings& settings) {
  Options usual = settings.training;
  train::fill(usual, train::usual_options());
  std::map<std::string, std::string> texts = to_texts(usual);
  // Run by run they are others.
  for (const train::Option* const option :
       {&train::option_of(&Options::method), &train::option_of(&Options::paradigm),
        &train::option_of(&Options::layers), &train::option_of(&Options::seed),
        &train::option_of(&Options::train_fraction), &train::option_of(&Options::preset)}) {
    texts.erase(option->name);
  }
  texts["curves"] = std::to_string(settings.curves);
  if (settings.protocol != dataset::Protocol::kenn) texts["protocol"] = base::word_for(settings.protocol);
  for (std::size_t i = 0; i < settings.cases.size(); ++i) {
    const TrainingCase& each = settings.cases[i];
    texts["where " + std::to_string(i + 1)] = name_of(each) + ": " + difference(each, settings.training);
  }
  return texts;
}

const Options& training_for(const ExperimentSettings& settings, const ModelKindSettings& kind,
                            std::optional<double> fraction) {
  for (const TrainingCase& each : settings.cases) {
    const bool is_method = each.method.empty() || each.method == kind.method;
    const bool is_kind = !each.alone || *each.alone == kind.paradigm.empty();
    const bool is_paradigm = !each.paradigm || base::word_for(*each.paradigm) == kind.paradigm;
    if (is_method && is_kind && is_paradigm && fraction.value_or(1) <= each.max_fraction) return each.options;
  }
  return settings.training;
}

}  // namespace kenn::experiment
