// The data folder: one CSV file per type, with the ids of its objects, and one per relation.
#include "dataset/folder.h"

#include <algorithm>
#include <memory>
#include <unordered_map>
#include <utility>

#include "base/spelling.h"
#include "dataset/relation_files.h"
#include "io/csv_rows.h"
#include "table/object_id.h"

namespace kenn::dataset {

std::vector<std::string> read_id_column(const std::filesystem::path& path) {
  const std::unique_ptr<io::TableRows> rows = io::open_csv_table(path);
  const std::vector<std::string>& names = rows->columns();
  const auto column = static_cast<std::size_t>(std::find(names.begin(), names.end(), "id") - names.begin());
  if (column == names.size()) rows->complain(0, "there is no column 'id'");
  rows->throw_if_any();
  std::unordered_map<std::string, std::uint64_t> lines;
  std::vector<std::string> ids;
  while (rows->next()) {
    std::string id(rows->cell(column));
    const auto [known, is_new] = lines.emplace(id, rows->number());
    if (std::string complaint = table::id_complaint(id); !complaint.empty()) {
      rows->complain(column, std::move(complaint));
    } else if (!is_new) {
      rows->complain(column,
                     "the id " + base::in_quotes(id) + " is also in line " + std::to_string(known->second));
    }
    ids.push_back(std::move(id));
  }
  rows->throw_if_any();
  return ids;
}

FolderTables read_folder_tables(const Knowledge& knowledge, const std::filesystem::path& folder) {
  FolderTables result{Tables(knowledge), {}};
  for (const Type& type : knowledge.types()) {
    result.tables.name_objects(type.name, read_id_column(folder / (type.name + ".csv")));
  }
  std::vector<RelationFile> files;
  for (const TableSchema& table : result.tables.schema().tables) {
    if (table.holds_all_objects()) continue;
    const auto others = table.role == Role::predict ? OtherColumns::ignored : OtherColumns::refused;
    files.push_back({table.name, folder / (table.name + ".csv"), others});
  }
  result.warnings = list_relation_files(result.tables, files);
  return result;
}

}  // namespace kenn::dataset
