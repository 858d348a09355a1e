// The part of a model that every model with rules has: the knowledge, and the weights of its clauses.
#include "infer/enhancer_model.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <nlohmann/json.hpp>

#include "engine/boost.h"
#include "io/json_text.h"
#include "io/json_value.h"

namespace kenn::infer {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* tensor_name = "enhancer.weights";
constexpr std::uint32_t most_layers = 1000;

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

// What is wrong with the knowledge is said in one line: nobody can mend it here.
Knowledge knowledge_in(const io::ModelFile& file, const std::string& name) {
  constexpr std::array<std::string_view, 2> syntaxes = {"kenn", "kenn2"};
  const std::string& syntax = text_of(file, "syntax", name);
  if (std::find(syntaxes.begin(), syntaxes.end(), syntax) == syntaxes.end()) {
    throw Error(ErrorKind::data, "the model's syntax is unknown", name);
  }
  const std::string& text = text_of(file, "knowledge", name);
  const std::string& text_name = text_of(file, "knowledge_name", name);
  try {
    return Knowledge::from_text(text, text_name, syntax == syntaxes[1] ? Syntax::kenn2 : Syntax::kenn);
  } catch (const Error& error) {
    const auto& all = error.diagnostics();
    const auto first = std::find_if(all.begin(), all.end(),
                                    [](const Diagnostic& each) { return each.severity == Severity::error; });
    throw Error(ErrorKind::data,
                "the knowledge in the model has an error in line " + std::to_string(error.line()) + ": " +
                    first->message,
                name);
  }
}

// An option that older files do not have is as they were made.
void read_options(const io::JsonValue& options, EnhancerModel& model) {
  std::vector<std::string_view> boosts;
  boosts.reserve(all_boosts.size());
  for (const Boost boost : all_boosts) boosts.push_back(name_of(boost));
  options.require_keys({"layers", "boost", "order", "center"});
  model.layers = options.at("layers").whole<std::uint32_t>(1, most_layers);
  model.order = options.at("order").word<Order>();
  if (options.has("boost")) model.boost = all_boosts[options.at("boost").place_among(boosts)];
  if (options.has("center"))
    model.center = options.at("center").word<engine::Center>() == engine::Center::groups;
}

void check_clauses(const io::JsonValue& clauses, const Knowledge& knowledge) {
  const auto text = [](const io::JsonValue& each) { return each.text(); };
  if (clauses.list(text) != names_of(knowledge)) clauses.fail("are not those of the knowledge in the model");
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
  if (!std::all_of(weights.begin(), weights.end(), is_possible_weight)) {
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

bool is_possible_weight(float weight) {
  return weight >= 0 && weight <= static_cast<float>(largest_weight);
}

EnhancerModel load_enhancer(const io::ModelFile& file, const std::string& name) {
  EnhancerModel model{knowledge_in(file, name), 1, Boost::softmax, Order::parallel, false, {}};
  const Json options = io::parse_json(text_of(file, "enhancer", name), "enhancer", name);
  read_options(io::JsonValue(options, "enhancer", name), model);
  const Json clauses = io::parse_json(text_of(file, "clauses", name), "clauses", name);
  check_clauses(io::JsonValue(clauses, "clauses", name), model.knowledge);
  model.weights = weights_in(file, model, name);
  return model;
}

}  // namespace kenn::infer
