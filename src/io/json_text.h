// The one place where JSON is parsed: nothing nested deeply, and no key twice in an object.
#pragma once

#include <kenn/error.h>

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace kenn::io {

// What makes a text no JSON that kenn reads.
struct JsonFault {
  std::optional<std::size_t> offset;  // where, if the parser knows it
  std::string message;
};

// What a handler of `read_json_events` derives from; parsing ends when one of its functions returns false.
class JsonEvents : public nlohmann::json_sax<nlohmann::ordered_json> {
 public:
  bool binary(binary_t& value) override;  // JSON has none
  bool parse_error(std::size_t position, const std::string& token,
                   const nlohmann::detail::exception& error) override;

  [[nodiscard]] const std::optional<JsonFault>& fault() const { return fault_; }

 protected:
  bool fail(std::string message);

 private:
  std::optional<JsonFault> fault_;
};

// Calls the events of a text one after the other. Returns what is wrong with it, if anything is: then the
// events before that have been called, or none if it is nested too deeply.
std::optional<JsonFault> read_json_events(std::string_view text, JsonEvents& events);

// A fault as messages show it.
Diagnostic to_diagnostic(const JsonFault& fault, std::string_view text);

// The whole text as a tree. Throws `Error` (kind data) with the place of what is wrong.
nlohmann::ordered_json parse_json(std::string_view text);

// The same for a text that is part of a file: complaints name the file and the part, and no place in it.
nlohmann::ordered_json parse_json(std::string_view text, std::string_view part, const std::string& file);

}  // namespace kenn::io
