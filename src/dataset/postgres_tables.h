// Tables in a PostgreSQL database.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "io/read_watch.h"
#include "io/table_source.h"

struct pg_conn;

namespace kenn::dataset {

// Rows come in the order of the primary key; those of a table without one in the order of `id`, or of all
// columns when there is no `id`. Texts are ordered by their bytes. Separate features are in `Paper_features`.
// Everything is read in one transaction, a block of rows at a time.
class PostgresTables : public io::TableSource {
 public:
  // `connection` is a URI, or `name=value` pairs as libpq understands them. Reading goes on as long as the
  // watch, which must stay, lets it. Throws `Error`; also where libpq is not installed.
  PostgresTables(const std::string& connection, io::ReadWatch& watch);

  std::unique_ptr<io::TableRows> open(const std::string& table) override;
  std::string missing(const std::string& table, const std::string& content) override;
  [[nodiscard]] io::TableName name_of(const std::string& table) const override;
  std::optional<io::SeparateFeatures> separate_features(const Tables& tables, TypeIndex type) override;

 private:
  struct Close {
    void operator()(pg_conn* connection) const;
  };

  std::unique_ptr<pg_conn, Close> connection_;
  io::ReadWatch& watch_;
  std::string name_;  // of the database, for messages
  std::size_t opened_ = 0;
};

}  // namespace kenn::dataset
