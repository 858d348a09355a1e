// The listed tuples of a relation, from a CSV or an NPY file.
#pragma once

#include <kenn/tables.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"

namespace kenn::dataset {

// How the objects of one argument are written in a relation file.
struct ArgumentObjects {
  std::string type;                  // for messages
  std::optional<std::size_t> count;  // of the objects; without it every row number up to 2^32-2 is accepted
  // The rows of ids, `no_row` where there is no such object; several threads may ask. Empty: objects are row
  // numbers.
  std::function<void(std::span<const std::string_view> ids, std::span<Row> rows)> rows_of_ids = {};
  std::span<const std::string> ids = {};  // for "did you mean"; may stay empty
};

struct RelationData {
  std::vector<Row> tuples;   // the arguments of a tuple side by side
  std::vector<float> truth;  // one degree in [0, 1] per tuple; empty when the file has none
};

enum class TruthColumn : std::uint8_t { allowed, refused };

// Columns after the arguments, such as labels and features of a predicted relation.
enum class OtherColumns : std::uint8_t { refused, ignored };

struct RelationOptions {
  OtherColumns other_columns = OtherColumns::refused;
  std::uint32_t threads = 0;  // which have no influence on the result; 0: one per core
};

// Reads the file by the ending of its name, .csv or .npy. `arguments` has at least one element. Throws
// `Error`: kind file when the file cannot be read or held in memory or has another ending, kind data with up
// to 20 errors for what is wrong in it.
RelationData read_relation(const std::filesystem::path& path, std::string_view relation_name,
                           std::span<const ArgumentObjects> arguments, TruthColumn truth,
                           const RelationOptions& options = {});

// CSV as in RFC 4180: a header line, then one tuple per line. The columns are the arguments, in their order
// and under any name, and perhaps one named `truth`, which may stand anywhere. Others are refused or not
// looked at.
//
// - Lines end with LF or CRLF, the last one perhaps with nothing. A byte order mark and empty lines at the
//   end do not count. A line has at most 64 MiB.
// - Spaces and tabs around a field do not count, those inside its quotes do.
// - A row number counts from 0 and may be written in any way that is a whole number: 3, +3, 3.0, 3e0.
// - With `rows_of_ids` every field of the argument is an id, also one that looks like a number.
RelationData read_csv_relation(base::InputFile& file, std::string_view relation_name,
                               std::span<const ArgumentObjects> arguments, TruthColumn truth,
                               const RelationOptions& options = {});

// An array with one row per tuple and one column per argument, or one more for truth degrees; for one
// argument it may be one-dimensional. Integers of any size, or float32 and float64 with whole numbers in the
// columns of the arguments. They are row numbers, also where objects have ids.
RelationData read_npy_relation(base::InputFile& file, std::string_view relation_name,
                               std::span<const ArgumentObjects> arguments, TruthColumn truth);

}  // namespace kenn::dataset
