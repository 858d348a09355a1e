// What `kenn fit` and `kenn enhance` use labels for: learning the weights, and counting what is right.
#pragma once

#include <kenn/kenn.h>

#include <string>
#include <vector>

#include "enhance_inputs.h"
#include "enhance_report.h"
#include "enhance_run.h"
#include "table/labels.h"
#include "trust/trust.h"

namespace kenn::cli {

// What is known of one predicted table: nothing about any row when there is no file.
struct TableLabels {
  TableIndex table = 0;
  std::string file;
  table::Labels labels;
};

// One element per predicted table, in their order. Throws `Error` for a wrong file, and when a table is
// unknown or given twice.
std::vector<TableLabels> read_table_labels(const Tables& tables, const std::vector<NamedFile>& files);

using Logits = std::vector<std::vector<float>>;  // one element per predicted table

// Learns the weights from the labels that are for training. Warns when there are too few of them, and when
// the logits look as if their model had seen them. Throws `Error` when there is no label.
trust::Trust fit_to_labels(const Plan& plan, const Knowledge& knowledge, const Tables& tables,
                           const std::vector<TableLabels>& labels, const Logits& logits,
                           const EnhanceArguments& arguments, const EnhanceOptions& options,
                           std::vector<Diagnostic>& warnings);

// How many labels are predicted right before and after, for every table and split that has labels.
std::vector<LabelScore> score_labels(const Tables& tables, const std::vector<TableLabels>& labels,
                                     const Logits& before, const Logits& after);

}  // namespace kenn::cli
