// The state of a training that goes on, in a file.
#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "io/json_value.h"
#include "train/stored_values.h"
#include "train/trained_model.h"
#include "trust/folds.h"
#include "trust/trust_json.h"

namespace kenn::train {

namespace {

using Json = nlohmann::ordered_json;

Json to_json(const Epoch& epoch) {
  return {{"epoch", epoch.number},
          {"loss", epoch.loss},
          {"accuracy", epoch.accuracy},
          {"valid_loss", epoch.valid_loss ? Json(*epoch.valid_loss) : Json()},
          {"valid_accuracy", epoch.valid_accuracy ? Json(*epoch.valid_accuracy) : Json()},
          {"valid_f1", epoch.valid_f1 ? Json(*epoch.valid_f1) : Json()}};
}

Epoch epoch_of(const io::JsonValue& json) {
  json.require_keys({"epoch", "loss", "accuracy", "valid_loss", "valid_accuracy", "valid_f1"});
  const auto optional = [&](const char* key, double low, double high) -> std::optional<double> {
    if (!json.has(key)) return std::nullopt;
    const io::JsonValue value = json.at(key);
    return value.is_null() ? std::nullopt : std::optional(value.number(low, high));
  };
  constexpr double any = std::numeric_limits<double>::max();
  Epoch epoch{json.at("epoch").whole<std::uint32_t>(), json.at("loss").number(),
              json.at("accuracy").number(0, 1)};
  epoch.valid_loss = optional("valid_loss", -any, any);
  epoch.valid_accuracy = optional("valid_accuracy", 0, 1);
  epoch.valid_f1 = optional("valid_f1", 0, 1);
  return epoch;
}

// Numbered from 0.
std::vector<Epoch> epochs_of(const io::JsonValue& json) {
  std::vector<Epoch> epochs = json.list(epoch_of);
  for (std::size_t i = 0; i < epochs.size(); ++i) {
    if (epochs[i].number != i) json.fail("are not numbered from 0");
  }
  return epochs;
}

// How the tensors of a state are called in its file.
constexpr std::array<std::pair<const char*, std::vector<NamedValues> TrainState::*>, 5> state_parts = {{
    {"model.", &TrainState::model},
    {"best.", &TrainState::best},
    {"first_moment.", &TrainState::first_moments},
    {"second_moment.", &TrainState::second_moments},
    {"completed.", &TrainState::completed},
}};

// One training of several; its tensors' names start with `before`. Returns the rest of it.
Json store_state(const TrainState& state, const std::string& before, io::ModelFile& file) {
  Json epochs = Json::array();
  for (const Epoch& epoch : state.epochs) epochs.push_back(to_json(epoch));
  for (const auto& [part, member] : state_parts) {
    for (const NamedValues& values : state.*member)
      file.tensors.push_back(stored_tensor(before + part, values));
  }
  return {{"best_epoch", state.best_epoch},
          {"phase", state.phase},
          {"phase_start", state.phase_start},
          {"steps", state.steps},
          {"epochs", std::move(epochs)}};
}

// The phase under way has begun, and the best epoch is one of it; before the first epoch all are 0.
TrainState load_state(const io::ModelFile& file, const io::JsonValue& json, const std::string& before,
                      const std::string& name) {
  json.require_keys({"best_epoch", "phase", "phase_start", "steps", "epochs"});
  TrainState state;
  for (const auto& [part, member] : state_parts) state.*member = stored_values(file, before + part, name);
  state.steps = json.at("steps").whole<std::uint64_t>();
  state.epochs = epochs_of(json.at("epochs"));
  const auto last = static_cast<std::uint32_t>(std::max<std::size_t>(state.epochs.size(), 1) - 1);
  state.phase_start = json.at("phase_start").whole<std::uint32_t>(0, last);
  state.best_epoch = json.at("best_epoch").whole<std::uint32_t>(state.phase_start, last);
  const io::JsonValue phase = json.at("phase");
  state.phase = phase.whole<std::uint32_t>(0, state.phase_start);
  if (state.phase == 0 && state.phase_start != 0) phase.fail("is 0, but it starts after the first epoch");
  return state;
}

// Trainings side by side, and how many there can be.
struct Group {
  const char* name;
  std::vector<TrainState> TrainingState::*states;
  std::size_t most;
};
constexpr std::array groups = {Group{"folds", &TrainingState::folds, trust::most_folds + 1},
                               Group{"alone", &TrainingState::alone, 1},
                               Group{"members", &TrainingState::members, trust::most_folds}};

std::string prefix(const char* group, std::size_t number) {
  return std::string(group) + "." + std::to_string(number) + ".";
}

}  // namespace

io::ModelFile store_training(const TrainingState& state, const std::string& settings) {
  io::ModelFile file;
  file.texts["settings"] = settings;
  Json training = Json::object();
  for (const Group& group : groups) {
    Json& all = training[group.name] = Json::array();
    for (const TrainState& each : state.*group.states)
      all.push_back(store_state(each, prefix(group.name, all.size()), file));
  }
  Json& epochs = training["fold_epochs"] = Json::array();
  for (const Epoch& epoch : state.fold_epochs) epochs.push_back(to_json(epoch));
  file.texts["training"] = training.dump();
  if (state.trust) file.texts["trust"] = to_text(*state.trust);
  return file;
}

namespace {

void load_group(const io::ModelFile& file, const io::JsonValue& json, const Group& group,
                const std::string& name, TrainingState& state) {
  std::vector<TrainState>& states = state.*group.states;
  json.each([&](const io::JsonValue& each) {
    if (states.size() == group.most) json.fail("has more than " + std::to_string(group.most) + " trainings");
    states.push_back(load_state(file, each, prefix(group.name, states.size()), name));
  });
}

std::size_t tensor_count(const TrainingState& state) {
  std::size_t count = 0;
  for (const Group& group : groups) {
    for (const TrainState& each : state.*group.states) {
      for (const auto& [part, member] : state_parts) count += (each.*member).size();
    }
  }
  return count;
}

}  // namespace

TrainingState load_training(const io::ModelFile& file, const std::string& settings, const std::string& name) {
  const auto found = file.texts.find("settings");
  if (found == file.texts.end()) fail_stored("this is no checkpoint of a training", name);
  if (found->second != settings) {
    fail_stored("the checkpoint belongs to a training with different options, knowledge or data", name);
  }
  require_known_texts(file, {"settings", "training", "trust"}, name);
  const Json json = stored_json(file, "training", name);
  const io::JsonValue training(json, "training", name);
  training.require_keys({"folds", "alone", "members", "fold_epochs"});
  TrainingState state;
  state.trust = stored_trust(file, name);
  state.fold_epochs = epochs_of(training.at("fold_epochs"));
  for (const Group& group : groups) load_group(file, training.at(group.name), group, name, state);
  if (state.folds.empty() == state.members.empty()) {
    fail_stored("the checkpoint is damaged: it needs trainings of folds or of the model, not both", name);
  }
  if (tensor_count(state) != file.tensors.size()) {
    fail_stored("the checkpoint is damaged: there are tensors that belong to no training", name);
  }
  return state;
}

}  // namespace kenn::train
