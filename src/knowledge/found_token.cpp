// Says what stands at a place where something else was expected.
#include "knowledge/found_token.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "base/spelling.h"
#include "base/utf8.h"
#include "knowledge/grammar.h"

namespace kenn::knowledge {

namespace {

namespace pegtl = tao::pegtl;

using Input = pegtl::memory_input<pegtl::tracking_mode::lazy, pegtl::eol::lf, const char*>;

struct number : pegtl::plus<pegtl::sor<pegtl::alnum, pegtl::one<'.'>>> {};
struct signs : pegtl::plus<pegtl::one<'!', '&', '|', '=', '<', '>', '~', '^', '-', '+', '*', '/'>> {};
struct reserved_word : pegtl::seq<grammar::reserved, pegtl::eof> {};

// Operators of other languages, and ours.
constexpr std::array<std::pair<std::string_view, std::string_view>, 13> look_alikes{{
    {"⇒", "->"},
    {"⇔", "<->"},
    {"=>", "->"},
    {"==>", "->"},
    {"-->", "->"},
    {"<=>", "<->"},
    {"<==>", "<->"},
    {"&&", "&"},
    {"^", "&"},
    {"||", "|"},
    {"==", "="},
    {"~", "!"},
    {"<>", "!="},
}};

// The longest match of `Rule` at the start of `rest`.
template <typename Rule>
std::string_view match_at(std::string_view rest) {
  Input input(rest.data(), rest.data() + rest.size(), "");
  if (!pegtl::parse<Rule>(input)) return {};
  return rest.substr(0, input.byte());
}

bool is_name_byte(char byte) {
  return std::isalnum(static_cast<unsigned char>(byte)) != 0 || byte == '_';
}

std::string describe_signs(std::string_view found) {
  const auto known = std::find_if(look_alikes.begin(), look_alikes.end(),
                                  [&](const auto& pair) { return pair.first == found; });
  if (known == look_alikes.end()) return base::in_quotes(found);
  return base::in_quotes(found) + "; did you mean '" + std::string(known->second) + "'?";
}

std::string code_point_name(std::string_view character) {
  // The leading byte of n gives 7 - n bits (7 for n = 1), every other byte gives 6.
  const auto lead = static_cast<unsigned char>(character.front());
  unsigned int code_point = character.size() == 1 ? lead : lead & (0x7fU >> character.size());
  for (const char byte : character.substr(1)) {
    code_point = code_point << 6U | (static_cast<unsigned char>(byte) & 0x3fU);
  }
  static constexpr std::string_view digits = "0123456789ABCDEF";
  std::string hexadecimal;
  for (; code_point != 0 || hexadecimal.size() < 4; code_point >>= 4U) {
    hexadecimal.insert(0, 1, digits[code_point & 15U]);
  }
  return "the character U+" + hexadecimal;
}

std::string describe_character(std::string_view text, std::size_t offset) {
  const std::string_view rest = text.substr(offset);
  const std::string_view character = rest.substr(0, base::utf8_length(rest));
  if (!base::is_visible(rest)) return code_point_name(character);
  const bool is_in_a_name = character.size() > 1 && offset > 0 && is_name_byte(text[offset - 1]);
  if (is_in_a_name) return base::in_quotes(character) + " (names are made of A-Z, a-z, 0-9 and _)";
  return describe_signs(character);
}

}  // namespace

std::optional<std::string_view> word_at(std::string_view text, std::size_t offset) {
  const std::string_view word = match_at<pegtl::identifier>(text.substr(offset));
  if (word.empty()) return std::nullopt;
  return word;
}

std::string describe_token(std::string_view text, std::size_t offset) {
  const std::string_view rest = text.substr(offset);
  if (rest.empty()) return "the end of the file";
  if (const auto word = word_at(text, offset)) {
    return (match_at<reserved_word>(*word).empty() ? "" : "the word ") + base::in_quotes(*word);
  }
  if (const auto found = match_at<number>(rest); !found.empty()) return base::in_quotes(found);
  if (const auto found = match_at<signs>(rest); !found.empty()) return describe_signs(found);
  if (rest.front() == '"') return "a string";
  return describe_character(text, offset);
}

}  // namespace kenn::knowledge
