// What can be the id of an object.
//
// All readers ask here, so that the same ids are refused wherever they come from; docs/data.md has the rules.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kenn::table {

inline constexpr std::size_t longest_id = 65'536;  // bytes

// What is wrong with an id that is known to be text; empty when nothing is.
std::string id_complaint(std::string_view id);

// What is wrong with bytes that should be text: a zero byte, or no UTF-8; empty when nothing is.
std::string text_complaint(std::string_view text);

}  // namespace kenn::table
