// The part of `kenn enhance` that labels are for: learning the weights, and counting what is right.
#include "enhance_fit.h"

#include <algorithm>
#include <array>
#include <utility>

#include "data/csv_rows.h"
#include "data/label_table.h"
#include "knowledge/nearest_name.h"
#include "knowledge/spelling.h"

namespace kenn::cli {

namespace {

[[noreturn]] void fail_no_table(const Schema& schema, const NamedFile& named) {
  std::vector<std::string_view> names;
  for (const TableSchema& table : schema.tables) {
    if (table.role == Role::predict) names.push_back(table.name);
  }
  throw Error(ErrorKind::data,
              "the knowledge predicts no table " + in_quotes(named.name) + suggestion(named.name, names),
              named.file);
}

// All labels of a table that are in a split.
TableLoss loss_of(const Tables& tables, const TableLabels& labels, Split split) {
  const std::size_t rows = labels.file.empty() ? 0 : tables.row_count(labels.table);
  return {tables.vocabulary(), tables.schema().tables[labels.table], labels.labels,
          rows_in(labels.labels, rows, split)};
}

}  // namespace

std::vector<TableLabels> read_table_labels(const Tables& tables, const std::vector<NamedFile>& files) {
  const Schema& schema = tables.schema();
  std::vector<TableLabels> all;
  for (TableIndex table = 0; table < schema.tables.size(); ++table) {
    if (schema.tables[table].role == Role::predict) all.push_back({table, "", {}});
  }
  for (const NamedFile& named : files) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const TableLabels& labels) {
      return schema.tables[labels.table].name == named.name;
    });
    if (found == all.end()) fail_no_table(schema, named);
    if (!found->file.empty()) {
      throw Error(ErrorKind::data,
                  "the labels of " + in_quotes(named.name) + " are given twice, here and as " + found->file,
                  named.file);
    }
    found->file = named.file;
    found->labels = read_labels(*open_csv_table(named.file), tables, found->table);
  }
  return all;
}

FitResult fit_to_labels(const Plan& plan, const Tables& tables, const std::vector<TableLabels>& labels,
                        const Logits& logits, const EnhanceArguments& arguments,
                        const EnhanceOptions& options) {
  std::vector<FitTable> fit_tables;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    fit_tables.push_back(
        {logits[i], loss_of(tables, labels[i], Split::train), loss_of(tables, labels[i], Split::valid)});
  }
  FitOptions fit;
  fit.enhance = options;
  fit.loss = arguments.loss == "linear" ? Loss::linear : Loss::cross_entropy;
  fit.learning_rate = arguments.learning_rate;
  fit.epochs = arguments.epochs;
  return fit_weights(plan, fit_tables, fit);
}

std::vector<LabelScore> score_labels(const Tables& tables, const std::vector<TableLabels>& labels,
                                     const Logits& before, const Logits& after) {
  constexpr std::array<std::pair<Split, const char*>, 3> splits = {
      {{Split::train, "train"}, {Split::valid, "valid"}, {Split::test, "test"}}};
  std::vector<LabelScore> scores;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    for (const auto& [split, name] : splits) {
      const TableLoss loss = loss_of(tables, labels[i], split);
      if (loss.is_empty()) continue;
      const TableLoss::Score first = loss.score(before[i]);
      const TableLoss::Score last = loss.score(after[i]);
      scores.push_back(
          {tables.schema().tables[labels[i].table].name, name, first.known, first.right, last.right});
    }
  }
  return scores;
}

}  // namespace kenn::cli
