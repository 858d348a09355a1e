// The state of a training in a file, from which it can go on.
#include "train/checkpoint.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "base/spelling.h"
#include "base/utf8.h"
#include "io/json_text.h"
#include "train/option_table.h"
#include "train/trained_model.h"

namespace kenn::train {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* knowledge_key = "knowledge";
constexpr const char* data_key = "data";
constexpr std::size_t longest_text = 100;
constexpr std::size_t longest_difference = 500;

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
  if (value.is_string()) return base::shortened(base::printable(value.get<std::string>()), longest_text);
  if (!value.is_array()) return base::shortened(value.dump(), longest_text);
  const std::string list = value.dump();
  return list.size() == 2 ? "\"\"" : base::shortened(list.substr(1, list.size() - 2), longest_text);
}

// "--seed was 1 and is now 0, --layers was 3 and is now 1", or nothing when the two are the same. Both are
// objects.
std::string difference(const Json& theirs, const Json& ours) {
  std::string text;
  const auto compare = [&](const std::string& name) {
    if (name == knowledge_key || name == data_key || text.size() > longest_difference) return;
    const Json other = theirs.value(name, Json());
    const Json own = ours.value(name, Json());
    if (other == own) return;
    text += (text.empty() ? "--" : ", --") + base::shortened(base::printable(name), longest_text) + " was " +
            text_of(other) + " and is now " + text_of(own);
  };
  for (const auto& [name, ignored] : ours.items()) compare(name);
  for (const auto& [name, ignored] : theirs.items()) {
    if (!ours.contains(name)) compare(name);
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
  if (found != file.texts.end()) {
    const Json theirs = io::parse_json(found->second, "settings", path_.string());
    const std::string what = theirs.is_object() ? difference(theirs, io::parse_json(settings_)) : "";
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
  try {
    training.restore(state);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::data || !error.file().empty()) throw;
    throw Error(ErrorKind::data, error.diagnostics().front().message, path_.string());
  }
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
