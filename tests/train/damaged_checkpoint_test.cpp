// Tests of checkpoints with a right checksum and wrong contents.
#include <limits>

#include "train/damaged_files.h"

namespace kenn::train {
namespace {

using test::TextChange;

class DamagedCheckpoint : public ::testing::Test {
 protected:
  // After so many epochs of the folds and the model.
  [[nodiscard]] io::ModelFile after(int epochs,
                                    const TrainingOptions& options = test::small_training()) const {
    TrainingRun training(small_.data.knowledge, small_.graph, small_.graph, options);
    for (int i = 0; i < epochs; ++i) training.run_epoch();
    return store_training(training.state(), "same");
  }

  void restore(const io::ModelFile& file, const TrainingOptions& options = test::small_training()) const {
    TrainingRun training(small_.data.knowledge, small_.graph, small_.graph, options);
    const io::ModelFile read = io::model_file_from_bytes(io::model_file_to_bytes(file), "m");
    training.restore(load_training(read, "same", "m"));
    while (!training.is_finished()) training.run_epoch();
    static_cast<void>(training.finish());
  }

  void expect_refused(const io::ModelFile& file, const std::string& what) const {
    test::expect_refused([&] { restore(file); }, what);
  }

  void expect_refused(const io::ModelFile& file, const std::vector<TextChange>& changes) const {
    for (const TextChange& change : changes) {
      io::ModelFile damaged = file;
      test::replace(damaged, change.key, change.before, change.after);
      expect_refused(damaged, std::string(change.key) + ": " + change.after);
    }
  }

