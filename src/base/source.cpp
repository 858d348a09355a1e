// A source text and places in it.
#include "base/source.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include "base/utf8.h"

namespace kenn {

namespace {

constexpr std::size_t characters_before_caret = 70;
constexpr std::size_t widest_excerpt = 110;
constexpr const char* ellipsis = "\xe2\x80\xa6";  // U+2026

[[noreturn]] void fail(const std::string& name, const std::string& message) {
  Diagnostic diagnostic;
  diagnostic.file = name;
  diagnostic.message = message;
  throw Error(ErrorKind::file, {diagnostic});
}

class FileDescriptor {
 public:
  explicit FileDescriptor(const std::string& name) : value_(::open(name.c_str(), O_RDONLY | O_CLOEXEC)) {}
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  ~FileDescriptor() {
    if (value_ >= 0) ::close(value_);
  }
  [[nodiscard]] int value() const { return value_; }

 private:
  int value_;
};

std::string read_all(int descriptor, const std::string& name) {
  std::string text;
  std::array<char, std::size_t{1} << 16> buffer{};
  while (true) {
    const ssize_t count = ::read(descriptor, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(name, "cannot read the file: " + std::generic_category().message(errno));
    if (count == 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(count));
    if (text.size() > SourceText::largest_size) fail(name, "a knowledge text may have at most 1 GiB");
  }
}

std::string read_file(const std::string& name) {
  const FileDescriptor file(name);
  if (file.value() < 0) fail(name, "cannot open the file: " + std::generic_category().message(errno));
  return read_all(file.value(), name);
}

// Bytes of the character that `text`, which is not empty, ends with.
std::size_t last_character_length(std::string_view text) {
  for (std::size_t length = 1; length <= std::min<std::size_t>(4, text.size()); ++length) {
    if (base::utf8_length(text.substr(text.size() - length)) == length) return length;
  }
  return 1;
}

// The characters of `text` from `begin` up to the end of the line, at most `limit` of them.
std::string characters_from(std::string_view text, std::size_t begin, std::size_t limit) {
  std::string shown;
  for (std::size_t count = 0; begin < text.size() && text[begin] != '\n'; ++count) {
    if (text.substr(begin, 2) == "\r\n") break;
    if (count == limit) return shown + ellipsis;
    const std::string_view rest = text.substr(begin);
    shown += base::printable_character(rest);
    begin += std::max<std::size_t>(1, base::utf8_length(rest));
  }
  return shown;
}

}  // namespace

SourceText::SourceText(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (text_.starts_with(byte_order_mark)) text_.erase(0, byte_order_mark.size());
}

SourceText::SourceText(const std::filesystem::path& path)
    : SourceText(path.string(), read_file(path.string())) {}

SourceText SourceText::from_standard_input() {
  const std::string name = "<standard input>";
  return {name, read_all(STDIN_FILENO, name)};
}

}  // namespace kenn

namespace kenn::base {

SourceLocation LocationCursor::locate(std::size_t offset) {
  offset = std::min(offset, text_.size());
  if (offset < offset_) {
    offset_ = 0;
    location_ = {1, 1};
  }
  while (true) {
    const std::size_t newline = text_.substr(0, offset).find('\n', offset_);
    if (newline == std::string_view::npos) break;
    offset_ = newline + 1;
    location_ = {location_.line + 1, 1};
  }
  location_.column += static_cast<std::uint32_t>(count_characters(text_.substr(offset_, offset - offset_)));
  offset_ = offset;
  return location_;
}

Excerpt excerpt_at(std::string_view text, std::size_t offset) {
  offset = std::min(offset, text.size());
  std::size_t begin = offset;
  std::size_t count = 0;
  const auto at_line_start = [&] { return begin == 0 || text[begin - 1] == '\n'; };
  while (!at_line_start() && count < characters_before_caret) {
    begin -= last_character_length(text.substr(0, begin));
    ++count;
  }
  Excerpt excerpt;
  if (!at_line_start()) {
    excerpt.text = ellipsis;
    excerpt.caret = 1;
  }
  for (std::size_t place = begin; place < offset; ++excerpt.caret) {
    const std::string_view rest = text.substr(place, offset - place);
    excerpt.text += printable_character(rest);
    place += std::max<std::size_t>(1, utf8_length(rest));
  }
  excerpt.text += characters_from(text, offset, widest_excerpt - excerpt.caret);
  return excerpt;
}

}  // namespace kenn::base
