// The part of `kenn enhance` that labels are for: learning the weights, and counting what is right.
#pragma once

#include <kenn/kenn.h>

#include <string>
#include <vector>

#include "enhance_inputs.h"
#include "enhance_report.h"
#include "enhance_run.h"
#include "methods/fit_weights.h"
#include "table/labels.h"

namespace kenn::cli {

// What is known of one predicted table; without a file when nothing was given.
struct TableLabels {
  TableIndex table = 0;
  std::string file;
  Labels labels;
};

// One element per predicted table, in their order. Throws `Error` for a wrong file, and when a table is
// unknown or given twice.
std::vector<TableLabels> read_table_labels(const Tables& tables, const std::vector<NamedFile>& files);

using Logits = std::vector<std::vector<float>>;  // one element per predicted table

// Learns the weights from the labels that are for training, and tells what it did on standard error where a
// person looks. Throws `Error`, also for labels that say nothing.
FitResult fit_to_labels(const Plan& plan, const Tables& tables, const std::vector<TableLabels>& labels,
                        const Logits& logits, const EnhanceArguments& arguments,
                        const EnhanceOptions& options);

// How many labels are predicted right before and after, for every table and split that has labels.
std::vector<LabelScore> score_labels(const Tables& tables, const std::vector<TableLabels>& labels,
                                     const Logits& before, const Logits& after);

}  // namespace kenn::cli
