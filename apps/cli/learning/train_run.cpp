// `kenn train`: reads, trains, saves, and can be stopped and resumed at any moment.
#include <filesystem>
#include <iostream>
#include <string_view>
#include <utility>

#include "common.h"
#include "data/output_folder.h"
#include "exit_status.h"
#include "json_output.h"
#include "knowledge/utf8.h"
#include "learning/checkpoint.h"
#include "learning/interrupt.h"
#include "learning/progress.h"
#include "learning/runs.h"
#include "learning/train_data.h"
#include "learning/train_page.h"
#include "learning/train_report.h"
#include "methods/trainer.h"
#include "model/trained_model.h"
#include "stopwatch.h"

namespace kenn::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view stopping_text = "\nstopping after this epoch; Ctrl-C once more stops at once\n";

void apply_method(const TrainArguments& arguments, ModelOptions& model, TrainOptions& train) {
  find_method(arguments.method)->apply(split_choice(arguments).paradigm, arguments.rules, model, train);
}

ModelOptions model_options(const TrainArguments& arguments) {
  ModelOptions options;
  options.hidden = arguments.hidden;
  options.scale = arguments.scale_features == "rows" ? FeatureScale::rows : FeatureScale::none;
  options.first_rule_weight = arguments.rule_start;
  options.dropout = arguments.dropout;
  options.input_dropout = arguments.input_dropout;
  options.enhance.layers = arguments.layers;
  options.enhance.boost = arguments.boost == "godel" ? Boost::godel : Boost::softmax;
  options.enhance.order = arguments.order == "sequential" ? Order::sequential : Order::parallel;
  options.enhance.threads = threads_of(arguments.threads);
  TrainOptions ignored;
  apply_method(arguments, options, ignored);
  return options;
}

TrainOptions train_options(const TrainArguments& arguments) {
  TrainOptions options;
  options.loss = arguments.loss == "linear" ? Loss::linear : Loss::cross_entropy;
  options.learning_rate = arguments.learning_rate;
  options.rule_rate = arguments.rule_rate;
  options.epsilon = arguments.epsilon;
  options.weight_decay = arguments.weight_decay;
  options.epochs = arguments.epochs;
  options.patience = arguments.patience;
  options.plateau = arguments.plateau;
  options.keeps_best = arguments.keep == "best";
  options.batch_size = arguments.batch_size;
  options.seed = arguments.seed;
  ModelOptions ignored;
  apply_method(arguments, ignored, options);
  return options;
}

// Trains until the end, or until the person wants it to stop. False in the second case.
bool train(Trainer& trainer, const TrainArguments& arguments, Checkpoint& checkpoint) {
  TrainLog log(arguments.log, trainer.epochs());
  Progress progress(trainer.most_epochs(), arguments.json);
  const InterruptWatch watch(arguments.json ? std::string_view() : stopping_text);
  while (!trainer.is_finished() && !InterruptWatch::was_interrupted()) {
    const Epoch& epoch = trainer.run_epoch();
    log.add(epoch);
    progress.show(epoch, trainer.is_finished());
    if (!trainer.is_finished()) checkpoint.write_if_due(trainer);
  }
  progress.finish();
  // Here, and not in the loop: the wish to stop may come at any moment.
  if (!trainer.is_finished()) checkpoint.write(trainer);
  return trainer.is_finished();
}

// Says what a checkpoint that is there, or is not, means for this training.
void start(Trainer& trainer, const TrainArguments& arguments, const Checkpoint& checkpoint, TrainData& data) {
  const std::string path = checkpoint.path().string();
  if (!arguments.resume) {
    if (!checkpoint.exists()) return;
    Diagnostic warning;
    warning.severity = Severity::warning;
    warning.file = path;
    warning.message = "a training was stopped here; this one starts anew, since --resume is not given";
    data.warnings.push_back(std::move(warning));
  } else if (checkpoint.exists()) {
    checkpoint.restore(trainer);
    if (!arguments.json) {
      std::cerr << "going on after " << counted(trainer.epochs().size(), "epoch") << "\n";
    }
  } else if (!arguments.json) {
    std::cerr << "there is no " << printable(path) << ": training starts from the beginning\n";
  }
}

int report_interruption(const TrainArguments& arguments, const Trainer& trainer,
                        const Checkpoint& checkpoint) {
  const std::string path = checkpoint.path().string();
  if (arguments.json) {
    std::cout << to_line({{"file", arguments.knowledge},
                          {"ok", false},
                          {"interrupted", true},
                          {"epochs", trainer.epochs().size()},
                          {"checkpoint", path},
                          {"diagnostics", Json::array()}});
  } else {
    std::cerr << "stopped after " << counted(trainer.epochs().size(), "epoch") << ", saved in "
              << printable(path) << "; the same command with --resume goes on\n";
  }
  return ExitStatus::interrupted;
}

// What can be known to fail at the end is known before the work.
void check_output(const fs::path& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) {
    throw Error(ErrorKind::file, "cannot write the file: Is a directory", path.string());
  }
}

}  // namespace

int run_train(const TrainArguments& arguments) {
  Stopwatch stopwatch;
  TrainSeconds seconds;
  const Knowledge knowledge = read_knowledge(arguments.knowledge, arguments.syntax);
  const fs::path path(arguments.out);
  check_output(path);
  OutputFolder folder(path.has_parent_path() ? path.parent_path() : ".");
  TrainData data = read_train_data(knowledge, arguments);
  seconds.read = stopwatch.next();
  Model model(knowledge, data.widths, model_options(arguments), arguments.seed);
  Trainer trainer(model, *data.graphs.train, *data.graphs.valid, train_options(arguments));
  Checkpoint checkpoint(arguments, knowledge, data.facts.digest);
  start(trainer, arguments, checkpoint, data);
  if (!arguments.json) print_findings(data.warnings);
  if (!train(trainer, arguments, checkpoint)) return report_interruption(arguments, trainer, checkpoint);
  trainer.keep();
  seconds.train = stopwatch.next();
  ModelFile file = store_model(knowledge, data.widths, model);
  file.texts["training"] = to_text(split_choice(arguments));
  write_model_file(folder, path.filename().string(), file);
  folder.commit();
  checkpoint.remove();
  const TrainReport report = report_of(arguments, data, model, trainer, seconds);
  if (!arguments.report.empty()) {
    write_page(arguments, knowledge, data, report, trainer.epochs(), model_options(arguments),
               train_options(arguments));
  }
  std::cout << (arguments.json ? to_line(to_json(report)) : to_text(report));
  return ExitStatus::done;
}

}  // namespace kenn::cli
