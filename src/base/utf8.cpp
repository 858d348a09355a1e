// UTF-8, as far as reading and showing source text needs it.
#include "base/utf8.h"

#include <algorithm>
#include <tao/pegtl.hpp>

namespace kenn::base {

namespace {

namespace pegtl = tao::pegtl;

using Input = pegtl::memory_input<pegtl::tracking_mode::lazy, pegtl::eol::lf, const char*>;

struct Characters : pegtl::star<pegtl::utf8::any> {};

// Control characters of both blocks, characters without width, line separators and the bidirectional marks.
struct Unprintable : pegtl::utf8::ranges<0x00, 0x1f, 0x7f, 0x9f, 0xad, 0xad, 0x200b, 0x200f, 0x2028, 0x202e,
                                         0x2060, 0x2069, 0xfeff, 0xfeff> {};
struct UnusualSpace : pegtl::utf8::ranges<0xa0, 0xa0, 0x1680, 0x1680, 0x2000, 0x200a, 0x202f, 0x202f, 0x205f,
                                          0x205f, 0x3000, 0x3000> {};

template <typename Rule>
bool starts_with(std::string_view rest) {
  Input input(rest.data(), rest.data() + rest.size(), "");
  return pegtl::parse<Rule>(input);
}

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

bool is_visible(std::string_view rest) {
  return utf8_length(rest) > 0 && !starts_with<pegtl::sor<Unprintable, UnusualSpace>>(rest);
}

std::string printable(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    shown += printable_character(text);
    text.remove_prefix(std::max<std::size_t>(1, utf8_length(text)));
  }
  return shown;
}

std::string printable_character(std::string_view rest) {
  if (rest.starts_with('\t')) return " ";
  if (starts_with<Unprintable>(rest)) return replacement;
  const std::size_t length = utf8_length(rest);
  return length == 0 ? replacement : std::string(rest.substr(0, length));
}

}  // namespace kenn::base
