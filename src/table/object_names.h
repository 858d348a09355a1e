// The names (ids) of the objects of a type, and the way back from a name to its object.
#pragma once

#include <kenn/tables.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "table/id_index.h"

namespace kenn {

class Tables::ObjectNames {
 public:
  // Throws `Error` when two names are the same, or one cannot be an id.
  ObjectNames(const std::string& type, std::vector<std::string> names);

  [[nodiscard]] std::optional<Row> find(std::string_view name) const { return rows_.find(names_, name); }
  void find(std::span<const std::string_view> names, std::span<Row> rows) const {
    rows_.find(names_, names, rows);
  }
  [[nodiscard]] std::span<const std::string> all() const { return names_; }
  [[nodiscard]] const std::string& name_of(Row row) const { return names_[row]; }

 private:
  std::vector<std::string> names_;
  table::IdIndex rows_;
};

}  // namespace kenn
