// Features in MatrixMarket files, the text files of matrices that SciPy, Matlab and Julia write.
//
// Before: %%MatrixMarket matrix coordinate real general
//         3 2 2
//         1 2 0.5
//         3 1 4
// After:  3 rows, 2 columns, sparse: (0,1) = 0.5, (2,0) = 4
#pragma once

#include <cstddef>
#include <string>

#include "base/file.h"
#include "table/features.h"

namespace kenn::io {

// Reads `coordinate` (which stays sparse) of real, integer or pattern and `array` of real or integer, always
// `general`. There must be a row for each of the `count` objects of `type`. Throws `Error`: kind file when
// the file cannot be read, kind data for what is wrong in it. Memory is taken for what the file has, not for
// what it promises.
table::Features read_matrix_market(base::InputFile& file, const std::string& type, std::size_t count);

// "there are 3 rows, but Paper has 4 objects"
std::string row_count_complaint(std::size_t rows, const std::string& type, std::size_t count);

}  // namespace kenn::io
