// `kenn train`: reads, trains, saves, and can be stopped and resumed at any moment.
#include <iostream>
#include <optional>
#include <string_view>
#include <utility>

#include "api/training_work.h"
#include "base/output_folder.h"
#include "base/utf8.h"
#include "command_files.h"
#include "common.h"
#include "dataset/split_choice.h"
#include "exit_status.h"
#include "json_output.h"
#include "learning/interrupt.h"
#include "learning/progress.h"
#include "learning/runs.h"
#include "learning/train_page.h"
#include "learning/train_report.h"
#include "stopwatch.h"
#include "train/trained_model.h"

namespace kenn::cli {

namespace {

constexpr std::string_view stopping_text = "\nstopping after this epoch; Ctrl-C once more stops at once\n";

std::size_t epochs_done(const train::TrainingRun& run) {
  return run.fold_epochs().size() + run.epochs().size();
}

// Shows every epoch to the person, and writes it to the log.
class Watcher {
 public:
  Watcher(const train::TrainingRun& run, const TrainArguments& arguments)
      : log_(arguments.log, run.fold_epochs(), run.epochs()),
        is_quiet_(arguments.json),
        watch_(arguments.json ? std::string_view() : stopping_text) {}

  // False when the person wants to stop.
  bool show(const TrainProgress& now) {
    if (!bar_ || shows_folds_ != now.is_in_folds) {
      finish();
      bar_.emplace(now.is_in_folds ? "fold networks, epoch" : "epoch", now.most_epochs, is_quiet_);
      shows_folds_ = now.is_in_folds;
    }
    log_.add(now.epoch, now.is_in_folds);
    bar_->show(now.epoch, now.is_last);
    return !InterruptWatch::was_interrupted();
  }

  void finish() {
    if (bar_) bar_->finish();
  }

 private:
  TrainLog log_;
  bool is_quiet_;
  const InterruptWatch watch_;
  std::optional<Progress> bar_;
  bool shows_folds_ = false;
};

// Says what a checkpoint that is there, or is not, means for this training.
void start(Training& training, const TrainArguments& arguments, std::vector<Diagnostic>& warnings) {
  const train::Checkpoint& checkpoint = *training.work().checkpoint;
  const std::string path = checkpoint.path().string();
  if (!arguments.resume) {
    if (!checkpoint.exists()) return;
    Diagnostic warning;
    warning.severity = Severity::warning;
    warning.file = path;
    warning.message = "a training was stopped here; this one starts anew, since --resume is not given";
    warnings.push_back(std::move(warning));
  } else if (training.resume()) {
    if (arguments.json) return;
    std::cerr << "going on after " << counted(epochs_done(*training.work().run), "epoch") << "\n";
  } else if (!arguments.json) {
    std::cerr << "there is no " << base::printable(path) << ": training starts from the beginning\n";
  }
}

std::ostream& result_stream(const TrainArguments& arguments) {
  std::ostream& beside_log = report_stream(arguments.log);
  return &beside_log == &std::cout ? report_stream(arguments.report) : beside_log;
}

int report_interruption(const TrainArguments& arguments, Training& training) {
  const std::size_t epochs = epochs_done(*training.work().run);
  const std::string path = training.work().checkpoint->path().string();
  if (arguments.json) {
    result_stream(arguments) << to_line({{"file", arguments.knowledge},
                                         {"ok", false},
                                         {"interrupted", true},
                                         {"epochs", epochs},
                                         {"checkpoint", path},
                                         {"diagnostics", Json::array()}});
  } else {
    std::cerr << "stopped after " << counted(epochs, "epoch") << ", saved in " << base::printable(path)
              << "; the same command with --resume continues\n";
  }
  return ExitStatus::interrupted;
}

// Beside the model itself, so that it is one and the same by whatever links the model is reached.
std::string checkpoint_of(const TrainArguments& arguments) {
  return base::follow_links(arguments.out).string() + ".checkpoint";
}

// What can be known to fail at the end is known before the work.
void check_files(const TrainArguments& arguments, const Knowledge& knowledge) {
  CommandFiles files;
  files.reads("--knowledge", arguments.knowledge);
  files.reads_data(knowledge, arguments.data);
  files.writes("--out", arguments.out);
  files.writes("the checkpoint of --out", checkpoint_of(arguments));
  files.writes("the lock of --out", checkpoint_of(arguments) + ".lock");
  files.writes("--log", arguments.log);
  files.writes("--report", arguments.report);
  files.writes("the explorer beside --report", explorer_beside(arguments.report));
  files.check();
  for (const std::string& stream : {arguments.log, arguments.report}) {
    if (!stream.empty()) static_cast<void>(base::output_target(stream, base::Streams::accepted));
  }
}

// Nothing when the person stopped it.
std::optional<Model> train(Training& training, const TrainArguments& arguments) {
  Watcher watcher(*training.work().run, arguments);
  try {
    std::optional<Model> model = training.run([&](const TrainProgress& now) { return watcher.show(now); });
    watcher.finish();
    return model;
  } catch (const Error& error) {
    watcher.finish();
    if (error.kind() == ErrorKind::interrupted) return std::nullopt;
    throw;
  }
}

}  // namespace

int run_train(const TrainArguments& arguments) {
  Stopwatch stopwatch;
  TrainSeconds seconds;
  Knowledge knowledge = read_knowledge(arguments.knowledge, arguments.syntax);
  check_files(arguments, knowledge);
  base::OutputFile file(arguments.out);
  const Dataset data(read_data(knowledge, arguments.data, arguments.read_timeout),
                     dataset::source_name(arguments.data));
  Training training(std::move(knowledge), data, arguments.options);
  seconds.read = stopwatch.next();
  training.use_checkpoint(checkpoint_of(arguments));
  base::remove_left_over(base::follow_links(arguments.out));
  std::vector<Diagnostic> warnings = training.warnings();
  start(training, arguments, warnings);
  if (!arguments.json) print_findings(warnings);
  std::optional<Model> model = train(training, arguments);
  if (!model) return report_interruption(arguments, training);
  seconds.train = stopwatch.next();
  io::write_model_file(file.folder(), file.name(), train::store_model(model->trained()));
  file.folder().commit();
  training.remove_checkpoint();
  const TrainReport report = report_of(arguments, training, *model, seconds, std::move(warnings));
  if (!arguments.report.empty()) write_page(arguments, training, *model, data, report);
  result_stream(arguments) << (arguments.json ? to_line(to_json(report)) : to_text(report));
  return ExitStatus::done;
}

}  // namespace kenn::cli
