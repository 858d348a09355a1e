// A trained model in a file, and the state of a training that goes on.
#include "train/trained_model.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "infer/enhancer_model.h"
#include "train/stored_values.h"
#include "trust/folds.h"
#include "trust/trust_json.h"

namespace kenn::train {

namespace {

using Json = nlohmann::ordered_json;

// The numbers of the networks, if they have the shapes that the description says: nothing is made before that
// is known.
std::vector<NamedValues> networks_in(const io::ModelFile& file, const Knowledge& knowledge,
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
  std::vector<NamedValues> values = stored_values(file, before + "network.", name);
  bool is_right = values.size() == expected.size() && tables == widths.size();
  for (std::size_t i = 0; is_right && i < values.size(); ++i) {
    values[i].name.insert(0, "network.");
    is_right = std::pair(values[i].name, values[i].shape) == expected[i];
  }
  if (!is_right) fail_stored("the networks of the model are not as it describes them", name);
  return values;
}

std::string map_text(const infer::MapOptions& options) {
  return Json{{"conorm", base::word_for(options.conorm)},
              {"mean", base::word_for(options.mean)},
              {"variables", base::word_for(options.variables)},
              {"prior", base::word_for(options.prior)},
              {"prior_weight", options.prior_weight},
              {"exactly_one", options.exactly_one},
              {"steps", options.steps},
              {"learning_rate", options.learning_rate},
              {"epsilon", options.epsilon},
              {"keeps_labels", options.keeps_labels}}
      .dump();
}

template <typename Choice>
Choice word_in(const Json& json, const char* key, const std::string& name) {
  const std::optional<Choice> choice = base::from_word<Choice>(json.at(key).get<std::string>());
  if (!choice) fail_stored(std::string("the model's option '") + key + "' is unknown", name);
  return *choice;
}

infer::MapOptions map_options(const Json& json, const std::string& name) {
  infer::MapOptions options;
  options.conorm = word_in<Conorm>(json, "conorm", name);
  options.mean = word_in<infer::RuleMean>(json, "mean", name);
  options.variables = word_in<infer::MapVariables>(json, "variables", name);
  options.prior = word_in<infer::MapPrior>(json, "prior", name);
  options.prior_weight = json.at("prior_weight").get<double>();
  options.exactly_one = json.at("exactly_one").get<double>();
  options.steps = json.at("steps").get<std::uint32_t>();
  options.learning_rate = json.at("learning_rate").get<double>();
  options.epsilon = json.at("epsilon").get<double>();
  options.keeps_labels = json.at("keeps_labels").get<bool>();
  if (!(options.learning_rate > 0 && options.epsilon > 0 && options.steps <= 1'000'000)) {
    fail_stored("the model's search for predictions has impossible options", name);
  }
  return options;
}

// How far the rules of a model that searches are trusted.
NamedValues rule_weights_in(const io::ModelFile& file, const Knowledge& knowledge, const std::string& before,
                            const std::string& name) {
  std::vector<NamedValues> values = stored_values(file, before + "rules.", name);
  const std::vector<std::uint64_t> shape = {knowledge.clauses().size()};
  if (values.size() != 1 || values[0].name != "weights" || values[0].shape != shape ||
      !std::all_of(values[0].values.begin(), values[0].values.end(),
                   [](float weight) { return std::isfinite(weight); })) {
    fail_stored("the model has no weights for its rules", name);
  }
  values[0].name.insert(0, "rules.");
  return values[0];
}

// One model: all of the file, or the member of an ensemble whose tensors' names start with `before`.
RuleModel model_in(const io::ModelFile& file, const infer::EnhancerModel& rules,
                   const std::vector<std::size_t>& widths, const ModelOptions& options,
                   const std::string& before, const std::string& name) {
  std::vector<NamedValues> values = networks_in(file, rules.knowledge, widths, options.hidden, before, name);
  if (options.map) values.push_back(rule_weights_in(file, rules.knowledge, before, name));
  if (options.uses_rules) {
    const std::vector<std::uint64_t> shape = {rules.layers, rules.knowledge.clauses().size()};
    NamedValues weights{"enhancer.weights", shape, rules.weights};
    if (!before.empty()) {
      const std::vector<NamedValues> own = stored_values(file, before + "enhancer.weights", name);
      if (own.size() != 1 || own.front().shape != shape)
        fail_stored("a member of the ensemble has no weights", name);
      weights.values = own.front().values;
      for (const float weight : weights.values) {
        if (!(weight >= 0 && weight <= static_cast<float>(largest_weight))) {
          fail_stored("a member of the ensemble has an impossible weight", name);
        }
      }
    }
    values.push_back(std::move(weights));
  }
  RuleModel model(rules.knowledge, widths, options, 0);
  model.set_values(values);
  return model;
}

RuleModel members_in(const io::ModelFile& file, const infer::EnhancerModel& rules,
                     const std::vector<std::size_t>& widths, const ModelOptions& options,
                     const std::string& name) {
  if (!file.texts.contains("ensemble")) return model_in(file, rules, widths, options, "", name);
  const Json ensemble = stored_json(file, "ensemble", name);
  const Json& count = ensemble.at("members");
  if (!count.is_number_unsigned() || count.get<std::uint64_t>() < 2 ||
      count.get<std::uint64_t>() > trust::most_folds) {
    fail_stored("the number of members of the ensemble is impossible", name);
  }
  std::vector<RuleModel> members;
  for (std::uint64_t i = 0; i < count.get<std::uint64_t>(); ++i) {
    members.push_back(model_in(file, rules, widths, options, "member." + std::to_string(i) + ".", name));
  }
  return RuleModel::ensemble(std::move(members), options.enhance.threads);
}

// What a file says about how its model predicts.
constexpr const char* kind_key = "method";
constexpr const char* choice_key = "training";

PredictionKind kind_of(const ModelOptions& options) {
  if (options.uses_rules) return PredictionKind::enhanced;
  return options.map ? PredictionKind::search : PredictionKind::networks;
}

PredictionKind kind_in(const io::ModelFile& file, const std::string& name) {
  const auto found = file.texts.find(kind_key);
  const auto kind = found == file.texts.end() ? std::nullopt : base::from_word<PredictionKind>(found->second);
  if (!kind) fail_stored("the model predicts in an unknown way", name);
  return *kind;
}

// Files that were not made by a training do not say it.
std::optional<dataset::SplitChoice> choice_in(const io::ModelFile& file, const std::string& name) {
  const auto found = file.texts.find(choice_key);
  if (found == file.texts.end()) return std::nullopt;
  try {
    return dataset::split_choice_from(found->second);
  } catch (const Error& error) {
    fail_stored(error.diagnostics().front().message, name);
  }
}

}  // namespace

io::ModelFile store_model(const Knowledge& knowledge, const std::vector<std::size_t>& widths,
                          const RuleModel& model) {
  const ModelOptions& options = model.options();
  io::ModelFile file;
  const EnhanceOptions& enhance = options.enhance;
  infer::EnhancerModel rules{knowledge, enhance.layers, enhance.boost, enhance.order, enhance.center, {}};
  for (const NamedValues& values : model.values()) {
    if (values.name != "enhancer.weights") file.tensors.push_back(stored_tensor("", values));
  }
  if (model.member_count() > 1) file.texts["ensemble"] = Json{{"members", model.member_count()}}.dump();
  if (options.uses_rules) {
    rules.weights = model.rule_weights();  // of an ensemble, the mean
  } else {
    // Weights of 0 change nothing: every part of kenn can use such a model.
    rules.weights.assign(knowledge.clauses().size() * options.enhance.layers, 0.0F);
  }
  infer::store_enhancer(rules, file);
  file.texts[kind_key] = base::word_for(kind_of(options));
  if (options.map) file.texts["map"] = map_text(*options.map);
  file.texts["network"] = Json{
      {"widths", widths},
      {"hidden", options.hidden},
      {"scale", base::word_for(options.scale)},
      {"dropout", options.dropout},
      {"input_dropout",
       options.input_dropout}}.dump();
  return file;
}

io::ModelFile store_model(const TrainedModel& trained) {
  io::ModelFile file = store_model(trained.knowledge, trained.widths, trained.model);
  if (trained.choice) file.texts[choice_key] = to_text(*trained.choice);
  if (trained.trust) file.texts["trust"] = to_text(*trained.trust);
  return file;
}

TrainedModel load_model(const io::ModelFile& file, const std::string& name, std::uint32_t threads) {
  infer::EnhancerModel rules = infer::load_enhancer(file, name);
  const Json network = stored_json(file, "network", name);
  const PredictionKind kind = kind_in(file, name);
  try {
    ModelOptions options;
    options.hidden = network.at("hidden").get<std::vector<std::uint32_t>>();
    options.dropout = network.at("dropout").get<double>();
    options.input_dropout = network.value("input_dropout", 0.0);
    if (network.contains("scale"))
      options.scale = word_in<FeatureScale>(network, "scale", name);  // older models have none
    options.uses_rules = kind == PredictionKind::enhanced;
    options.enhance.layers = rules.layers;
    options.enhance.boost = rules.boost;
    options.enhance.order = rules.order;
    options.enhance.center = rules.center;
    options.enhance.threads = threads;
    auto widths = network.at("widths").get<std::vector<std::size_t>>();
    if (!(options.dropout >= 0 && options.dropout < 1))
      fail_stored("the dropout of the model is no share", name);
    if (kind == PredictionKind::search) options.map = map_options(stored_json(file, "map", name), name);
    RuleModel model = members_in(file, rules, widths, options, name);
    return {std::move(rules.knowledge), std::move(widths), std::move(model), stored_trust(file, name),
            choice_in(file, name)};
  } catch (const Json::exception&) {
    fail_stored("the description of the networks is damaged", name);
  } catch (const Error& error) {
    fail_stored(error.diagnostics().front().message, name);
  }
}

}  // namespace kenn::train
