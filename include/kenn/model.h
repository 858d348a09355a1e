// A trained model: networks, and the rules on top of them. In the library kenn::training.
#pragma once

#include <kenn/dataset.h>
#include <kenn/explain.h>
#include <kenn/knowledge.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kenn {

// What a model predicts for the rows of one predicted table.
struct TablePredictions {
  std::string table;
  std::vector<std::string> columns;  // the predicates
  std::size_t rows = 0;
  std::vector<float> logits;         // row by row
  std::vector<float> probabilities;  // softmax in exclusive groups, the logistic function elsewhere
};

// How good predictions are on some labels.
struct SplitAccuracy {
  std::string split;         // "train", "valid", "test", or "all"
  std::uint64_t labels = 0;  // of which it is the share that is predicted right
  double network = 0;        // of the networks alone
  double rules = 0;          // with the rules on top
};

struct TrainedModel;

class Model {
 public:
  // A model file of `kenn train` or `save`. Throws `Error`: kind file, or data for a file that is no trained
  // model. Results never depend on the number of threads; 0 is all cores.
  static Model load(const std::filesystem::path& path, std::uint32_t threads = 0);

  // Writes the file whole or not at all. Throws `Error` (kind file).
  void save(const std::filesystem::path& path) const;

  // Throws `Error` (kind data) when the data is for another knowledge or has other features.
  [[nodiscard]] std::vector<TablePredictions> predict(const Dataset& data);

  // On the labels of a split ("train", "valid", "test": as training chose them, where the data has no
  // splits), or on all. Throws `Error` (kind data) when there are none.
  [[nodiscard]] SplitAccuracy evaluate(const Dataset& data, const std::string& split = "test");

  // Explains its predictions for the data. Throws `Error` (kind data) when the data is for another knowledge
  // or has other features, and for models whose predictions are no sums: those without rules, those that
  // search for the most probable predictions, and ensembles, of which one `member` (from 0) can be explained.
  [[nodiscard]] Explainer explainer(const Dataset& data, std::optional<std::size_t> member = {}) const;

  [[nodiscard]] const Knowledge& knowledge() const;

  // The weight of every clause in every layer; empty for models without rules.
  [[nodiscard]] std::map<std::string, std::vector<float>> weights() const;

  // For the library itself.
  explicit Model(TrainedModel trained);
  ~Model();
  Model(Model&&) noexcept;
  Model& operator=(Model&&) noexcept;
  [[nodiscard]] TrainedModel& trained() { return *trained_; }
  [[nodiscard]] const TrainedModel& trained() const { return *trained_; }

 private:
  std::unique_ptr<TrainedModel> trained_;
};

}  // namespace kenn
