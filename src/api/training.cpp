// A training, as the public headers have it: options and data in, a model out.
#include <kenn/train.h>

#include <utility>

#include "api/training_work.h"
#include "base/spelling.h"
#include "dataset/data_digest.h"
#include "dataset/dataset.h"
#include "methods/resolve.h"
#include "train/trained_model.h"

namespace kenn {

namespace {

Diagnostic warning_about(const std::string& file, std::string message) {
  Diagnostic warning;
  warning.severity = Severity::warning;
  warning.file = file;
  warning.message = std::move(message);
  return warning;
}

bool has_training_example(const table::Labels& labels, std::size_t column, std::size_t width) {
  for (std::size_t row = 0; row < labels.splits.size(); ++row) {
    if (labels.splits[row] == table::Split::train && labels.atoms[row * width + column] == table::Known::yes)
      return true;
  }
  return false;
}

// Predicates of which no training label says that they hold.
void warn_of_classes(const DatasetParts& dataset, const std::string& name, bool has_rules,
                     std::vector<Diagnostic>& warnings) {
  const std::vector<TableSchema>& tables = dataset.tables.schema().tables;
  for (TableIndex table = 0; table < tables.size(); ++table) {
    const table::Labels& labels = dataset.labels[table];
    const std::size_t width = tables[table].columns.size();
    if (tables[table].role != Role::predict || labels.splits.empty()) continue;
    for (std::size_t column = 0; column < width; ++column) {
      if (has_training_example(labels, column, width)) continue;
      const Predicate& predicate = dataset.tables.vocabulary().predicates[tables[table].columns[column]];
      warnings.push_back(warning_about(
          name, "no training example has " + base::in_quotes(predicate.name) +
                    (has_rules ? "; only rules can predict it" : "; the network cannot learn it")));
    }
  }
}

dataset::SplitChoice split_choice(const Options& options) {
  return {methods::paradigm_of(options), options.train_fraction,
          options.seed.value_or(train::usual_options().seed.value()), methods::learns_from_valid(options)};
}

}  // namespace

}  // namespace kenn

namespace kenn::api {

DataFacts facts_of(const DatasetParts& dataset) {
  DataFacts facts{dataset::digest_of(dataset), {}};
  const Vocabulary& vocabulary = dataset.tables.vocabulary();
  for (TypeIndex type = 0; type < vocabulary.types.size(); ++type) {
    facts.sizes[vocabulary.types[type].name] = dataset.tables.object_count(type);
  }
  const std::vector<TableSchema>& tables = dataset.tables.schema().tables;
  for (TableIndex table = 0; table < tables.size(); ++table) {
    if (!tables[table].holds_all_objects()) facts.sizes[tables[table].name] = dataset.tables.row_count(table);
  }
  return facts;
}

}  // namespace kenn::api

namespace kenn {

Training::Work::Work(Knowledge of_knowledge, const Dataset& data, const Options& given_options)
    : knowledge(std::move(of_knowledge)), given(given_options), data_name(data.name()) {
  const methods::Method& method = methods::check_options(given);
  DatasetParts parts = data.parts();
  if (given.train_fraction && dataset::has_splits(parts)) {
    throw Error(ErrorKind::data,
                "the data says in a column 'split' what is for training: leave out --" +
                    train::option_of(&Options::train_fraction).name,
                data_name);
  }
  dataset::SplitChoice choice = split_choice(given);
  choice.learns_from_valid = false;  // until the preset is known, which depends on the splits
  fraction = dataset::complete_splits(parts, choice);
  const double share = dataset::label_share(parts);
  options = methods::complete_options(given, share);
  training = methods::training_options(options, methods::network_options(given, share));
  if (methods::learns_from_valid(options)) dataset::learn_from_valid(parts);
  warnings = parts.warnings;
  facts = api::facts_of(parts);
  warn_of_classes(parts, data_name, methods::uses_rules(method), warnings);
  PlanOptions plan;
  plan.max_groundings = options.max_groundings.value();
  graphs = dataset::graphs_for(knowledge, std::move(parts), choice.paradigm, plan);
  run.emplace(knowledge, graphs.train, graphs.valid, training);
  if (run->trust() && run->trust()->folds == 0) {
    warnings.push_back(warning_about(
        data_name, "there are too few training labels for folds: rules that are not fixed get the weight " +
                       base::to_text(training.trust.prior) + " (--" +
                       train::option_of(&Options::rule_prior).name + ")"));
  }
}

Training::Training(Knowledge knowledge, const Dataset& data, const Options& options)
    : work_(std::make_unique<Work>(std::move(knowledge), data, options)) {}

Training::~Training() = default;

void Training::use_checkpoint(const std::filesystem::path& path) {
  work_->checkpoint.emplace(path, work_->options, work_->training, work_->knowledge, work_->facts.digest);
}

bool Training::resume() {
  if (!work_->checkpoint || !work_->checkpoint->exists()) return false;
  work_->checkpoint->restore(*work_->run);
  return true;
}

Model Training::run(const std::function<bool(const TrainProgress&)>& on_epoch) {
  train::TrainingRun& run = *work_->run;
  bool goes_on = true;
  while (goes_on && !run.is_finished()) {
    TrainProgress progress;
    progress.is_in_folds = run.is_in_folds();
    progress.most_epochs = run.most_epochs();
    progress.epoch = run.run_epoch();
    progress.is_last = run.is_finished() || progress.is_in_folds != run.is_in_folds();
    goes_on = !on_epoch || on_epoch(progress);
    if (goes_on && work_->checkpoint && !run.is_finished()) work_->checkpoint->write_if_due(run);
  }
  if (!run.is_finished()) {
    if (work_->checkpoint) work_->checkpoint->write(run);
    throw Error(ErrorKind::interrupted, "the training was stopped");
  }
  return Model(
      TrainedModel{work_->knowledge, run.widths(), run.finish(), run.trust(), split_choice(work_->options)});
}

void Training::remove_checkpoint() const {
  if (work_->checkpoint) work_->checkpoint->remove();
}

void Training::release_checkpoint() {
  work_->checkpoint.reset();
}

const Options& Training::options() const {
  return work_->options;
}

const std::vector<Diagnostic>& Training::warnings() const {
  return work_->warnings;
}

}  // namespace kenn
