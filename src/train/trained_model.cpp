// A trained model in a file, and the state of a training that goes on.
#include "train/trained_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>

#include "infer/enhancer_model.h"
#include "trust/folds.h"
#include "trust/trust_json.h"

namespace kenn {

namespace {

using Json = nlohmann::ordered_json;

[[noreturn]] void fail(const std::string& message, const std::string& name) {
  throw Error(ErrorKind::data, message, name);
}

StoredTensor stored(const std::string& before, const NamedValues& values) {
  StoredTensor tensor{before + values.name, TensorType::float32, values.shape, {}};
  tensor.bytes.resize(values.values.size() * sizeof(float));
  if (!values.values.empty()) std::memcpy(tensor.bytes.data(), values.values.data(), tensor.bytes.size());
  return tensor;
}

// The tensors whose names start with `before`, without that.
std::vector<NamedValues> values_in(const ModelFile& file, const std::string& before,
                                   const std::string& name) {
  std::vector<NamedValues> all;
  for (const StoredTensor& tensor : file.tensors) {
    if (!tensor.name.starts_with(before)) continue;
    if (tensor.type != TensorType::float32) fail("the tensor '" + tensor.name + "' is not float32", name);
    NamedValues values{tensor.name.substr(before.size()), tensor.shape, {}};
    values.values.resize(tensor.bytes.size() / sizeof(float));
    if (!tensor.bytes.empty()) std::memcpy(values.values.data(), tensor.bytes.data(), tensor.bytes.size());
    all.push_back(std::move(values));
  }
  return all;
}

Json json_in(const ModelFile& file, const std::string& key, const std::string& name) {
  const auto found = file.texts.find(key);
  Json json = found == file.texts.end() ? Json() : Json::parse(found->second, nullptr, false);
  if (!json.is_object()) fail("this is no trained model: it has no '" + key + "'", name);
  return json;
}

Json to_json(const Epoch& epoch) {
  return {{"epoch", epoch.number},
          {"loss", epoch.loss},
          {"accuracy", epoch.accuracy},
          {"valid_loss", epoch.valid_loss ? Json(*epoch.valid_loss) : Json()},
          {"valid_accuracy", epoch.valid_accuracy ? Json(*epoch.valid_accuracy) : Json()}};
}

Epoch epoch_of(const Json& json) {
  const auto optional = [&](const char* key) {
    return json.at(key).is_null() ? std::nullopt : std::optional(json.at(key).get<double>());
  };
  return {json.at("epoch").get<std::uint32_t>(), json.at("loss").get<double>(),
          json.at("accuracy").get<double>(), optional("valid_loss"), optional("valid_accuracy")};
}

// The numbers of the networks, if they have the shapes that the description says: nothing is made before that
// is known.
std::vector<NamedValues> networks_in(const ModelFile& file, const Knowledge& knowledge,
                                     const std::vector<std::size_t>& widths,
                                     const std::vector<std::uint32_t>& hidden, const std::string& before,
                                     const std::string& name) {
  std::vector<std::pair<std::string, std::vector<std::uint64_t>>> expected;
  std::size_t tables = 0;
  for (const TableSchema& table : Schema(knowledge.vocabulary()).tables) {
    if (table.role != Role::predict || tables == widths.size()) continue;
    std::uint64_t inputs = widths[tables++];
    for (std::size_t layer = 0; layer <= hidden.size(); ++layer) {
      const std::uint64_t outputs = layer == hidden.size() ? table.columns.size() : hidden[layer];
      const std::string place = "network." + table.name + "." + std::to_string(layer);
      expected.push_back({place + ".weight", {outputs, inputs}});
      expected.push_back({place + ".bias", {outputs}});
      inputs = outputs;
    }
  }
  std::vector<NamedValues> values = values_in(file, before + "network.", name);
  bool is_right = values.size() == expected.size() && tables == widths.size();
  for (std::size_t i = 0; is_right && i < values.size(); ++i) {
    values[i].name.insert(0, "network.");
    is_right = std::pair(values[i].name, values[i].shape) == expected[i];
  }
  if (!is_right) fail("the networks of the model are not as it describes them", name);
  return values;
}

// The words for the choices of a search, by their numbers.
constexpr std::array<const char*, 3> conorm_words = {"lukasiewicz", "product", "godel"};
constexpr std::array<const char*, 2> mean_words = {"groundings", "assignments"};
constexpr std::array<const char*, 2> variable_words = {"preactivations", "free"};
constexpr std::array<const char*, 2> prior_words = {"linear", "squared"};

std::string map_text(const MapOptions& options) {
  return Json{{"conorm", conorm_words[static_cast<std::size_t>(options.conorm)]},
              {"mean", mean_words[static_cast<std::size_t>(options.mean)]},
              {"variables", variable_words[static_cast<std::size_t>(options.variables)]},
              {"prior", prior_words[static_cast<std::size_t>(options.prior)]},
              {"prior_weight", options.prior_weight},
              {"exactly_one", options.exactly_one},
              {"steps", options.steps},
              {"learning_rate", options.learning_rate},
              {"epsilon", options.epsilon},
              {"keeps_labels", options.keeps_labels}}
      .dump();
}

template <typename Choice, std::size_t Count>
Choice word_in(const Json& json, const char* key, const std::array<const char*, Count>& words,
               const std::string& name) {
  const auto word = json.at(key).get<std::string>();
  const auto found = std::find(words.begin(), words.end(), word);
  if (found == words.end()) fail(std::string("the model's option '") + key + "' is unknown", name);
  return static_cast<Choice>(found - words.begin());
}

MapOptions map_options(const Json& json, const std::string& name) {
  MapOptions options;
  options.conorm = word_in<Conorm>(json, "conorm", conorm_words, name);
  options.mean = word_in<RuleMean>(json, "mean", mean_words, name);
  options.variables = word_in<MapVariables>(json, "variables", variable_words, name);
  options.prior = word_in<MapPrior>(json, "prior", prior_words, name);
  options.prior_weight = json.at("prior_weight").get<double>();
  options.exactly_one = json.at("exactly_one").get<double>();
  options.steps = json.at("steps").get<std::uint32_t>();
  options.learning_rate = json.at("learning_rate").get<double>();
  options.epsilon = json.at("epsilon").get<double>();
  options.keeps_labels = json.at("keeps_labels").get<bool>();
  if (!(options.learning_rate > 0 && options.epsilon > 0 && options.steps <= 1'000'000)) {
    fail("the model's search for predictions has impossible options", name);
  }
  return options;
}

// How far the rules of a model that searches are trusted.
NamedValues rule_weights_in(const ModelFile& file, const Knowledge& knowledge, const std::string& before,
                            const std::string& name) {
  std::vector<NamedValues> values = values_in(file, before + "rules.", name);
  const std::vector<std::uint64_t> shape = {knowledge.clauses().size()};
  if (values.size() != 1 || values[0].name != "weights" || values[0].shape != shape ||
      !std::all_of(values[0].values.begin(), values[0].values.end(),
                   [](float weight) { return std::isfinite(weight); })) {
    fail("the model has no weights for its rules", name);
  }
  values[0].name.insert(0, "rules.");
  return values[0];
}

// How the tensors of a state are called in its file.
constexpr std::array<std::pair<const char*, std::vector<NamedValues> TrainState::*>, 5> state_parts = {{
    {"model.", &TrainState::model},
    {"best.", &TrainState::best},
    {"first_moment.", &TrainState::first_moments},
    {"second_moment.", &TrainState::second_moments},
    {"completed.", &TrainState::completed},
}};

// One model: all of the file, or the member of an ensemble whose tensors' names start with `before`.
Model model_in(const ModelFile& file, const EnhancerModel& rules, const std::vector<std::size_t>& widths,
               const ModelOptions& options, const std::string& before, const std::string& name) {
  std::vector<NamedValues> values = networks_in(file, rules.knowledge, widths, options.hidden, before, name);
  if (options.map) values.push_back(rule_weights_in(file, rules.knowledge, before, name));
  if (options.uses_rules) {
    const std::vector<std::uint64_t> shape = {rules.layers, rules.knowledge.clauses().size()};
    NamedValues weights{"enhancer.weights", shape, rules.weights};
    if (!before.empty()) {
      const std::vector<NamedValues> own = values_in(file, before + "enhancer.weights", name);
      if (own.size() != 1 || own.front().shape != shape)
        fail("a member of the ensemble has no weights", name);
      weights.values = own.front().values;
      for (const float weight : weights.values) {
        if (!(weight >= 0 && weight <= static_cast<float>(largest_weight))) {
          fail("a member of the ensemble has an impossible weight", name);
        }
      }
    }
    values.push_back(std::move(weights));
  }
  Model model(rules.knowledge, widths, options, 0);
  model.set_values(values);
  return model;
}

Model members_in(const ModelFile& file, const EnhancerModel& rules, const std::vector<std::size_t>& widths,
                 const ModelOptions& options, const std::string& name) {
  if (!file.texts.contains("ensemble")) return model_in(file, rules, widths, options, "", name);
  const Json ensemble = json_in(file, "ensemble", name);
  const Json& count = ensemble.at("members");
  if (!count.is_number_unsigned() || count.get<std::uint64_t>() < 2 ||
      count.get<std::uint64_t>() > most_folds) {
    fail("the number of members of the ensemble is impossible", name);
  }
  std::vector<Model> members;
  for (std::uint64_t i = 0; i < count.get<std::uint64_t>(); ++i) {
    members.push_back(model_in(file, rules, widths, options, "member." + std::to_string(i) + ".", name));
  }
  return Model::ensemble(std::move(members), options.enhance.threads);
}

std::optional<Trust> trust_in(const ModelFile& file, const std::string& name) {
  const auto found = file.texts.find("trust");
  if (found == file.texts.end()) return std::nullopt;
  try {
    return trust_from(found->second);
  } catch (const Error& error) {
    fail(error.diagnostics().front().message, name);
  }
}

}  // namespace

ModelFile store_model(const Knowledge& knowledge, const std::vector<std::size_t>& widths,
                      const Model& model) {
  const ModelOptions& options = model.options();
  ModelFile file;
  const EnhanceOptions& enhance = options.enhance;
  EnhancerModel rules{knowledge, enhance.layers, enhance.boost, enhance.order, enhance.center, {}};
  for (const NamedValues& values : model.values()) {
    if (values.name != "enhancer.weights") file.tensors.push_back(stored("", values));
  }
  if (model.member_count() > 1) file.texts["ensemble"] = Json{{"members", model.member_count()}}.dump();
  if (options.uses_rules) {
    rules.weights = model.rule_weights();  // of an ensemble, the mean
  } else {
    // Weights of 0 change nothing: every part of kenn can use such a model.
    rules.weights.assign(knowledge.clauses().size() * options.enhance.layers, 0.0F);
  }
  store_enhancer(rules, file);
  file.texts["method"] = options.uses_rules ? "kenn" : options.map ? "map" : "nn";
  if (options.map) file.texts["map"] = map_text(*options.map);
  file.texts["network"] = Json{
      {"widths", widths},
      {"hidden", options.hidden},
      {"scale", options.scale == FeatureScale::rows ? "rows" : "none"},
      {"dropout", options.dropout},
      {"input_dropout",
       options.input_dropout}}.dump();
  return file;
}

TrainedModel load_model(const ModelFile& file, const std::string& name, std::uint32_t threads) {
  EnhancerModel rules = load_enhancer(file, name);
  const Json network = json_in(file, "network", name);
  const auto method = file.texts.find("method");
  if (method == file.texts.end() ||
      (method->second != "kenn" && method->second != "nn" && method->second != "map")) {
    fail("the model was made by an unknown method", name);
  }
  try {
    ModelOptions options;
    options.hidden = network.at("hidden").get<std::vector<std::uint32_t>>();
    options.dropout = network.at("dropout").get<double>();
    options.input_dropout = network.value("input_dropout", 0.0);
    const auto scale = network.value("scale", std::string("none"));  // older models have none
    if (scale != "none" && scale != "rows") fail("the model scales its features in an unknown way", name);
    if (scale == "rows") options.scale = FeatureScale::rows;
    options.uses_rules = method->second == "kenn";
    options.enhance.layers = rules.layers;
    options.enhance.boost = rules.boost;
    options.enhance.order = rules.order;
    options.enhance.center = rules.center;
    options.enhance.threads = threads;
    auto widths = network.at("widths").get<std::vector<std::size_t>>();
    if (!(options.dropout >= 0 && options.dropout < 1)) fail("the dropout of the model is no share", name);
    if (method->second == "map") options.map = map_options(json_in(file, "map", name), name);
    Model model = members_in(file, rules, widths, options, name);
    return {std::move(rules.knowledge), std::move(widths), std::move(model), trust_in(file, name)};
  } catch (const Json::exception&) {
    fail("the description of the networks is damaged", name);
  } catch (const Error& error) {
    fail(error.diagnostics().front().message, name);
  }
}

namespace {

// One training of several; its tensors' names start with `before`. Returns the rest of it.
Json store_state(const TrainState& state, const std::string& before, ModelFile& file) {
  Json epochs = Json::array();
  for (const Epoch& epoch : state.epochs) epochs.push_back(to_json(epoch));
  for (const auto& [part, member] : state_parts) {
    for (const NamedValues& values : state.*member) file.tensors.push_back(stored(before + part, values));
  }
  return {{"best_epoch", state.best_epoch},
          {"phase", state.phase},
          {"phase_start", state.phase_start},
          {"steps", state.steps},
          {"epochs", std::move(epochs)}};
}

TrainState load_state(const ModelFile& file, const Json& json, const std::string& before,
                      const std::string& name) {
  TrainState state;
  for (const auto& [part, member] : state_parts) state.*member = values_in(file, before + part, name);
  state.steps = json.at("steps").get<std::uint64_t>();
  state.best_epoch = json.at("best_epoch").get<std::uint32_t>();
  state.phase = json.at("phase").get<std::uint32_t>();
  state.phase_start = json.at("phase_start").get<std::uint32_t>();
  for (const Json& epoch : json.at("epochs")) state.epochs.push_back(epoch_of(epoch));
  if (state.phase_start > state.epochs.size() || state.best_epoch > state.epochs.size()) {
    fail("the checkpoint is damaged", name);
  }
  return state;
}

constexpr std::array<std::pair<const char*, std::vector<TrainState> TrainingState::*>, 3> groups = {
    {{"folds", &TrainingState::folds},
     {"alone", &TrainingState::alone},
     {"members", &TrainingState::members}}};

std::string prefix(const char* group, std::size_t number) {
  return std::string(group) + "." + std::to_string(number) + ".";
}

}  // namespace

ModelFile store_training(const TrainingState& state, const std::string& settings) {
  ModelFile file;
  file.texts["settings"] = settings;
  Json training = Json::object();
  for (const auto& [group, member] : groups) {
    Json& all = training[group] = Json::array();
    for (const TrainState& each : state.*member)
      all.push_back(store_state(each, prefix(group, all.size()), file));
  }
  Json& epochs = training["fold_epochs"] = Json::array();
  for (const Epoch& epoch : state.fold_epochs) epochs.push_back(to_json(epoch));
  file.texts["training"] = training.dump();
  if (state.trust) file.texts["trust"] = to_text(*state.trust);
  return file;
}

TrainingState load_training(const ModelFile& file, const std::string& settings, const std::string& name) {
  const auto found = file.texts.find("settings");
  if (found == file.texts.end()) fail("this is no checkpoint of a training", name);
  if (found->second != settings) {
    fail("the checkpoint is of a training with other options, another knowledge or other data", name);
  }
  const Json training = json_in(file, "training", name);
  try {
    TrainingState state;
    state.trust = trust_in(file, name);
    for (const Json& epoch : training.at("fold_epochs")) state.fold_epochs.push_back(epoch_of(epoch));
    for (const auto& [group, member] : groups) {
      for (const Json& each : training.at(group)) {
        (state.*member).push_back(load_state(file, each, prefix(group, (state.*member).size()), name));
      }
    }
    if (state.folds.empty() == state.members.empty()) fail("the checkpoint is damaged", name);
    return state;
  } catch (const Json::exception&) {
    fail("the checkpoint is damaged", name);
  }
}

}  // namespace kenn
