// The data that a model is trained on, and what is worth a warning.
#include "learning/train_data.h"

#include <utility>

#include "base/spelling.h"
#include "dataset/inputs.h"
#include "dataset/read_dataset.h"
#include "learning/train_preset.h"
#include "trust_methods.h"

namespace kenn::cli {

namespace {

// Predicates of which no training label says that they hold.
void warn_of_classes(const Dataset& dataset, const TrainArguments& arguments,
                     std::vector<Diagnostic>& warnings) {
  const std::vector<TableSchema>& tables = dataset.tables.schema().tables;
  for (TableIndex table = 0; table < tables.size(); ++table) {
    const Labels& labels = dataset.labels[table];
    const std::size_t width = tables[table].columns.size();
    if (tables[table].role != Role::predict || labels.splits.empty()) continue;
    for (std::size_t column = 0; column < width; ++column) {
      bool is_there = false;
      for (std::size_t row = 0; row < labels.splits.size(); ++row) {
        is_there = is_there ||
                   (labels.splits[row] == Split::train && labels.atoms[row * width + column] == Known::yes);
      }
      if (is_there) continue;
      Diagnostic warning;
      warning.severity = Severity::warning;
      warning.file = source_name(arguments.data);
      warning.message =
          "no training example has " +
          in_quotes(dataset.tables.vocabulary().predicates[tables[table].columns[column]].name) +
          (arguments.method == "nn" ? "; the network cannot learn it" : "; only rules can predict it");
      warnings.push_back(std::move(warning));
    }
  }
}

void add_arguments(const TrainArguments& arguments, double share, TrainData& data) {
  data.arguments = with_preset(arguments, arguments.method, share);
  if (!can_cross_fit(arguments.method)) data.arguments.trust.cross_fits = false;
  if (arguments.preset.empty()) return;
  data.fold_network = with_preset(arguments, "nn", share);
  data.fold_network->method = "nn";
}

}  // namespace

SplitChoice split_choice(const TrainArguments& arguments) {
  return {arguments.paradigm == "inductive" ? Paradigm::inductive : Paradigm::transductive,
          arguments.train_fraction, arguments.seed, arguments.learns_from_valid()};
}

TrainData read_train_data(const Knowledge& knowledge, const TrainArguments& arguments) {
  SplitChoice choice = split_choice(arguments);
  choice.learns_from_valid = false;  // until the preset is known, which depends on the splits
  Dataset dataset = read_dataset(knowledge, arguments.data);
  if (choice.train_fraction && has_splits(dataset)) {
    throw Error(ErrorKind::data,
                "the data says in a column 'split' what is for training: leave out --train-fraction",
                source_name(arguments.data));
  }
  TrainData data;
  data.fraction = complete_splits(dataset, choice);
  add_arguments(arguments, label_share(dataset), data);
  if (data.arguments.learns_from_valid()) learn_from_valid(dataset);
  data.warnings = dataset.warnings;
  data.facts = facts_of(dataset);
  warn_of_classes(dataset, arguments, data.warnings);
  data.graphs = graphs_for(knowledge, std::move(dataset), choice.paradigm, arguments.plan);
  for (const TableIndex table : data.graphs.train->predicted) {
    data.widths.push_back(input_width(data.graphs.train->dataset, table));
  }
  return data;
}

}  // namespace kenn::cli
