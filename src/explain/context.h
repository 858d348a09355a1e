// What every explanation of one model on one data set shares.
#pragma once

#include <utility>

#include "explain/groundings.h"
#include "explain/names.h"
#include "explain/source.h"

namespace kenn::explain {

class Context {
 public:
  // Throws `Error` when the weights have the wrong number.
  explicit Context(Source of);

  const Source source;
  const Groundings groundings;
  const Names names;

  [[nodiscard]] const TableSchema& schema(TableIndex table) const {
    return source.tables.schema().tables[table];
  }
  [[nodiscard]] const Vocabulary& vocabulary() const { return source.knowledge.vocabulary(); }
};

}  // namespace kenn::explain
