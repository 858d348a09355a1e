// What `kenn fit` and `kenn enhance` use labels for: learning the weights, and counting what is right.
#include "enhance_fit.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/nearest_name.h"
#include "base/spelling.h"
#include "dataset/label_table.h"
#include "io/csv_rows.h"
#include "nn/loss.h"
#include "train/option_table.h"
#include "trust/seen_labels.h"

namespace kenn::cli {

namespace {

[[noreturn]] void fail_no_table(const Schema& schema, const NamedFile& named) {
  std::vector<std::string_view> names;
  for (const TableSchema& table : schema.tables) {
    if (table.role == Role::predict) names.push_back(table.name);
  }
  throw Error(
      ErrorKind::data,
      "the knowledge predicts no table " + base::in_quotes(named.name) + base::suggestion(named.name, names),
      named.file);
}

// All labels of a table that are in a split.
nn::TableLoss loss_of(const Tables& tables, const TableLabels& labels, table::Split split) {
  return {tables.vocabulary(), tables.schema().tables[labels.table], labels.labels,
          nn::rows_in(labels.labels, tables.row_count(labels.table), split)};
}

Diagnostic warning(std::string file, std::string message) {
  Diagnostic diagnostic;
  diagnostic.severity = Severity::warning;
  diagnostic.file = std::move(file);
  diagnostic.message = std::move(message);
  return diagnostic;
}

std::string seen_message(const trust::RowsRight& count) {
  return "the logits are right on " + std::to_string(count.right) + " of " + std::to_string(count.rows) +
         " labelled rows. If their model was trained on these labels, the weights of the rules mean little. "
         "Pass "
         "out-of-fold logits: those of each labelled row from a model trained without it, such as "
         "cross_val_predict in "
         "scikit-learn or kenn.torch.cross_fit gives; see docs/fit.md";
}

}  // namespace

std::vector<TableLabels> read_table_labels(const Tables& tables, const std::vector<NamedFile>& files) {
  const Schema& schema = tables.schema();
  std::vector<TableLabels> all;
  for (TableIndex table = 0; table < schema.tables.size(); ++table) {
    if (schema.tables[table].role != Role::predict) continue;
    table::Labels nothing;
    nothing.atoms.assign(tables.row_count(table) * schema.tables[table].columns.size(),
                         table::Known::nothing);
    nothing.splits.assign(tables.row_count(table), table::Split::none);
    all.push_back({table, "", std::move(nothing)});
  }
  for (const NamedFile& named : files) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const TableLabels& labels) {
      return schema.tables[labels.table].name == named.name;
    });
    if (found == all.end()) fail_no_table(schema, named);
    if (!found->file.empty()) {
      throw Error(
          ErrorKind::data,
          "the labels of " + base::in_quotes(named.name) + " are given twice, here and as " + found->file,
          named.file);
    }
    found->file = named.file;
    found->labels = dataset::read_labels(*io::open_csv_table(named.file), tables, found->table);
  }
  return all;
}

trust::Trust fit_to_labels(const Plan& plan, const Knowledge& knowledge, const Tables& tables,
                           const std::vector<TableLabels>& labels, const Logits& logits,
                           const EnhanceArguments& arguments, const EnhanceOptions& options,
                           std::vector<Diagnostic>& warnings) {
  std::vector<trust::TrustTable> to_trust;
  std::vector<trust::FoldTable> to_fold;
  std::string file;  // the first one, which warnings are about
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const TableSchema& schema = tables.schema().tables[labels[i].table];
    const table::Labels& known = labels[i].labels;
    const std::vector<bool> is_in =
        nn::rows_in(known, tables.row_count(labels[i].table), table::Split::train);
    to_trust.push_back({&schema, &known, is_in, logits[i]});
    to_fold.push_back({&schema, &known, is_in});
    if (file.empty()) file = labels[i].file;
  }
  if (std::all_of(labels.begin(), labels.end(), [&](const TableLabels& each) {
        return loss_of(tables, each, table::Split::train).is_empty();
      })) {
    throw Error(ErrorKind::data, "there is no label to learn from");
  }
  const trust::Folds folds =
      trust::choose_folds(to_fold, arguments.options.folds.value(), arguments.options.seed.value());
  if (folds.count < 2) {
    warnings.push_back(
        warning(file,
                "too few labels for two folds, which need 4 labelled rows: learned weights are "
                "what --" +
                    train::option_of(&Options::rule_prior).name + " says"));
  } else if (const trust::RowsRight count = trust::rows_right(knowledge.vocabulary(), to_trust);
             count.look_seen()) {
    warnings.push_back(warning(file, seen_message(count)));
  }
  trust::TrustOptions trust;
  trust.folds = arguments.options.folds.value();
  trust.strength = arguments.options.trust_strength;
  trust.prior = arguments.options.rule_prior.value();
  const nn::Loss loss = base::from_word<nn::Loss>(arguments.options.loss.value()).value();
  return trust::find_trust_on(plan, knowledge, to_trust, folds, options, loss, trust);
}

std::vector<LabelScore> score_labels(const Tables& tables, const std::vector<TableLabels>& labels,
                                     const Logits& before, const Logits& after) {
  constexpr std::array<std::pair<table::Split, const char*>, 3> splits = {
      {{table::Split::train, "train"}, {table::Split::valid, "valid"}, {table::Split::test, "test"}}};
  std::vector<LabelScore> scores;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    for (const auto& [split, name] : splits) {
      const nn::TableLoss loss = loss_of(tables, labels[i], split);
      if (loss.is_empty()) continue;
      const nn::TableLoss::Score first = loss.score(before[i]);
      const nn::TableLoss::Score last = loss.score(after[i]);
      scores.push_back(
          {tables.schema().tables[labels[i].table].name, name, first.known, first.right, last.right});
    }
  }
  return scores;
}

}  // namespace kenn::cli
