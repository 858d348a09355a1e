// What can be the id of an object.
#include "table/object_id.h"

#include "base/utf8.h"

namespace kenn::table {

std::string id_complaint(std::string_view id) {
  if (id.empty()) return "the id is empty";
  if (id.size() <= longest_id) return "";
  return "the id has " + std::to_string(id.size()) + " bytes; at most " + std::to_string(longest_id) +
         " are possible";
}

std::string text_complaint(std::string_view text) {
  if (text.find('\0') != std::string_view::npos) return "a zero byte; this is not text";
  return base::invalid_utf8(text).count > 0 ? "the text is not UTF-8" : "";
}

}  // namespace kenn::table
