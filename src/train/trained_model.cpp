// A trained model in a file, and the state of a training that goes on.
#include "train/trained_model.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "infer/enhancer_model.h"
#include "io/json_value.h"
#include "train/option_table.h"
#include "train/stored_values.h"
#include "trust/folds.h"
#include "trust/trust_json.h"

namespace kenn::train {

namespace {

using Json = nlohmann::ordered_json;

constexpr float largest_rule_weight = 1e9F;  // of rules without enhancers, as --rule-weight has it

// How the tensors of the networks are called, and their shapes.
using Shapes = std::vector<std::pair<std::string, std::vector<std::uint64_t>>>;

Shapes shapes_of(const std::vector<TableSchema>& tables, const std::vector<std::size_t>& widths,
                 const std::vector<std::uint32_t>& hidden) {
  Shapes shapes;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    std::uint64_t inputs = widths[i];
    for (std::size_t layer = 0; layer <= hidden.size(); ++layer) {
      const std::uint64_t outputs = layer == hidden.size() ? tables[i].columns.size() : hidden[layer];
      const std::string place = "network." + tables[i].name + "." + std::to_string(layer);
      shapes.push_back({place + ".weight", {outputs, inputs}});
      shapes.push_back({place + ".bias", {outputs}});
      inputs = outputs;
    }
  }
  return shapes;
}

std::vector<TableSchema> predicted_tables(const Knowledge& knowledge) {
  std::vector<TableSchema> tables = Schema(knowledge.vocabulary()).tables;
  std::erase_if(tables, [](const TableSchema& table) { return table.role != Role::predict; });
  return tables;
}

// The numbers of the networks, if they have the shapes that the description says: nothing is made before that
// is known. There is a width for every predicted table.
std::vector<NamedValues> networks_in(const io::ModelFile& file, const Knowledge& knowledge,
                                     const std::vector<std::size_t>& widths,
                                     const std::vector<std::uint32_t>& hidden, const std::string& before,
                                     const std::string& name) {
  std::vector<NamedValues> values = stored_values(file, before + "network.", name);
  const std::vector<TableSchema> tables = predicted_tables(knowledge);
  // The number first: a list of shapes could be longer than the file.
  bool is_right = values.size() == tables.size() * (hidden.size() + 1) * 2;
  const Shapes expected = is_right ? shapes_of(tables, widths, hidden) : Shapes();
  for (std::size_t i = 0; is_right && i < values.size(); ++i) {
    values[i].name.insert(0, "network.");
    is_right = std::pair(values[i].name, values[i].shape) == expected[i];
  }
  if (!is_right) fail_stored("the networks of the model are not as it describes them", name);
  return values;
}

// A number that an option may have.
double in_range(const io::JsonValue& json, const Option& option) {
  return json.number(option.low, option.high);
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

infer::MapOptions map_options(const io::JsonValue& json) {
  json.require_keys({"conorm", "mean", "variables", "prior", "prior_weight", "exactly_one", "steps",
                     "learning_rate", "epsilon", "keeps_labels"});
  infer::MapOptions options;
  options.conorm = json.at("conorm").word<Conorm>();
  options.mean = json.at("mean").word<infer::RuleMean>();
  options.variables = json.at("variables").word<infer::MapVariables>();
  options.prior = json.at("prior").word<infer::MapPrior>();
  options.prior_weight = in_range(json.at("prior_weight"), option_of(&Options::prior_weight));
  options.exactly_one = in_range(json.at("exactly_one"), option_of(&Options::exactly_one));
  options.steps = json.at("steps").whole<std::uint32_t>(
      0, static_cast<std::uint32_t>(option_of(&Options::map_steps).high));
  options.learning_rate = in_range(json.at("learning_rate"), option_of(&Options::map_learning_rate));
  options.epsilon = in_range(json.at("epsilon"), option_of(&Options::map_epsilon));
  options.keeps_labels = json.at("keeps_labels").truth();
  return options;
}

// How far the rules of a model that searches are trusted.
NamedValues rule_weights_in(const io::ModelFile& file, const Knowledge& knowledge, const std::string& before,
                            const std::string& name) {
  std::vector<NamedValues> values = stored_values(file, before + "rules.", name);
  const std::vector<std::uint64_t> shape = {knowledge.clauses().size()};
  if (values.size() != 1 || values[0].name != "weights" || values[0].shape != shape ||
      !std::all_of(values[0].values.begin(), values[0].values.end(),
                   [](float weight) { return std::abs(weight) <= largest_rule_weight; })) {
    fail_stored("the model has no possible weights for its rules", name);
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
      if (!std::all_of(weights.values.begin(), weights.values.end(), infer::is_possible_weight)) {
        fail_stored("a member of the ensemble has an impossible weight", name);
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
  const Json json = stored_json(file, "ensemble", name);
  const io::JsonValue ensemble(json, "ensemble", name);
  ensemble.require_keys({"members"});
  const auto count = ensemble.at("members").whole<std::uint32_t>(2, trust::most_folds);
  std::vector<RuleModel> members;
  for (std::uint32_t i = 0; i < count; ++i) {
    members.push_back(model_in(file, rules, widths, options, "member." + std::to_string(i) + ".", name));
  }
  return RuleModel::ensemble(std::move(members), options.enhance.threads);
}

// What a file says about how its model predicts.
constexpr const char* kind_key = "method";
constexpr const char* choice_key = "training";
constexpr const char* map_key = "map";

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
  return dataset::split_choice_from(found->second, choice_key, name);
}

// What the networks are like, and the widths of their inputs. Older models have no scale of features and no
// dropout of them.
std::vector<std::size_t> read_network(const io::JsonValue& network, std::size_t tables,
                                      ModelOptions& options) {
  network.require_keys({"widths", "hidden", "scale", "dropout", "input_dropout"});
  const auto most = static_cast<std::uint32_t>(option_of(&Options::hidden).high);
  options.hidden = network.at("hidden").list(
      [&](const io::JsonValue& each) { return each.whole<std::uint32_t>(1, most); });
  options.dropout = in_range(network.at("dropout"), option_of(&Options::dropout));
  if (network.has("input_dropout")) {
    options.input_dropout = in_range(network.at("input_dropout"), option_of(&Options::input_dropout));
  }
  if (network.has("scale")) options.scale = network.at("scale").word<FeatureScale>();
  return network.at("widths").list([](const io::JsonValue& each) { return each.whole<std::size_t>(); },
                                   tables);
}

// How the model predicts, without its networks.
ModelOptions options_in(const io::ModelFile& file, const infer::EnhancerModel& rules,
                        const std::string& name) {
  const PredictionKind kind = kind_in(file, name);
  ModelOptions options;
  options.uses_rules = kind == PredictionKind::enhanced;
  options.enhance.layers = rules.layers;
  options.enhance.boost = rules.boost;
  options.enhance.order = rules.order;
  options.enhance.center = rules.center;
  if (kind == PredictionKind::search) {
    const Json map = stored_json(file, map_key, name);
    options.map = map_options(io::JsonValue(map, map_key, name));
  } else if (file.texts.contains(map_key)) {
    fail_stored("the model says how it searches for predictions, but it does not", name);
  }
  return options;
}

// The weights that every part of kenn can use are those of the model: for an ensemble their mean, and zeros
// where enhancers are not used.
void check_enhancer(const infer::EnhancerModel& rules, const RuleModel& model, const std::string& name) {
  const bool is_used = model.options().uses_rules;
  const std::vector<float> expected =
      is_used ? model.rule_weights() : std::vector<float>(rules.weights.size(), 0.0F);
  if (rules.weights != expected) fail_stored("the weights of the enhancers are not those of the model", name);
}

void check_trust(const std::optional<trust::Trust>& trust, const infer::EnhancerModel& rules,
                 const std::string& name) {
  if (!trust || trust::is_about(*trust, rules.knowledge.clauses().size(), rules.layers)) return;
  fail_stored("the trust in the model is about other rules", name);
}

void check_tensors(const io::ModelFile& file, const RuleModel& model, const std::string& name) {
  std::set<std::string> known = {"enhancer.weights"};
  for (const NamedValues& values : model.values()) known.insert(values.name);
  for (const io::StoredTensor& tensor : file.tensors) {
    if (!known.contains(tensor.name))
      fail_stored("the model has no use for " + tensor_called(tensor.name), name);
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
  if (options.map) file.texts[map_key] = map_text(*options.map);
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

void check_fitted(const io::ModelFile& file, const infer::EnhancerModel& rules, const std::string& name) {
  require_known_texts(
      file, {"knowledge", "knowledge_name", "syntax", "enhancer", "clauses", "trust", kind_key}, name);
  if (file.tensors.size() != 1) fail_stored("the model has no use for its other tensors", name);
  check_trust(stored_trust(file, name), rules, name);
}

TrainedModel load_model(const io::ModelFile& file, const std::string& name, std::uint32_t threads) {
  infer::EnhancerModel rules = infer::load_enhancer(file, name);
  const Json network = stored_json(file, "network", name);
  ModelOptions options = options_in(file, rules, name);
  options.enhance.threads = threads;
  std::vector<std::size_t> widths = read_network(io::JsonValue(network, "network", name),
                                                 predicted_tables(rules.knowledge).size(), options);
  require_known_texts(file,
                      {"knowledge", "knowledge_name", "syntax", "enhancer", "clauses", "network", "ensemble",
                       "trust", kind_key, map_key, choice_key},
                      name);
  RuleModel model = members_in(file, rules, widths, options, name);
  check_enhancer(rules, model, name);
  check_tensors(file, model, name);
  std::optional<trust::Trust> trust = stored_trust(file, name);
  check_trust(trust, rules, name);
  return {std::move(rules.knowledge), std::move(widths), std::move(model), std::move(trust),
          choice_in(file, name)};
}

}  // namespace kenn::train
