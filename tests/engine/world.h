// The data of a test: objects and listed tuples, as both the oracle and the engine are given them.
#pragma once

#include <kenn/kenn.h>

#include <cstddef>
#include <string>
#include <vector>

namespace kenn::test {

// The objects of a type. Without ids they are known by their row numbers.
struct ObjectSet {
  std::size_t count = 0;
  std::vector<std::string> ids;
};

// The tuples of a table in the order of their listing, `arity` rows each, and a degree for each or none at
// all.
struct ListedTable {
  std::string name;
  std::size_t arity = 0;
  std::vector<Row> tuples;
  std::vector<float> degrees;

  [[nodiscard]] std::size_t count() const { return tuples.size() / arity; }
};

struct World {
  std::vector<ObjectSet> objects;  // one per type
  std::vector<ListedTable> listed;

  [[nodiscard]] const ListedTable& table(const std::string& name) const;
};

}  // namespace kenn::test
