// UTF-8, as far as reading and showing source text needs it.
#include "knowledge/utf8.h"

#include <algorithm>
#include <tao/pegtl.hpp>

namespace kenn {

namespace {

namespace pegtl = tao::pegtl;

using Input = pegtl::memory_input<pegtl::tracking_mode::lazy, pegtl::eol::lf, const char*>;

struct Characters : pegtl::star<pegtl::utf8::any> {};

// Control characters of both blocks, and the bidirectional marks.
struct Unprintable
    : pegtl::utf8::ranges<0x00, 0x1f, 0x7f, 0x9f, 0x200e, 0x200f, 0x2028, 0x202e, 0x2066, 0x2069> {};

constexpr const char* replacement = "\xef\xbf\xbd";  // U+FFFD

}  // namespace

std::size_t utf8_length(std::string_view rest) {
  Input input(rest.data(), rest.data() + rest.size(), "");
  return pegtl::parse<pegtl::utf8::any>(input) ? input.byte() : 0;
}

InvalidUtf8 invalid_utf8(std::string_view text) {
  InvalidUtf8 found;
  Input input(text.data(), text.data() + text.size(), "");
  while (true) {
    pegtl::parse<Characters>(input);
    if (input.empty()) return found;
    if (found.count++ == 0) found.first = input.byte();
    input.bump(1);
  }
}

std::size_t count_characters(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t place = 0; place < text.size(); ++count) {
    const bool is_ascii = static_cast<unsigned char>(text[place]) < 0x80;
    place += is_ascii ? 1 : std::max<std::size_t>(1, utf8_length(text.substr(place)));
  }
  return count;
}

std::string printable_character(std::string_view rest) {
  if (rest.starts_with('\t')) return " ";
  const std::size_t length = utf8_length(rest);
  if (length == 0) return replacement;
  Input input(rest.data(), rest.data() + length, "");
  if (pegtl::parse<Unprintable>(input)) return replacement;
  return std::string(rest.substr(0, length));
}

}  // namespace kenn
