// What a person sees while a model is trained.
#include "learning/progress.h"

#include <array>
#include <cstdio>
#include <utility>

#include "json_output.h"

namespace kenn::cli {

namespace {

template <typename... Values>
std::string formatted(const char* format, Values... values) {
  std::array<char, 160> text{};
  std::snprintf(text.data(), text.size(), format, values...);
  return text.data();
}

std::string numbers(const Epoch& epoch) {
  std::string text = formatted("loss %.4f  accuracy %.3f", epoch.loss, epoch.accuracy);
  if (epoch.valid_accuracy) text += formatted("  valid %.3f", *epoch.valid_accuracy);
  return text;
}

}  // namespace

Progress::Progress(const std::string& about, std::uint32_t epochs, bool is_quiet)
    : epochs_(epochs), bar_(about, is_quiet) {}

void Progress::show(const Epoch& epoch, bool is_last) {
  bar_.show(epoch.number, epochs_, is_last, [&] { return numbers(epoch); });
}

void Progress::finish() {
  bar_.finish();
}

TrainLog::TrainLog(const std::string& file, const std::vector<Epoch>& folds,
                   const std::vector<Epoch>& epochs) {
  if (file.empty()) return;
  file_.emplace(file);
  for (const Epoch& epoch : folds) add(epoch, true);
  for (const Epoch& epoch : epochs) add(epoch, false);
}

void TrainLog::add(const Epoch& epoch, bool is_in_folds) {
  if (!file_) return;
  Json line = {{"epoch", epoch.number}, {"loss", epoch.loss}, {"accuracy", epoch.accuracy}};
  if (is_in_folds) line["phase"] = "folds";
  if (epoch.valid_loss) line["valid_loss"] = *epoch.valid_loss;
  if (epoch.valid_accuracy) line["valid_accuracy"] = *epoch.valid_accuracy;
  if (epoch.valid_f1) line["valid_f1"] = *epoch.valid_f1;
  file_->write(line.dump() + "\n");
}

}  // namespace kenn::cli
