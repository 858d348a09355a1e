// What a JSON parser's message says to a person.
#pragma once

#include <string>
#include <string_view>

namespace kenn::io {

// The part that says what is wrong: without the message's number, the place and the text read.
//   "[json.exception.parse_error.101] parse error at line 1, column 3: syntax error while parsing value -
//    invalid literal; last read: '{N'"  ->  "invalid literal"
inline std::string json_reason(std::string_view message) {
  const std::size_t dash = message.find(" - ");
  const std::size_t bracket = message.find("] ");
  if (dash != std::string_view::npos) {
    message.remove_prefix(dash + 3);
  } else if (bracket != std::string_view::npos) {
    message.remove_prefix(bracket + 2);
  }
  return std::string(message.substr(0, message.find("; last read")));
}

}  // namespace kenn::io
