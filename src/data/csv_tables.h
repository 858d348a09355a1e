// Tables as CSV files in a folder.
#pragma once

#include <filesystem>

#include "data/table_source.h"

namespace kenn {

// Table `Paper` is `Paper.csv`: a header line with the names of the columns, then one row per line.
class CsvTables : public TableSource {
 public:
  explicit CsvTables(std::filesystem::path folder);

  std::unique_ptr<TableRows> open(const std::string& table) override;
  [[nodiscard]] std::string describe(const std::string& table) const override;

 private:
  std::filesystem::path folder_;
};

// The rows of one such file. Throws `Error` when the file cannot be read, or has no header.
std::unique_ptr<TableRows> open_csv_table(const std::filesystem::path& path);

}  // namespace kenn
