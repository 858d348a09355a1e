// Experiments that are known by name, and ways of training that are.
#include "experiment/presets.h"

#include <utility>

#include "train/presets.h"

namespace kenn::experiment {

namespace {

constexpr const char* citeseer_knowledge = R"(# Papers cite papers on their own topic.
type Paper
predict Agents(Paper), AI(Paper), DB(Paper), HCI(Paper), IR(Paper), ML(Paper)
given   Cite(Paper, Paper)
exclusive Agents, AI, DB, HCI, IR, ML

for T in {Agents, AI, DB, HCI, IR, ML}
rule "citations stay on topic": T(x) & Cite(x, y) -> T(y)
)";

// The published accuracies, means of 500 runs (KENN and its network) or 10 (the others, on other splits and
// with another network).
std::vector<Published> citeseer_published() {
  const auto row = [](const char* method, const char* paradigm, double at_10, double at_25, double at_50,
                      double at_75, double at_90) {
    return Published{
        method, paradigm, {{0.1, at_10}, {0.25, at_25}, {0.5, at_50}, {0.75, at_75}, {0.9, at_90}}};
  };
  return {row("NN", "", 0.544, 0.629, 0.680, 0.733, 0.759),
          row("KENN", "inductive", 0.601, 0.671, 0.714, 0.754, 0.768),
          row("KENN", "transductive", 0.652, 0.702, 0.744, 0.788, 0.808),
          row("SBR", "inductive", 0.650, 0.682, 0.712, 0.719, 0.726),
          row("RNM", "inductive", 0.685, 0.709, 0.726, 0.726, 0.732),
          row("SBR", "transductive", 0.703, 0.729, 0.747, 0.764, 0.780),
          row("RNM", "transductive", 0.708, 0.735, 0.753, 0.766, 0.780),
          row("NN of SBR and RNM", "inductive", 0.645, 0.674, 0.707, 0.717, 0.723),
          row("NN of SBR and RNM", "transductive", 0.640, 0.667, 0.695, 0.708, 0.726)};
}

void use(const train::Preset& preset, const std::string& method, ExperimentSettings& settings) {
  for (const train::PresetCase& each : preset.cases) {
    Options options = each.options;
    train::fill(options, preset.options);
    settings.cases.push_back({method, each.alone, each.paradigm, each.max_share, std::move(options)});
  }
}

const methods::Method* method_published_as(const std::string& preset) {
  for (const methods::Method* const method : methods::all()) {
    if (method->published && method->published->name == preset) return method;
  }
  return nullptr;
}

}  // namespace

std::vector<std::string> experiment_presets() {
  std::vector<std::string> names;
  for (const train::Preset& preset : train::presets()) names.push_back(preset.name);
  for (const methods::Method* const method : methods::all()) {
    if (method->published) names.push_back(method->published->name);
  }
  return names;
}

void apply_preset(const std::string& name, ExperimentSettings& settings) {
  if (const methods::Method* const method = method_published_as(name)) {
    apply_rnm_protocol(settings);
    settings.methods = {methods::network_alone().name, method->name};
  } else {
    const train::Preset& preset = train::preset_named(name);
    settings.layers = {preset.options.layers.value()};
    settings.training = preset.options;
    settings.choices = preset.choices;
    settings.cases.clear();
    use(preset, "", settings);
  }
  settings.preset = name;
}

void apply_rnm_protocol(ExperimentSettings& settings) {
  settings.protocol = dataset::Protocol::rnm;
  settings.preset.clear();
  settings.training = train::rnm_protocol_options();
  settings.layers = {settings.training.layers.value()};
  settings.choices = train::rnm_protocol_choices();
  settings.cases.clear();
  for (const methods::Method* const method : methods::all()) {
    if (method->published) use(*method->published, method->name, settings);
  }
  settings.runs = 10;
}

ExperimentSettings citeseer_experiment() {
  ExperimentSettings settings;
  settings.name = "citeseer";
  settings.knowledge = citeseer_knowledge;
  settings.knowledge_name = "citeseer.kenn";
  settings.fractions = {0.1, 0.25, 0.5, 0.75, 0.9};
  settings.runs = 500;
  settings.published = citeseer_published();
  return settings;
}

}  // namespace kenn::experiment
