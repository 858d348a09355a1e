// Tables as CSV files in a folder.
#pragma once

#include <filesystem>

#include "io/table_source.h"

namespace kenn::dataset {

// Table `Paper` is `Paper.csv`: a header line with the names of the columns, then one row per line. Separate
// features are in `Paper.features.npy` or `Paper.features.mtx`.
class CsvTables : public io::TableSource {
 public:
  explicit CsvTables(std::filesystem::path folder);

  std::unique_ptr<io::TableRows> open(const std::string& table) override;
  std::string missing(const std::string& table, const std::string& content) override;
  [[nodiscard]] io::TableName name_of(const std::string& table) const override;
  std::optional<io::SeparateFeatures> separate_features(const Tables& tables, TypeIndex type) override;

 private:
  std::filesystem::path folder_;
};

}  // namespace kenn::dataset
