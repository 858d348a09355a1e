// `kenn train`: reads, trains, saves, and can be stopped and resumed at any moment.
#include <csignal>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <utility>

#include "common.h"
#include "data/output_folder.h"
#include "exit_status.h"
#include "json_output.h"
#include "knowledge/utf8.h"
#include "learning/progress.h"
#include "learning/runs.h"
#include "learning/train_data.h"
#include "learning/train_report.h"
#include "methods/trainer.h"
#include "model/trained_model.h"
#include "stopwatch.h"

namespace kenn::cli {

namespace {

namespace fs = std::filesystem;

volatile std::sig_atomic_t was_interrupted = 0;

// While it lives, Ctrl-C asks for an end after the epoch; a second one ends the program as usual.
class InterruptWatch {
 public:
  InterruptWatch() {
    was_interrupted = 0;
    before_ = std::signal(SIGINT, [](int signal) {
      was_interrupted = 1;
      std::signal(signal, SIG_DFL);
    });
  }
  ~InterruptWatch() { std::signal(SIGINT, before_); }
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

 private:
  void (*before_)(int) = nullptr;
};

ModelOptions model_options(const TrainArguments& arguments) {
  ModelOptions options;
  options.hidden = arguments.hidden;
  options.uses_rules = arguments.method == "kenn";
  options.dropout = arguments.dropout;
  options.enhance.layers = arguments.layers;
  options.enhance.boost = arguments.boost == "godel" ? Boost::godel : Boost::softmax;
  options.enhance.order = arguments.order == "sequential" ? Order::sequential : Order::parallel;
  options.enhance.threads = threads_of(arguments.threads);
  return options;
}

TrainOptions train_options(const TrainArguments& arguments) {
  TrainOptions options;
  options.loss = arguments.loss == "linear" ? Loss::linear : Loss::cross_entropy;
  options.learning_rate = arguments.learning_rate;
  options.weight_decay = arguments.weight_decay;
  options.epochs = arguments.epochs;
  options.patience = arguments.patience;
  options.batch_size = arguments.batch_size;
  options.seed = arguments.seed;
  return options;
}

// Everything that the bits of the result depend on. Epochs may be more when it goes on.
std::string settings_of(const TrainArguments& arguments, const Knowledge& knowledge, const TrainData& data) {
  return Json{{"knowledge", knowledge.text()},
              {"data", data.digest},
              {"method", arguments.method},
              {"hidden", arguments.hidden},
              {"layers", arguments.layers},
              {"boost", arguments.boost},
              {"order", arguments.order},
              {"loss", arguments.loss},
              {"paradigm", arguments.paradigm},
              {"learning_rate", arguments.learning_rate},
              {"weight_decay", arguments.weight_decay},
              {"dropout", arguments.dropout},
              {"batch_size", arguments.batch_size},
              {"seed", arguments.seed},
              {"threads", threads_of(arguments.threads)}}
      .dump();
}

// Writes the state every few seconds, and takes it away when all is done.
class Checkpoint {
 public:
  Checkpoint(const TrainArguments& arguments, std::string settings)
      : path_(arguments.out + ".checkpoint"),
        settings_(std::move(settings)),
        seconds_(arguments.checkpoint_seconds) {}

  [[nodiscard]] const fs::path& path() const { return path_; }

  // Goes on from the last checkpoint, or starts anew where there is none.
  void restore(Trainer& trainer) const {
    if (!fs::exists(path_)) return;
    trainer.restore(load_training(read_model_file(path_), settings_, path_.string()));
  }

  void write_if_due(const Trainer& trainer) {
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ >= std::chrono::duration<double>(seconds_)) write(trainer);
  }

  void write(const Trainer& trainer) {
    write_model_file(path_, store_training(trainer.state(), settings_));
    last_ = std::chrono::steady_clock::now();
  }

  void remove() const {
    std::error_code ignored;
    fs::remove(path_, ignored);
  }

 private:
  fs::path path_;
  std::string settings_;
  double seconds_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

// Trains until the end, or until the person wants it to stop. False in the second case.
bool train(Trainer& trainer, const TrainArguments& arguments, Checkpoint& checkpoint) {
  TrainLog log(arguments.log, trainer.epochs());
  Progress progress(arguments.epochs, arguments.json);
  const InterruptWatch watch;
  while (!trainer.is_finished() && was_interrupted == 0) {
    const Epoch& epoch = trainer.run_epoch();
    log.add(epoch);
    progress.show(epoch);
    if (was_interrupted != 0) {
      checkpoint.write(trainer);
    } else {
      checkpoint.write_if_due(trainer);
    }
  }
  progress.finish();
  return trainer.is_finished();
}

}  // namespace

int run_train(const TrainArguments& arguments) {
  Stopwatch stopwatch;
  TrainSeconds seconds;
  const Knowledge knowledge = read_knowledge(arguments.knowledge, arguments.syntax);
  use_threads(arguments.threads);
  // Before the work: a folder that cannot be written to shows now.
  const fs::path path(arguments.out);
  OutputFolder folder(path.has_parent_path() ? path.parent_path() : ".");
  const TrainData data = read_train_data(knowledge, arguments);
  if (!arguments.json) print_findings(data.warnings);
  seconds.read = stopwatch.next();
  Model model(knowledge, data.widths, model_options(arguments), arguments.seed);
  Trainer trainer(model, *data.train, *data.valid, train_options(arguments));
  Checkpoint checkpoint(arguments, settings_of(arguments, knowledge, data));
  if (arguments.resume) checkpoint.restore(trainer);
  if (!train(trainer, arguments, checkpoint)) {
    std::cerr << "stopped after " << counted(trainer.epochs().size(), "epoch") << ", saved in "
              << printable(checkpoint.path().string()) << "; the same command with --resume goes on\n";
    return ExitStatus::interrupted;
  }
  trainer.keep_best();
  seconds.train = stopwatch.next();
  ModelFile file = store_model(knowledge, data.widths, model);
  file.texts["training"] = to_text(split_choice(arguments));
  write_model_file(folder, path.filename().string(), file);
  folder.commit();
  checkpoint.remove();
  const TrainReport report = report_of(arguments, data, model, trainer, seconds);
  std::cout << (arguments.json ? to_line(to_json(report)) : to_text(report));
  return ExitStatus::done;
}

}  // namespace kenn::cli
