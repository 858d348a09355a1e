// The part of a model that every model with rules has: the knowledge, and the weights of its clauses.
#include "model/enhancer_model.h"

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>

namespace kenn {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* tensor_name = "enhancer.weights";

const std::string& text_of(const ModelFile& file, const std::string& key, const std::string& name) {
  const auto found = file.texts.find(key);
  if (found == file.texts.end()) {
    throw Error(ErrorKind::data, "the model has no '" + key + "'", name);
  }
  return found->second;
}

std::vector<std::string> names_of(const Knowledge& knowledge) {
  std::vector<std::string> names;
  names.reserve(knowledge.clauses().size());
  for (const Clause& clause : knowledge.clauses()) names.push_back(clause.name);
  return names;
}

// One of two words.
template <typename Choice>
Choice choice_of(const Json& json, const char* key, const char* first, const char* second,
                 const std::string& name) {
  const Json value = json.is_object() && json.contains(key) ? json[key] : Json();
  if (value == first) return Choice{0};
  if (value == second) return Choice{1};
  throw Error(ErrorKind::data, std::string("the model's option '") + key + "' is unknown", name);
}

std::vector<float> weights_in(const ModelFile& file, const EnhancerModel& model, const std::string& name) {
  const auto found = std::find_if(file.tensors.begin(), file.tensors.end(),
                                  [](const StoredTensor& tensor) { return tensor.name == tensor_name; });
  const std::vector<std::uint64_t> shape = {model.layers, model.knowledge.clauses().size()};
  if (found == file.tensors.end() || found->type != TensorType::float32 || found->shape != shape) {
    throw Error(ErrorKind::data, "the model has no weights for its clauses", name);
  }
  std::vector<float> weights(found->bytes.size() / sizeof(float));
  if (!weights.empty()) std::memcpy(weights.data(), found->bytes.data(), found->bytes.size());
  const auto is_wrong = [](float weight) {
    return !(weight >= 0 && weight <= static_cast<float>(largest_weight));
  };
  if (std::any_of(weights.begin(), weights.end(), is_wrong)) {
    throw Error(ErrorKind::data, "a weight of the model is not in [0, 500]", name);
  }
  return weights;
}

}  // namespace

void store_enhancer(const EnhancerModel& model, ModelFile& file) {
  file.texts["knowledge"] = model.knowledge.text();
  file.texts["knowledge_name"] = model.knowledge.name();
  file.texts["syntax"] = model.knowledge.syntax() == Syntax::kenn2 ? "kenn2" : "kenn";
  file.texts["enhancer"] = Json{{"layers", model.layers},
                                {"boost", model.boost == Boost::softmax ? "softmax" : "godel"},
                                {"order", model.order == Order::parallel ? "parallel" : "sequential"}}
                               .dump();
  file.texts["clauses"] = Json(names_of(model.knowledge)).dump();
  StoredTensor tensor{tensor_name, TensorType::float32, {model.layers, model.knowledge.clauses().size()}, {}};
  tensor.bytes.resize(model.weights.size() * sizeof(float));
  if (!model.weights.empty()) std::memcpy(tensor.bytes.data(), model.weights.data(), tensor.bytes.size());
  file.tensors.push_back(std::move(tensor));
}

EnhancerModel load_enhancer(const ModelFile& file, const std::string& name) {
  const std::string& syntax = text_of(file, "syntax", name);
  const bool is_kenn2 = syntax == "kenn2";
  if (!is_kenn2 && syntax != "kenn") throw Error(ErrorKind::data, "the model's syntax is unknown", name);
  EnhancerModel model{
      Knowledge::from_text(text_of(file, "knowledge", name), text_of(file, "knowledge_name", name),
                           is_kenn2 ? Syntax::kenn2 : Syntax::kenn),
      1,
      Boost::softmax,
      Order::parallel,
      {}};
  const Json options = Json::parse(text_of(file, "enhancer", name), nullptr, false);
  model.boost = choice_of<Boost>(options, "boost", "softmax", "godel", name);
  model.order = choice_of<Order>(options, "order", "parallel", "sequential", name);
  const Json layers = options.contains("layers") ? options["layers"] : Json();
  if (!layers.is_number_unsigned() || layers.get<std::uint64_t>() < 1 || layers.get<std::uint64_t>() > 1000) {
    throw Error(ErrorKind::data, "the model's number of layers is wrong", name);
  }
  model.layers = layers.get<std::uint32_t>();
  if (Json::parse(text_of(file, "clauses", name), nullptr, false) != Json(names_of(model.knowledge))) {
    throw Error(ErrorKind::data, "the clauses of the model are not those of its knowledge", name);
  }
  model.weights = weights_in(file, model, name);
  return model;
}

}  // namespace kenn
