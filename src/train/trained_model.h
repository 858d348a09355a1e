// A trained model in a file, and the state of a training that goes on.
#pragma once

#include <kenn/knowledge.h>

#include <optional>
#include <string>
#include <vector>

#include "dataset/split_choice.h"
#include "infer/enhancer_model.h"
#include "io/model_file.h"
#include "train/rule_model.h"
#include "train/training_run.h"

namespace kenn::train {

// How a model predicts, by the word that its file has for it. (Several methods make models of one kind.)
enum class PredictionKind : std::uint8_t { networks, enhanced, search };

}  // namespace kenn::train

namespace kenn::base {

template <>
inline constexpr std::array<std::string_view, 3> words_of<train::PredictionKind> = {"nn", "kenn", "map"};

}  // namespace kenn::base

namespace kenn {

struct TrainedModel {
  Knowledge knowledge;
  std::vector<std::size_t> widths;  // of the inputs of every predicted table
  train::RuleModel model;
  std::optional<trust::Trust> trust;           // in its rules, where training found it out
  std::optional<dataset::SplitChoice> choice;  // of the labels it was trained with
};

}  // namespace kenn

namespace kenn::train {

io::ModelFile store_model(const Knowledge& knowledge, const std::vector<std::size_t>& widths,
                          const RuleModel& model);

// With the trust and the choice.
io::ModelFile store_model(const TrainedModel& trained);

// Throws `Error` (kind data) for a file that holds something else. `threads` is for its enhancer.
TrainedModel load_model(const io::ModelFile& file, const std::string& name, std::uint32_t threads);

// That a file without networks, of a fit on logits, has nothing but its rules and the trust in them. Throws
// `Error` (kind data).
void check_fitted(const io::ModelFile& file, const infer::EnhancerModel& rules, const std::string& name);

// `settings` says what is trained on what: training can only go on with the same.
io::ModelFile store_training(const TrainingState& state, const std::string& settings);
TrainingState load_training(const io::ModelFile& file, const std::string& settings, const std::string& name);

}  // namespace kenn::train
