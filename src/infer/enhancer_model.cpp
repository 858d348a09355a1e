// The part of a model that every model with rules has: the knowledge, and the weights of its clauses.
#include "infer/enhancer_model.h"

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>

#include "engine/boost.h"

namespace kenn::infer {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* tensor_name = "enhancer.weights";

const std::string& text_of(const io::ModelFile& file, const std::string& key, const std::string& name) {
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

[[noreturn]] void fail_option(const char* key, const std::string& name) {
  throw Error(ErrorKind::data, std::string("the model's option '") + key + "' is unknown", name);
}

// An option that older files do not have is as they were made: `usual`.
std::string word_of(const Json& json, const char* key, std::string_view usual, const std::string& name) {
  if (!json.is_object()) fail_option(key, name);
  if (!json.contains(key)) return std::string(usual);
  if (!json[key].is_string()) fail_option(key, name);
  return json[key].get<std::string>();
}

Boost boost_in(const Json& json, const std::string& name) {
  const auto boost = boost_from(word_of(json, "boost", name_of(Boost::softmax), name));
  if (!boost) fail_option("boost", name);
  return *boost;
}

Order order_in(const Json& json, const std::string& name) {
  const std::string word = word_of(json, "order", "", name);
  if (word != "parallel" && word != "sequential") fail_option("order", name);
  return word == "sequential" ? Order::sequential : Order::parallel;
}

bool center_in(const Json& json, const std::string& name) {
  const std::string word = word_of(json, "center", engine::center_word(false), name);
  if (word != engine::center_word(false) && word != engine::center_word(true)) fail_option("center", name);
  return word == engine::center_word(true);
}

std::vector<float> weights_in(const io::ModelFile& file, const EnhancerModel& model,
                              const std::string& name) {
  const auto found = std::find_if(file.tensors.begin(), file.tensors.end(),
                                  [](const io::StoredTensor& tensor) { return tensor.name == tensor_name; });
  const std::vector<std::uint64_t> shape = {model.layers, model.knowledge.clauses().size()};
  if (found == file.tensors.end() || found->type != io::TensorType::float32 || found->shape != shape) {
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

void store_enhancer(const EnhancerModel& model, io::ModelFile& file) {
  file.texts["knowledge"] = model.knowledge.text();
  file.texts["knowledge_name"] = model.knowledge.name();
  file.texts["syntax"] = model.knowledge.syntax() == Syntax::kenn2 ? "kenn2" : "kenn";
  file.texts["enhancer"] = Json{{"layers", model.layers},
                                {"boost", name_of(model.boost)},
                                {"order", model.order == Order::parallel ? "parallel" : "sequential"},
                                {"center", engine::center_word(model.center)}}
                               .dump();
  file.texts["clauses"] = Json(names_of(model.knowledge)).dump();
  io::StoredTensor tensor{
      tensor_name, io::TensorType::float32, {model.layers, model.knowledge.clauses().size()}, {}};
  tensor.bytes.resize(model.weights.size() * sizeof(float));
  if (!model.weights.empty()) std::memcpy(tensor.bytes.data(), model.weights.data(), tensor.bytes.size());
  file.tensors.push_back(std::move(tensor));
}

EnhancerModel load_enhancer(const io::ModelFile& file, const std::string& name) {
  const std::string& syntax = text_of(file, "syntax", name);
  const bool is_kenn2 = syntax == "kenn2";
  if (!is_kenn2 && syntax != "kenn") throw Error(ErrorKind::data, "the model's syntax is unknown", name);
  EnhancerModel model{
      Knowledge::from_text(text_of(file, "knowledge", name), text_of(file, "knowledge_name", name),
                           is_kenn2 ? Syntax::kenn2 : Syntax::kenn),
      1,
      Boost::softmax,
      Order::parallel,
      false,
      {}};
  const Json options = Json::parse(text_of(file, "enhancer", name), nullptr, false);
  model.boost = boost_in(options, name);
  model.order = order_in(options, name);
  model.center = center_in(options, name);
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

}  // namespace kenn::infer
