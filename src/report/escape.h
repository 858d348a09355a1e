// Text of any kind inside Markdown and scripts: names come from the files of users.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace kenn::report {

using Json = nlohmann::ordered_json;

// For a cell of a Markdown table: one line, and none of its characters is markup. What has no place on a
// screen (control characters, marks that reorder text, invalid UTF-8) becomes U+FFFD.
std::string markdown_cell(std::string_view text);

// A name for a file: letters, digits, "-" and "_" stay, anything else becomes "-".
std::string file_safe(std::string_view text);

// JSON in one line. Numbers that are none are null, bytes that are no UTF-8 become U+FFFD.
std::string json_text(const Json& json);

// The same JSON as it may stand in a script element: no "<" in it.
std::string script_json(const Json& json);

}  // namespace kenn::report
