// `kenn train`: reads, trains, saves, and can be stopped and resumed at any moment.
#include <filesystem>
#include <iostream>
#include <optional>
#include <string_view>
#include <utility>

#include "base/output_folder.h"
#include "base/utf8.h"
#include "common.h"
#include "exit_status.h"
#include "json_output.h"
#include "learning/checkpoint.h"
#include "learning/interrupt.h"
#include "learning/progress.h"
#include "learning/runs.h"
#include "learning/train_data.h"
#include "learning/train_page.h"
#include "learning/train_report.h"
#include "stopwatch.h"
#include "train/trained_model.h"
#include "train/training.h"
#include "trust/trust_json.h"

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
  options.enhance.boost = arguments.chosen_boost();
  options.enhance.center = arguments.chosen_center() == center_word(true);
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

TrainingOptions training_options(const TrainData& data) {
  TrainingOptions options;
  options.model = model_options(data.arguments);
  options.train = train_options(data.arguments);
  options.trust = data.arguments.trust;
  options.seed = data.arguments.seed;
  if (data.fold_network) {
    options.fold_networks = {model_options(*data.fold_network), train_options(*data.fold_network)};
  }
  return options;
}

std::size_t epochs_done(const Training& training) {
  return training.fold_epochs().size() + training.epochs().size();
}

// Trains until the end, or until the person wants it to stop. False in the second case.
bool train(Training& training, const TrainArguments& arguments, Checkpoint& checkpoint) {
  TrainLog log(arguments.log, training.fold_epochs(), training.epochs());
  std::optional<Progress> progress;
  bool shows_folds = false;
  const InterruptWatch watch(arguments.json ? std::string_view() : stopping_text);
  while (!training.is_finished() && !InterruptWatch::was_interrupted()) {
    const bool is_in_folds = training.is_in_folds();
    if (!progress || shows_folds != is_in_folds) {
      if (progress) progress->finish();
      progress.emplace(is_in_folds ? "fold networks, epoch" : "epoch", training.most_epochs(),
                       arguments.json);
      shows_folds = is_in_folds;
    }
    const Epoch epoch = training.run_epoch();
    log.add(epoch, is_in_folds);
    progress->show(epoch, training.is_finished() || is_in_folds != training.is_in_folds());
    if (!training.is_finished()) checkpoint.write_if_due(training);
  }
  if (progress) progress->finish();
  // Here, and not in the loop: the wish to stop may come at any moment.
  if (!training.is_finished()) checkpoint.write(training);
  return training.is_finished();
}

// Says what a checkpoint that is there, or is not, means for this training.
void start(Training& training, const TrainArguments& arguments, const Checkpoint& checkpoint,
           TrainData& data) {
  const std::string path = checkpoint.path().string();
  if (!arguments.resume) {
    if (!checkpoint.exists()) return;
    Diagnostic warning;
    warning.severity = Severity::warning;
    warning.file = path;
    warning.message = "a training was stopped here; this one starts anew, since --resume is not given";
    data.warnings.push_back(std::move(warning));
  } else if (checkpoint.exists()) {
    checkpoint.restore(training);
    if (!arguments.json) {
      std::cerr << "going on after " << counted(epochs_done(training), "epoch") << "\n";
    }
  } else if (!arguments.json) {
    std::cerr << "there is no " << printable(path) << ": training starts from the beginning\n";
  }
}

void warn_of_few_labels(TrainData& data) {
  Diagnostic warning;
  warning.severity = Severity::warning;
  warning.file = source_name(data.arguments.data);
  warning.message = "there are too few training labels for folds: rules that are not fixed get the weight " +
                    fixed(data.arguments.trust.prior, 3) + " (--rule-prior)";
  data.warnings.push_back(std::move(warning));
}

int report_interruption(const TrainArguments& arguments, const Training& training,
                        const Checkpoint& checkpoint) {
  const std::string path = checkpoint.path().string();
  if (arguments.json) {
    std::cout << to_line({{"file", arguments.knowledge},
                          {"ok", false},
                          {"interrupted", true},
                          {"epochs", epochs_done(training)},
                          {"checkpoint", path},
                          {"diagnostics", Json::array()}});
  } else {
    std::cerr << "stopped after " << counted(epochs_done(training), "epoch") << ", saved in "
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

int run_train(const TrainArguments& given) {
  Stopwatch stopwatch;
  TrainSeconds seconds;
  const Knowledge knowledge = read_knowledge(given.knowledge, given.syntax);
  const fs::path path(given.out);
  check_output(path);
  OutputFolder folder(path.has_parent_path() ? path.parent_path() : ".");
  TrainData data = read_train_data(knowledge, given);
  const TrainArguments& arguments = data.arguments;
  seconds.read = stopwatch.next();
  Training training(knowledge, data.graphs.train, data.graphs.valid, training_options(data));
  Checkpoint checkpoint(arguments, knowledge, data.facts.digest);
  start(training, arguments, checkpoint, data);
  if (training.trust() && training.trust()->folds == 0) warn_of_few_labels(data);
  if (!arguments.json) print_findings(data.warnings);
  if (!train(training, arguments, checkpoint)) return report_interruption(arguments, training, checkpoint);
  Model model = training.finish();
  seconds.train = stopwatch.next();
  ModelFile file = store_model(knowledge, data.widths, model);
  file.texts["training"] = to_text(split_choice(arguments));
  if (training.trust()) file.texts["trust"] = to_text(*training.trust());
  write_model_file(folder, path.filename().string(), file);
  folder.commit();
  checkpoint.remove();
  const TrainReport report = report_of(arguments, data, model, training, seconds);
  if (!arguments.report.empty()) {
    write_page(given, knowledge, data, report, training.epochs(), model_options(arguments),
               train_options(arguments));
  }
  std::cout << (arguments.json ? to_line(to_json(report)) : to_text(report));
  return ExitStatus::done;
}

}  // namespace kenn::cli
