// The data folder: one CSV file per type, with the ids of its objects, and one per relation.
#include "data/folder.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "data/csv_scanner.h"
#include "data/findings.h"
#include "data/relation_files.h"
#include "knowledge/spelling.h"

namespace kenn {

namespace {

class IdReader {
 public:
  explicit IdReader(InputFile& file) : scanner_(file), findings_(file.name()) {}

  std::vector<std::string> read() {
    read_header();
    findings_.throw_if_any();
    while (!findings_.full() && scanner_.next()) {
      if (scanner_.record().is_empty_line()) {
        if (empty_line_ == 0) empty_line_ = scanner_.locate(0).line;
        continue;
      }
      if (empty_line_ != 0) {
        findings_.error({empty_line_, 1}, "this line is empty", "", 0);
        empty_line_ = 0;
      }
      read_record();
    }
    findings_.throw_if_any();
    return std::move(ids_);
  }

 private:
  void read_header() {
    if (!scanner_.next()) return findings_.error("the file is empty; its first line must name the columns");
    if (scanner_.problem()) return error(scanner_.problem()->offset, scanner_.problem()->message);
    const auto& names = scanner_.record().fields();
    const auto found =
        std::find_if(names.begin(), names.end(), [](const CsvField& field) { return field.text == "id"; });
    if (found == names.end()) return error(0, "there is no column 'id'");
    const auto second =
        std::find_if(found + 1, names.end(), [](const CsvField& field) { return field.text == "id"; });
    if (second != names.end()) return error(second->offset, "there is a column 'id' already");
    column_ = static_cast<std::size_t>(found - names.begin());
    column_count_ = names.size();
  }

  void read_record() {
    if (scanner_.problem()) return error(scanner_.problem()->offset, scanner_.problem()->message);
    const auto& fields = scanner_.record().fields();
    if (fields.size() != column_count_) {
      return error(scanner_.record().text().size(), "this line has " + std::to_string(fields.size()) +
                                                        (fields.size() == 1 ? " field" : " fields") +
                                                        ", but the first line has " +
                                                        std::to_string(column_count_));
    }
    const CsvField& id = fields[column_];
    if (id.text.empty()) return error(id.offset, "the id is empty");
    const std::uint32_t line = scanner_.locate(id.offset).line;
    const auto [known, is_new] = lines_.emplace(std::string(id.text), line);
    if (!is_new) {
      return error(id.offset,
                   "the id " + in_quotes(id.text) + " is also in line " + std::to_string(known->second));
    }
    ids_.emplace_back(id.text);
  }

  void error(std::size_t offset, std::string message) {
    Excerpt excerpt = scanner_.excerpt(offset);
    findings_.error(scanner_.locate(offset), std::move(message), std::move(excerpt.text), excerpt.caret);
  }

  CsvScanner scanner_;
  Findings findings_;
  std::size_t column_ = 0;
  std::size_t column_count_ = 0;
  std::uint32_t empty_line_ = 0;  // the first of those that nothing else came after yet
  std::unordered_map<std::string, std::uint32_t> lines_;
  std::vector<std::string> ids_;
};

}  // namespace

std::vector<std::string> read_id_column(const std::filesystem::path& path) {
  InputFile file(path);
  return IdReader(file).read();
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

}  // namespace kenn
