// Says what stands at a place where something else was expected.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace kenn::knowledge {

// The identifier that starts at `offset`, if one does.
std::optional<std::string_view> word_at(std::string_view text, std::size_t offset);

// "'Smoker'", "the word 'rule'", "'=>'; did you mean '->'?", "a string", "the character U+00A0", "the end of
// the file". `text` is valid UTF-8.
std::string describe_token(std::string_view text, std::size_t offset);

}  // namespace kenn::knowledge
