// Reads the Python dictionary in the header of an NPY file.
#include <algorithm>
#include <charconv>
#include <system_error>
#include <utility>

#include "io/npy_header.h"

namespace kenn::io {

namespace {

// A place in the text; every function either moves it behind what it reads or returns nothing.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : rest_(text) {}

  bool skip(std::string_view token) {
    skip_blanks();
    if (!rest_.starts_with(token)) return false;
    rest_.remove_prefix(token.size());
    return true;
  }

  bool at_end() {
    skip_blanks();
    return rest_.empty();
  }

  std::optional<std::string_view> string() {
    skip_blanks();
    if (!rest_.starts_with('\'') && !rest_.starts_with('"')) return std::nullopt;
    const std::size_t end = rest_.find(rest_.front(), 1);
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view inside = rest_.substr(1, end - 1);
    rest_.remove_prefix(end + 1);
    return inside;
  }

  std::optional<bool> boolean() {
    if (skip("True")) return true;
    if (skip("False")) return false;
    return std::nullopt;
  }

  std::optional<std::uint64_t> number() {
    skip_blanks();
    std::uint64_t value = 0;
    const auto [end, status] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (status != std::errc()) return std::nullopt;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    if (rest_.starts_with('L')) rest_.remove_prefix(1);  // Python 2 writes 3L
    return value;
  }

  // `(3, 2)`, `(3,)` or `()`
  std::optional<std::vector<std::uint64_t>> shape() {
    std::vector<std::uint64_t> lengths;
    if (!skip("(")) return std::nullopt;
    while (!skip(")")) {
      if (!lengths.empty() && !skip(",")) return std::nullopt;
      if (!lengths.empty() && skip(")")) break;
      const auto length = number();
      if (!length) return std::nullopt;
      lengths.push_back(*length);
    }
    return lengths;
  }

  // Everything up to the bracket that closes the list at the start: the description of a record.
  std::optional<std::string_view> list() {
    const std::string_view begin = rest_;
    std::size_t depth = 0;
    do {
      if (string()) continue;
      if (rest_.empty()) return std::nullopt;
      if (rest_.front() == '[' || rest_.front() == '(') ++depth;
      if (rest_.front() == ']' || rest_.front() == ')') --depth;
      rest_.remove_prefix(1);
    } while (depth > 0);
    return begin.substr(0, begin.size() - rest_.size());
  }

  bool starts_list() {
    skip_blanks();
    return rest_.starts_with('[');
  }

 private:
  void skip_blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r\n"), rest_.size())); }

  std::string_view rest_;
};

// The number type of `<f4`, `|u1` and the like.
std::optional<NumberType> number_type(std::string_view description) {
  if (description.size() != 3) return std::nullopt;
  NumberType type;
  type.bytes = static_cast<std::size_t>(description[2] - '0');
  const bool is_size = type.bytes == 1 || type.bytes == 2 || type.bytes == 4 || type.bytes == 8;
  const std::string_view orders = type.bytes == 1 ? "<>|" : "<>";
  if (!is_size || orders.find(description[0]) == std::string_view::npos) return std::nullopt;
  type.big_endian = description[0] == '>';
  switch (description[1]) {
    case 'i':
      type.kind = NumberKind::signed_integer;
      return type;
    case 'u':
      type.kind = NumberKind::unsigned_integer;
      return type;
    case 'f':
      type.kind = NumberKind::floating;
      return type.bytes >= 4 ? std::optional(type) : std::nullopt;
    default:
      return std::nullopt;
  }
}

// Reads the value of one key into `header`.
bool read_value(std::string_view key, Cursor& cursor, NpyHeader& header) {
  if (key == "descr") {
    const bool is_list = cursor.starts_list();
    const auto description = is_list ? cursor.list() : cursor.string();
    if (!description) return false;
    header.description = *description;
    if (!is_list) header.type = number_type(*description);
    return true;
  }
  if (key == "fortran_order") {
    const auto order = cursor.boolean();
    header.fortran_order = order.value_or(false);
    return order.has_value();
  }
  auto shape = cursor.shape();
  if (key != "shape" || !shape) return false;
  header.shape = std::move(*shape);
  return true;
}

}  // namespace

std::optional<NpyHeader> parse_npy_dictionary(std::string_view text) {
  Cursor cursor(text);
  NpyHeader header;
  std::vector<std::string_view> keys;
  if (!cursor.skip("{")) return std::nullopt;
  while (!cursor.skip("}")) {
    if (!keys.empty() && !cursor.skip(",")) return std::nullopt;
    if (!keys.empty() && cursor.skip("}")) break;
    const auto key = cursor.string();
    if (!key || std::find(keys.begin(), keys.end(), *key) != keys.end()) return std::nullopt;
    if (!cursor.skip(":") || !read_value(*key, cursor, header)) return std::nullopt;
    keys.push_back(*key);
  }
  if (keys.size() != 3 || !cursor.at_end()) return std::nullopt;
  return header;
}

}  // namespace kenn::io
