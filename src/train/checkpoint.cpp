// The state of a training in a file, from which it can go on.
#include "train/checkpoint.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "train/option_table.h"
#include "train/trained_model.h"

namespace kenn::train {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* knowledge_key = "knowledge";
constexpr const char* data_key = "data";

// Whether something comes after the first phase that depends on when that ended.
bool has_later_phases(const TrainingOptions& training) {
  return training.train.phases.size() > 1 || training.trust.ensemble ||
         training.train.phases.front().preparation == Preparation::cross_fit;
}

// Everything that the bits of the result depend on, under the names of the options.
Json settings_of(const Options& options, const TrainingOptions& training, const Knowledge& knowledge,
                 const std::string& data_digest) {
  Json settings = {{knowledge_key, knowledge.text()}, {data_key, data_digest}};
  for (const Option& option : option_table()) {
    const bool matters = option.effect == OptionEffect::result ||
                         (option.effect == OptionEffect::end && has_later_phases(training));
    if (matters) settings[option.name] = option_json(options, option);
  }
  return settings;
}

// A value as it stands on the command line.
std::string text_of(const Json& value) {
  if (value.is_null()) return "not given";
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_array()) return value.dump();
  const std::string list = value.dump();
  return list.size() == 2 ? "\"\"" : list.substr(1, list.size() - 2);
}

// "--seed was 1 and is now 0, --layers was 3 and is now 1", or nothing when the two are the same.
std::string difference(const Json& theirs, const Json& ours) {
  std::string text;
  Json all = ours;
  for (const auto& [name, value] : theirs.items()) all.emplace(name, Json());  // what only they have
  for (const auto& [name, ignored] : all.items()) {
    if (name == knowledge_key || name == data_key) continue;
    const Json other = theirs.value(name, Json());
    const Json own = ours.value(name, Json());
    if (other == own) continue;
    text += (text.empty() ? "--" : ", --") + name + " was " + text_of(other) + " and is now " + text_of(own);
  }
  if (!text.empty()) return text;
  if (theirs.value(knowledge_key, Json()) != ours[knowledge_key]) return "the knowledge is another one";
  return theirs.value(data_key, Json()) == ours[data_key] ? "" : "the data has changed";
}

std::unique_ptr<base::LockFile> lock_for(const fs::path& checkpoint) {
  fs::path path = checkpoint;
  path += ".lock";
  std::unique_ptr<base::LockFile> lock = base::LockFile::try_make(path);
  if (lock) {
    base::remove_left_over(checkpoint);
    return lock;
  }
  throw Error(ErrorKind::file, "another training is using this checkpoint", checkpoint.string());
}

}  // namespace

Checkpoint::Checkpoint(const fs::path& path, const Options& options, const TrainingOptions& training,
                       const Knowledge& knowledge, const std::string& data_digest)
    : path_(base::output_target(path).path),
      folder_(path_.has_parent_path() ? path_.parent_path() : "."),
      lock_(lock_for(path_)),
      settings_(settings_of(options, training, knowledge, data_digest).dump()),
      epochs_(training.train.phases.front().epochs),
      seconds_(options.checkpoint_seconds.value()) {}

bool Checkpoint::exists() const {
  std::error_code ignored;
  return fs::exists(path_, ignored);
}

void Checkpoint::restore(TrainingRun& training) const {
  const io::ModelFile file = io::read_model_file(path_);
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
                "the checkpoint is beyond --" + option_of(&Options::epochs).name + " " +
                    std::to_string(epochs_) + ": it has " + std::to_string(member.epochs.size()) + " epochs",
                path_.string());
  }
  training.restore(state);
}

void Checkpoint::write(const TrainingRun& training) {
  io::write_model_file(path_, store_training(training.state(), settings_));
  last_ = std::chrono::steady_clock::now();
}

void Checkpoint::write_if_due(const TrainingRun& training) {
  const auto now = std::chrono::steady_clock::now();
  if (now - last_ >= std::chrono::duration<double>(seconds_)) write(training);
}

void Checkpoint::remove() const {
  std::error_code ignored;
  fs::remove(path_, ignored);
}

}  // namespace kenn::train
