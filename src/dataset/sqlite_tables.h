// Tables in a SQLite file.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "io/read_watch.h"
#include "io/table_source.h"

struct sqlite3;

namespace kenn::dataset {

// Rows come in the order of their rowid, those of a table without one in the order of its primary key, those
// of a view as it gives them. Separate features are in `Paper_features`. The file is not written to.
class SqliteTables : public io::TableSource {
 public:
  // Reading goes on as long as the watch, which must stay, lets it. Throws `Error`.
  SqliteTables(const std::string& path, io::ReadWatch& watch);

  std::unique_ptr<io::TableRows> open(const std::string& table) override;
  std::string missing(const std::string& table, const std::string& content) override;
  [[nodiscard]] io::TableName name_of(const std::string& table) const override;
  std::optional<io::SeparateFeatures> separate_features(const Tables& tables, TypeIndex type) override;

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };

  // Tables and views. Throws `Error`.
  std::vector<std::string> names();
  // "table" or "view"; nothing when there is no such one. Throws `Error`.
  std::optional<std::string> kind_of(const std::string& table);

  std::string path_;
  io::ReadWatch& watch_;
  std::unique_ptr<sqlite3, Close> database_;
};

}  // namespace kenn::dataset
