// The names (ids) of the objects of a type, and the way back from a name to its object.
#include "table/object_names.h"

#include <utility>

#include "base/spelling.h"
#include "table/object_id.h"

namespace kenn {

Tables::ObjectNames::ObjectNames(const std::string& type, std::vector<std::string> names)
    : names_(std::move(names)), rows_(names_.size()) {
  for (Row row = 0; row < names_.size(); ++row) {
    std::string complaint = table::text_complaint(names_[row]);
    if (complaint.empty()) complaint = table::id_complaint(names_[row]);
    if (!complaint.empty()) {
      throw Error(ErrorKind::data, "object " + std::to_string(row) + " of type " + base::in_quotes(type) +
                                       " (counting from 0): " + complaint);
    }
    if (const auto known = rows_.add(names_, row)) {
      throw Error(ErrorKind::data, "two objects of type " + base::in_quotes(type) + " are called " +
                                       base::in_quotes(names_[row]) + ": rows " + std::to_string(*known) +
                                       " and " + std::to_string(row));
    }
  }
}

}  // namespace kenn
