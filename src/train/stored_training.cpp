// The state of a training that goes on, in a file.
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "train/stored_values.h"
#include "train/trained_model.h"
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

Epoch epoch_of(const Json& json) {
  const auto optional = [&](const char* key) {
    return json.value(key, Json()).is_null() ? std::nullopt : std::optional(json.at(key).get<double>());
  };
  return {json.at("epoch").get<std::uint32_t>(),
          json.at("loss").get<double>(),
          json.at("accuracy").get<double>(),
          optional("valid_loss"),
          optional("valid_accuracy"),
          optional("valid_f1")};
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

TrainState load_state(const io::ModelFile& file, const Json& json, const std::string& before,
                      const std::string& name) {
  TrainState state;
  for (const auto& [part, member] : state_parts) state.*member = stored_values(file, before + part, name);
  state.steps = json.at("steps").get<std::uint64_t>();
  state.best_epoch = json.at("best_epoch").get<std::uint32_t>();
  state.phase = json.at("phase").get<std::uint32_t>();
  state.phase_start = json.at("phase_start").get<std::uint32_t>();
  for (const Json& epoch : json.at("epochs")) state.epochs.push_back(epoch_of(epoch));
  if (state.phase_start > state.epochs.size() || state.best_epoch > state.epochs.size()) {
    fail_stored("the checkpoint is damaged", name);
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

io::ModelFile store_training(const TrainingState& state, const std::string& settings) {
  io::ModelFile file;
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

TrainingState load_training(const io::ModelFile& file, const std::string& settings, const std::string& name) {
  const auto found = file.texts.find("settings");
  if (found == file.texts.end()) fail_stored("this is no checkpoint of a training", name);
  if (found->second != settings) {
    fail_stored("the checkpoint belongs to a training with different options, knowledge or data", name);
  }
  const Json training = stored_json(file, "training", name);
  try {
    TrainingState state;
    state.trust = stored_trust(file, name);
    for (const Json& epoch : training.at("fold_epochs")) state.fold_epochs.push_back(epoch_of(epoch));
    for (const auto& [group, member] : groups) {
      for (const Json& each : training.at(group)) {
        (state.*member).push_back(load_state(file, each, prefix(group, (state.*member).size()), name));
      }
    }
    if (state.folds.empty() == state.members.empty()) fail_stored("the checkpoint is damaged", name);
    return state;
  } catch (const Json::exception&) {
    fail_stored("the checkpoint is damaged", name);
  }
}

}  // namespace kenn::train
