// The state of a training in a file, from which it can go on.
#pragma once

#include <kenn/knowledge.h>
#include <kenn/options.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>

#include "base/file_lock.h"
#include "base/output_folder.h"
#include "train/training_run.h"

namespace kenn::train {

class Checkpoint {
 public:
  // `options` are complete; `data_digest` is that of the whole data. While the object lives, no other
  // training can have this checkpoint: a lock beside it, FILE.lock, keeps it. Throws `Error` (kind file) when
  // another one has it, or when the path is not that of a regular file.
  Checkpoint(const std::filesystem::path& path, const Options& options, const TrainingOptions& training,
             const Knowledge& knowledge, const std::string& data_digest);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] bool exists() const;

  // Throws `Error` when it is damaged, or of a training that would have another result.
  void restore(TrainingRun& training) const;

  // Throws `Error` (kind file); the checkpoint before is then still there. Not for a training that has ended:
  // its last epoch makes no step, so that it could not go on with more epochs.
  void write(const TrainingRun& training);
  void write_if_due(const TrainingRun& training);

  void remove() const;

 private:
  std::filesystem::path path_;  // after symbolic links
  base::OutputFolder folder_;
  std::unique_ptr<base::LockFile> lock_;
  std::string settings_;  // JSON
  std::uint32_t epochs_;
  double seconds_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace kenn::train
