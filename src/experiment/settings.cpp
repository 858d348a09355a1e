// What an experiment is to do.
#include "experiment/settings.h"

#include "engine/boost.h"
#include "io/number_text.h"

namespace kenn {

namespace {

// What a case is about: "kenn transductive up to 0.4".
std::string name_of(const TrainingCase& each) {
  std::string name = each.method.empty() ? "any method" : each.method;
  if (!each.paradigm.empty()) name += " " + each.paradigm;
  if (each.max_fraction < 1) name += " up to " + shortest_text(each.max_fraction);
  return name;
}

// What is different, "epochs 60, loss linear".
std::string difference(const TrainingCase& each, const std::map<std::string, std::string>& usual) {
  std::string text;
  for (const auto& [name, value] : to_texts(each.training)) {
    const auto found = usual.find(name);
    if (found == usual.end() || found->second != value)
      text += (text.empty() ? "" : ", ") + name + " " + value;
  }
  return text.empty() ? "as usual" : text;
}

}  // namespace

std::vector<ModelKindSettings> kinds_of(const ExperimentSettings& settings) {
  std::vector<ModelKindSettings> kinds;
  for (const std::string& method : settings.methods) {
    const Method* const about = find_method(method);
    if (about == nullptr) throw Error(ErrorKind::data, "there is no method '" + method + "'");
    if (!about->sees_relations) {
      kinds.push_back({method, "", 0});
      continue;
    }
    for (const std::string& paradigm : settings.paradigms) {
      if (!about->has_layers) kinds.push_back({method, paradigm, 0});
      for (const std::uint32_t layers : settings.layers) {
        if (about->has_layers) kinds.push_back({method, paradigm, layers});
      }
    }
  }
  return kinds;
}

std::map<std::string, std::string> to_texts(const TrainingSettings& training) {
  const ModelOptions& model = training.model;
  const TrainOptions& train = training.train;
  std::string hidden;
  for (const std::uint32_t width : model.hidden)
    hidden += (hidden.empty() ? "" : ",") + std::to_string(width);
  std::map<std::string, std::string> texts = {
      {"hidden", hidden},
      {"boost", std::string(name_of(model.enhance.boost))},
      {"center", std::string(center_word(model.enhance.center))},
      {"order", model.enhance.order == Order::sequential ? "sequential" : "parallel"},
      {"scale-features", model.scale == FeatureScale::rows ? "rows" : "none"},
      {"dropout", shortest_text(model.dropout)},
      {"input-dropout", shortest_text(model.input_dropout)},
      {"loss", train.loss == Loss::linear ? "linear" : "cross-entropy"},
      {"lr", shortest_text(train.learning_rate)},
      {"rule-lr", shortest_text(train.rule_rate > 0 ? train.rule_rate : train.learning_rate)},
      {"rule-start", shortest_text(model.first_rule_weight.value_or(default_weight(model.enhance.boost)))},
      {"epsilon", shortest_text(train.epsilon)},
      {"weight-decay", shortest_text(train.weight_decay)},
      {"epochs", std::to_string(train.epochs)},
      {"patience", std::to_string(train.patience)},
      {"plateau", std::to_string(train.plateau)},
      {"keep", train.keeps_best ? "best" : "last"},
      {"batch-size", std::to_string(train.batch_size)},
      {"labels", training.learns_from_valid ? "train+valid" : "train"}};
  texts.merge(texts_of(training.rules));
  texts.merge(texts_of(training.trust));
  if (!train.decays_output) texts["decay-output"] = "no";
  if (!train.learns_output_bias) texts["output-bias"] = "no";
  return texts;
}

std::map<std::string, std::string> to_texts(const ExperimentSettings& settings) {
  const std::map<std::string, std::string> usual = to_texts(settings.training);
  std::map<std::string, std::string> texts = usual;
  texts["curves"] = std::to_string(settings.curves);
  if (settings.protocol == Protocol::rnm) texts["protocol"] = "rnm";
  for (std::size_t i = 0; i < settings.cases.size(); ++i) {
    const TrainingCase& each = settings.cases[i];
    texts["where " + std::to_string(i + 1)] = name_of(each) + ": " + difference(each, usual);
  }
  return texts;
}

const TrainingSettings& training_for(const ExperimentSettings& settings, const ModelKindSettings& kind,
                                     std::optional<double> fraction) {
  for (const TrainingCase& each : settings.cases) {
    const bool is_method = each.method.empty() || each.method == kind.method;
    const bool is_paradigm = each.paradigm.empty() || each.paradigm == kind.paradigm;
    if (is_method && is_paradigm && fraction.value_or(1) <= each.max_fraction) return each.training;
  }
  return settings.training;
}

}  // namespace kenn