  test::SmallTraining small_;
};

constexpr int in_folds = 2;  // of 4 epochs
constexpr int in_model = 6;  // of 4 and 4

TEST_F(DamagedCheckpoint, IsAcceptedWhole) {
  for (int epochs = 0; epochs < 8; ++epochs) EXPECT_NO_THROW(restore(after(epochs))) << epochs;
}

TEST_F(DamagedCheckpoint, WithWrongHistoriesIsRefused) {
  expect_refused(after(in_folds), {{"training", "\"best_epoch\":", "\"best_epoch\":5"},
                                   {"training", "\"best_epoch\":", "\"best_epoch\":-"},
                                   {"training", "\"phase\":0", "\"phase\":1"},
                                   {"training", "\"phase\":0", "\"phase\":0.5"},
                                   {"training", "\"phase_start\":0", "\"phase_start\":1"},
                                   {"training", "\"phase_start\":0", "\"phase_start\":4294967296"},
                                   {"training", "\"steps\":2", "\"steps\":1e3"},
                                   {"training", "\"steps\":2", "\"steps\":18446744073709551615"},
                                   {"training", "\"epoch\":0", "\"epoch\":1"},
                                   {"training", "\"epoch\":0", "\"epoch\":true"},
                                   {"training", "\"loss\":", "\"loss\":null,\"losses\":"},
                                   {"training", "\"accuracy\":", "\"accuracy\":7"},
                                   {"training", "\"valid_loss\":", "\"valid_loss\":null,\"x\":"},
                                   {"training", "\"valid_accuracy\":", "\"valid_accuracy\":-"},
                                   {"training", "\"fold_epochs\":[", "\"fold_epochs\":[],\"x\":["},
                                   {"training", "\"members\":[]", "\"members\":[{}]"},
                                   {"training", "\"members\":[]", "\"members\":{}"},
                                   {"training", "\"members\":[]", "\"members\":[],\"members\":[]"}});
}

// A list of other epochs is as long, but says nothing of validation where there was some.
TEST_F(DamagedCheckpoint, WithoutWhatWasMeasuredIsRefused) {
  io::ModelFile file = after(in_model);
  std::string& text = file.texts["training"];
  for (const char* const key : {"\"valid_loss\":", "\"valid_accuracy\":"}) {
    for (std::size_t place = text.find(key); place != std::string::npos; place = text.find(key, place + 1)) {
      const std::size_t value = place + std::string(key).size();
      text.replace(value, text.find_first_of(",}", value) - value, "null");
    }
  }
  expect_refused(file, "no validation");
}

TEST_F(DamagedCheckpoint, WithWrongTensorsIsRefused) {
  for (const int epochs : {in_folds, in_model}) {
    const io::ModelFile file = after(epochs);
    for (const std::size_t i : {std::size_t{0}, file.tensors.size() / 2, file.tensors.size() - 1}) {
      const std::string& name = file.tensors[i].name;
      io::ModelFile infinite = file;
      test::set_first(infinite, name, std::numeric_limits<float>::quiet_NaN());
      expect_refused(infinite, "a number in " + name);
      io::ModelFile without = file;
      without.tensors.erase(without.tensors.begin() + static_cast<std::ptrdiff_t>(i));
      expect_refused(without, "no " + name);
      io::ModelFile wider = file;
      wider.tensors[i].shape.push_back(1);
      expect_refused(wider, "another shape of " + name);
    }
    io::ModelFile more = file;
    more.tensors.push_back({"more", io::TensorType::float32, {1}, std::string(4, '\0')});
    expect_refused(more, "a tensor that belongs to nothing");
  }
  io::ModelFile file = after(in_model);
  test::set_first(file, "members.0.second_moment.network.P.0.weight", -1);
  expect_refused(file, "a negative mean of squares");
  file = after(in_model);
  test::set_first(file, "members.0.model.enhancer.weights", 501);
  expect_refused(file, "a weight of a rule");
  file = after(in_model);
  std::erase_if(file.tensors,
                [](const io::StoredTensor& each) { return each.name.starts_with("members.0.best."); });
  expect_refused(file, "no best model");
}

TEST_F(DamagedCheckpoint, WithPartsOfAnotherTrainingIsRefused) {
  const io::ModelFile folds = after(in_folds);
  const io::ModelFile model = after(in_model);
  expect_refused(model, {{"trust", "\"folds\":3", "\"folds\":2"},
                         {"trust", "{\"weights\":[", "{\"weights\":[1,"},
                         {"training", "\"alone\":[", "\"alone\":[],\"x\":["}});
  io::ModelFile both = folds;
  both.texts["trust"] = model.texts.at("trust");
  expect_refused(both, "folds and trust");
  io::ModelFile without = model;
  without.texts.erase("trust");
  expect_refused(without, "no trust");
  TrainingOptions joint = test::small_training();
  joint.train.phases.front().preparation = Preparation::none;
  test::expect_refused([&] { restore(model, joint); }, "trust in a joint training");
  test::expect_refused([&] { restore(folds, joint); }, "folds in a joint training");
}

// Batches complete no labels, and have no graph for them.
TEST_F(DamagedCheckpoint, WithCompletedLabelsThatNoPhaseNeedsIsRefused) {
  TrainingOptions batches = test::small_training();
  batches.train.batch_size = 16;
  batches.train.phases.front().preparation = Preparation::none;
  io::ModelFile file = after(1, batches);
  const std::size_t size = small_.graph->plan.tables()[0].size();
  file.tensors.push_back(
      {"members.0.completed.P", io::TensorType::float32, {size}, std::string(size * sizeof(float), '\0')});
  test::expect_refused([&] { restore(file, batches); }, "completed labels");
}

// At the end the network without rules takes part: that it can is known before.
TEST_F(DamagedCheckpoint, WithAnUntrainedNetworkWithoutRulesIsRefused) {
  const test::SmallTraining small;
  TrainingRun training(small.data.knowledge, small.graph, small.graph, test::small_training());
  for (int i = 0; i < in_model; ++i) training.run_epoch();
  TrainingState state = training.state();
  ASSERT_EQ(state.alone.size(), 1U);
  const auto refused = [&](const TrainingState& changed, const std::string& what) {
    TrainingRun resumed(small.data.knowledge, small.graph, small.graph, test::small_training());
    test::expect_refused([&] { resumed.restore(changed); }, what);
  };
  TrainingState untrained = state;
  untrained.alone.front().epochs.clear();
  untrained.alone.front().best.clear();
  untrained.alone.front().steps = 0;
  untrained.alone.front().best_epoch = 0;
  refused(untrained, "no epochs");
  TrainingState unfinished = state;
  unfinished.alone.front().epochs.resize(2);
  unfinished.alone.front().best_epoch = 1;
  unfinished.alone.front().steps = 2;
  refused(unfinished, "not enough epochs");
  TrainingState other = state;
  other.alone.front().model.pop_back();
  refused(other, "another network");
}

}  // namespace
}  // namespace kenn::train
