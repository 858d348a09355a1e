// A source text and places in it.
#pragma once

#include <kenn/error.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace kenn {

// A knowledge text with the name it is known by. Syntax trees point into it, so it never moves.
class SourceText {
 public:
  // A byte order mark at the start is not part of the text.
  SourceText(std::string name, std::string text);

  // Reads a regular file, a pipe or a device; throws `Error` (kind file) when it cannot, and for a text of
  // more than `largest_size` bytes.
  explicit SourceText(const std::filesystem::path& path);

  // The same for what comes in on standard input; its name is "<standard input>".
  static SourceText from_standard_input();

  SourceText(const SourceText&) = delete;
  SourceText& operator=(const SourceText&) = delete;

  static constexpr std::size_t largest_size = std::size_t{1} << 30;

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string name_;
  std::string text_;
};

}  // namespace kenn

namespace kenn::base {

// Turns byte offsets into lines and columns. Offsets that come in ascending order cost one walk through the
// text in all, however long its lines are.
class LocationCursor {
 public:
  explicit LocationCursor(std::string_view text) : text_(text) {}

  SourceLocation locate(std::size_t offset);

 private:
  std::string_view text_;
  std::size_t offset_ = 0;
  SourceLocation location_{1, 1};
};

// The line around a place, made printable, cut to a window when it is long.
struct Excerpt {
  std::string text;
  std::uint32_t caret = 0;  // characters of `text` before the place
};

Excerpt excerpt_at(std::string_view text, std::size_t offset);

}  // namespace kenn::base
