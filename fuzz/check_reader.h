// What every input must satisfy, whichever reader gets it.
#pragma once

#include <kenn/kenn.h>

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

namespace kenn {

inline void require(bool condition) {
  if (!condition) std::abort();
}

inline std::optional<Knowledge> read_if_correct(const std::string& text, Syntax syntax) {
  try {
    return Knowledge::from_text(text, "input", syntax);
  } catch (const Error& error) {
    require(!error.diagnostics().empty() && error.line() > 0 && error.column() > 0);
    return std::nullopt;
  }
}

// A text is either rejected with a place, or its clauses printed and read again are the same clauses.
inline void check_reader(const std::uint8_t* data, std::size_t size, Syntax syntax) {
  const auto knowledge = read_if_correct({reinterpret_cast<const char*>(data), size}, syntax);
  if (!knowledge) return;
  const auto again = read_if_correct(to_text(*knowledge), Syntax::kenn);
  require(again.has_value());
  require(again->types() == knowledge->types());
  require(again->clauses().size() == knowledge->clauses().size());
  for (std::size_t i = 0; i < knowledge->clauses().size(); ++i) {
    Clause expected = knowledge->clauses()[i];
    expected.location = again->clauses()[i].location;
    require(again->clauses()[i] == expected);
  }
}

}  // namespace kenn
