// The names (ids) of the objects of a type, and the way back from a name to its object.
#pragma once

#include <kenn/tables.h>

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace kenn {

class Tables::ObjectNames {
 public:
  // Throws `Error` when two names are the same, or one cannot be an id.
  ObjectNames(const std::string& type, std::vector<std::string> names);

  ObjectNames(const ObjectNames&) = delete;
  ObjectNames& operator=(const ObjectNames&) = delete;

  [[nodiscard]] std::optional<Row> find(std::string_view name) const;
  [[nodiscard]] std::span<const std::string> all() const { return names_; }
  [[nodiscard]] const std::string& name_of(Row row) const { return names_[row]; }

 private:
  std::vector<std::string> names_;
  std::unordered_map<std::string_view, Row> rows_;  // its keys point into names_
};

}  // namespace kenn
