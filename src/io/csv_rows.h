// A CSV file as a table of texts.
#pragma once

#include <filesystem>
#include <memory>

#include "io/table_source.h"

namespace kenn::io {

// The first line names the columns, then there is one row per line. Throws `Error` when the file cannot be
// read, or its first line is wrong.
std::unique_ptr<TableRows> open_csv_table(const std::filesystem::path& path);

}  // namespace kenn::io
