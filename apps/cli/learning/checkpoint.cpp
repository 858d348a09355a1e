// The state of a training in a file, from which it can go on.
#include "learning/checkpoint.h"

#include <string_view>

#include "common.h"
#include "json_output.h"
#include "train/trained_model.h"

namespace kenn::cli {

namespace {

namespace fs = std::filesystem;

// Everything that the bits of the result depend on, under the names of the options. Epochs may be more, and
// the patience another one, when a training goes on.
Json settings_of(const TrainArguments& arguments, const Knowledge& knowledge,
                 const std::string& data_digest) {
  Json settings = {{"knowledge", knowledge.text()},
                   {"data", data_digest},
                   {"preset", arguments.preset},
                   {"method", arguments.method},
                   {"hidden", arguments.hidden},
                   {"layers", arguments.layers},
                   {"boost", arguments.boost},
                   {"order", arguments.order},
                   {"center", arguments.chosen_center()},
                   {"loss", arguments.loss},
                   {"paradigm", arguments.paradigm},
                   {"train-fraction", nullptr},
                   {"labels", arguments.labels},
                   {"lr", arguments.learning_rate},
                   {"rule-lr", arguments.rule_rate},
                   {"rule-start", arguments.chosen_start()},
                   {"epsilon", arguments.epsilon},
                   {"weight-decay", arguments.weight_decay},
                   {"scale-features", arguments.scale_features},
                   {"dropout", arguments.dropout},
                   {"input-dropout", arguments.input_dropout},
                   {"keep", arguments.keep},
                   {"batch-size", arguments.batch_size},
                   {"seed", arguments.seed}};
  for (const auto& [name, value] : texts_of(arguments.rules)) settings[name] = value;
  for (const auto& [name, value] : texts_of(arguments.trust)) settings[name] = value;
  if ((arguments.method != "nn" && arguments.method != "kenn") || arguments.trust.cross_fits ||
      arguments.trust.ensemble) {  // what ends the first phase decides on the others
    settings["epochs"] = arguments.epochs;
    settings["patience"] = arguments.patience;
    settings["plateau"] = arguments.plateau;
  }
  if (arguments.train_fraction) settings["train-fraction"] = *arguments.train_fraction;
  return settings;
}

// A value as it stands on the command line.
std::string option_text(const Json& value) {
  if (value.is_null()) return "not given";
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_array()) return value.dump();
  const std::string list = value.dump();
  return list.size() == 2 ? "\"\"" : list.substr(1, list.size() - 2);
}

// "it has --seed 1 and --layers 3, not 0 and 1", or nothing when the two are the same.
std::string difference(const Json& theirs, const Json& ours) {
  std::string text;
  Json all = ours;
  for (const auto& [name, value] : theirs.items()) all.emplace(name, Json());  // what only they have
  for (const auto& [name, ignored] : all.items()) {
    if (name == "knowledge" || name == "data") continue;
    const Json other = theirs.value(name, Json());
    const Json own = ours.value(name, Json());
    if (other != own) {
      text += (text.empty() ? "" : ", ") + ("--" + name + " was " + option_text(other)) + " and is now " +
              option_text(own);
    }
  }
  if (!text.empty()) return text;
  if (theirs.value("knowledge", Json()) != ours["knowledge"]) return "the knowledge is another one";
  return theirs.value("data", Json()) == ours["data"] ? "" : "the data has changed";
}

}  // namespace

Checkpoint::Checkpoint(const TrainArguments& arguments, const Knowledge& knowledge,
                       const std::string& data_digest)
    : path_(arguments.out + ".checkpoint"),
      settings_(settings_of(arguments, knowledge, data_digest).dump()),
      epochs_(arguments.epochs),
      seconds_(arguments.checkpoint_seconds) {}

bool Checkpoint::exists() const {
  std::error_code ignored;
  return fs::exists(path_, ignored);
}

void Checkpoint::restore(Training& training) const {
  const ModelFile file = read_model_file(path_);
  const auto found = file.texts.find("settings");
  const Json theirs =
      found == file.texts.end() ? Json() : Json::parse(found->second, nullptr, /*allow_exceptions=*/false);
  if (theirs.is_object()) {
    const std::string what = difference(theirs, Json::parse(settings_));
    if (!what.empty()) {
      throw Error(ErrorKind::data,
                  "the checkpoint is of another training: " + what + "; without --resume it starts anew",
                  path_.string());
    }
  }
  const TrainingState state = load_training(file, settings_, path_.string());
  for (const TrainState& member : state.members) {
    if (member.epochs.empty() || member.epochs.back().number < epochs_ + member.phase_start) continue;
    if (state.members.size() > 1) continue;  // others of the ensemble may not have come so far
    throw Error(ErrorKind::data,
                "the checkpoint is beyond --epochs " + std::to_string(epochs_) + ": it has " +
                    counted(member.epochs.size(), "epoch"),
                path_.string());
  }
  training.restore(state);
}

void Checkpoint::write(const Training& training) {
  write_model_file(path_, store_training(training.state(), settings_));
  last_ = std::chrono::steady_clock::now();
}

void Checkpoint::write_if_due(const Training& training) {
  const auto now = std::chrono::steady_clock::now();
  if (now - last_ >= std::chrono::duration<double>(seconds_)) write(training);
}

void Checkpoint::remove() const {
  std::error_code ignored;
  fs::remove(path_, ignored);
}

}  // namespace kenn::cli
