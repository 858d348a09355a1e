// What a person sees while a model is trained.
// A bar on a terminal, plain lines elsewhere, and a log in a file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/output_stream.h"
#include "learning/progress_bar.h"
#include "train/trainer.h"

namespace kenn::cli {

// On standard error.
class Progress {
 public:
  // `about` stands before the number of the epoch: "epoch".
  Progress(const std::string& about, std::uint32_t epochs, bool is_quiet);

  // The last epoch is always shown, the others not too often.
  void show(const Epoch& epoch, bool is_last);
  void finish();

 private:
  std::uint32_t epochs_;
  ProgressBar bar_;
};

// One JSON object per epoch and line. When training goes on, it starts again with the epochs before.
class TrainLog {
 public:
  // Without a name nothing is written. Throws `Error` (kind file).
  TrainLog(const std::string& file, const std::vector<Epoch>& folds, const std::vector<Epoch>& epochs);

  // Lines about the networks of the folds have "phase": "folds".
  void add(const Epoch& epoch, bool is_in_folds);

 private:
  std::optional<base::OutputStream> file_;
};

}  // namespace kenn::cli
