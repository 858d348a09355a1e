// The state of a training in a file, from which it can go on.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>

#include "learning/train_data.h"
#include "train/training.h"

namespace kenn::cli {

class Checkpoint {
 public:
  Checkpoint(const TrainArguments& arguments, const Knowledge& knowledge, const std::string& data_digest);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] bool exists() const;

  // Throws `Error` when it is damaged, or of a training that would have another result.
  void restore(Training& training) const;

  // Throws `Error` (kind file); the checkpoint before is then still there. Not for a training that has ended:
  // its last epoch makes no step, so that it could not go on with more epochs.
  void write(const Training& training);
  void write_if_due(const Training& training);

  void remove() const;

 private:
  std::filesystem::path path_;
  std::string settings_;  // JSON
  std::uint32_t epochs_;
  double seconds_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace kenn::cli
