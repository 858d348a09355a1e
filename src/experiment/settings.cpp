// What an experiment is to do.
#include "experiment/settings.h"

#include "data/number_text.h"

namespace kenn {

std::vector<ModelKindSettings> kinds_of(const ExperimentSettings& settings) {
  std::vector<ModelKindSettings> kinds;
  for (const std::string& method : settings.methods) {
    if (method == "nn") {
      kinds.push_back({method, "", 0});
      continue;
    }
    for (const std::string& paradigm : settings.paradigms) {
      for (const std::uint32_t layers : settings.layers) kinds.push_back({method, paradigm, layers});
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
  return {{"hidden", hidden},
          {"boost", model.enhance.boost == Boost::godel ? "godel" : "softmax"},
          {"order", model.enhance.order == Order::sequential ? "sequential" : "parallel"},
          {"scale-features", model.scale == FeatureScale::rows ? "rows" : "none"},
          {"dropout", shortest_text(model.dropout)},
          {"input-dropout", shortest_text(model.input_dropout)},
          {"loss", train.loss == Loss::linear ? "linear" : "cross-entropy"},
          {"lr", shortest_text(train.learning_rate)},
          {"rule-lr", shortest_text(train.rule_rate > 0 ? train.rule_rate : train.learning_rate)},
          {"rule-start", shortest_text(model.first_rule_weight)},
          {"epsilon", shortest_text(train.epsilon)},
          {"weight-decay", shortest_text(train.weight_decay)},
          {"epochs", std::to_string(train.epochs)},
          {"patience", std::to_string(train.patience)},
          {"plateau", std::to_string(train.plateau)},
          {"keep", train.keeps_best ? "best" : "last"},
          {"batch-size", std::to_string(train.batch_size)},
          {"labels", training.learns_from_valid ? "train+valid" : "train"}};
}

}  // namespace kenn
