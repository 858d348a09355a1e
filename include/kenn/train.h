// Training: a data set and rules in, a model out. In the library kenn::training.
//
//   auto knowledge = kenn::Knowledge::from_file("papers.kenn");
//   auto data = kenn::Dataset::open("papers", knowledge);
//   kenn::Training training(knowledge, data, {.layers = 3});
//   kenn::Model model = training.run();
//   model.save("papers.safetensors");
#pragma once

#include <kenn/dataset.h>
#include <kenn/model.h>
#include <kenn/options.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace kenn {

// How the model is after some epochs. In batches, loss and accuracy are means over the batches of the next
// epoch, each measured just before its step.
struct Epoch {
  std::uint32_t number = 0;  // of epochs before
  double loss = 0;
  double accuracy = 0;
  std::optional<double> valid_loss = {};  // when there are labels for validation
  std::optional<double> valid_accuracy = {};
  std::optional<double> valid_f1 = {};  // micro F1, when rows have several labels

  friend bool operator==(const Epoch&, const Epoch&) = default;
};

struct TrainProgress {
  Epoch epoch;
  bool is_in_folds = false;       // of the networks of the folds (a mean), not of the model
  std::uint32_t most_epochs = 0;  // of what is learned at the moment
  bool is_last = false;           // of what is learned at the moment
};

// The same input gives the same model, bit for bit, for any number of threads, also when it was stopped and
// resumed.
class Training {
 public:
  // Throws `Error`: kind usage for options that do not exist or do not fit together, kind data when there is
  // no label to learn from.
  Training(Knowledge knowledge, const Dataset& data, const Options& options = {});
  ~Training();
  Training(const Training&) = delete;
  Training& operator=(const Training&) = delete;

  // Keeps the state of the training in this file: every few seconds (`Options::checkpoint_seconds`), and when
  // it is stopped. Before `resume` and `run`. Until `release_checkpoint`, or its own end, no other training
  // can use this checkpoint; throws `Error` (kind file) when another one does.
  void use_checkpoint(const std::filesystem::path& path);

  // Goes on from the checkpoint; false when there is none. Throws `Error` when it is damaged, or of a
  // training that would have another result.
  bool resume();

  // Trains to the end; once. `on_epoch` is called after every epoch; when it returns false, the state is
  // saved and `run` throws `Error` (kind interrupted).
  Model run(const std::function<bool(const TrainProgress&)>& on_epoch = {});

  // When the model is safe.
  void remove_checkpoint() const;

  // Lets other trainings use the checkpoint. This one no longer writes it.
  void release_checkpoint();

  // All options, also those that were not given.
  [[nodiscard]] const Options& options() const;

  [[nodiscard]] const std::vector<Diagnostic>& warnings() const;

  // For the library itself.
  struct Work;
  [[nodiscard]] Work& work() { return *work_; }

 private:
  std::unique_ptr<Work> work_;
};

}  // namespace kenn
