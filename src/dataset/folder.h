// The data folder: one CSV file per type, with the ids of its objects, and one per relation.
#pragma once

#include <kenn/tables.h>

#include <filesystem>
#include <string>
#include <vector>

namespace kenn::dataset {

struct FolderTables {
  Tables tables;
  std::vector<Diagnostic> warnings;
};

// Reads `Paper.csv` (column `id`; others are not looked at) for every type and `Cite.csv` (ids, perhaps
// `truth`) for every relation of the knowledge; after the ids of a predicted relation there may be other
// columns. Throws `Error` when one is missing or wrong.
FolderTables read_folder_tables(const Knowledge& knowledge, const std::filesystem::path& folder);

// The column `id` of a CSV file with a header line. Throws `Error` when it is not there, a field is empty, or
// an id is repeated.
std::vector<std::string> read_id_column(const std::filesystem::path& path);

}  // namespace kenn::dataset
