// The objects of a data set of LINQS, from its file NAME.content.
//
// Before: p1  0  1  0  AI     After: ids p1 p2,  features (0,1) = 1, (1,0) = 1, (1,2) = 1,  labels AI DB
//         p2  1  0  1  DB
#pragma once

#include <kenn/clause.h>

#include <span>
#include <string>
#include <vector>

#include "base/file.h"
#include "dataset/read_dataset.h"

namespace kenn::dataset {

struct LinqsContent {
  std::vector<std::string> ids;
  table::Labels labels;
  table::Features features;  // sparse
};

// A line has words separated by tabs or blanks; all lines have the same number of them. Throws `Error` (kind
// data).
LinqsContent read_linqs_content(base::InputFile& file, const Vocabulary& vocabulary,
                                std::span<const PredicateIndex> predicted);

}  // namespace kenn::dataset
