// Hides the passwords in addresses and connection strings before they are shown or stored.
#include "base/redact.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <vector>

namespace kenn::base {

namespace {

constexpr std::string_view hidden = "***";
constexpr std::size_t none = std::string_view::npos;
constexpr std::string_view blanks = " \t\r\n\v\f";

bool is_letter(char letter) {
  return std::isalpha(static_cast<unsigned char>(letter)) != 0;
}

// ------------------------------------------------------------------------------------------------------
// name:password@host

// How long the scheme is that the text starts with, with its colon; 0 without one.
std::size_t scheme_size(std::string_view text) {
  constexpr std::string_view others = "0123456789+.-";
  std::size_t size = 0;
  while (size < text.size() && (is_letter(text[size]) || (size > 0 && others.find(text[size]) != none)))
    ++size;
  return size > 0 && size < text.size() && text[size] == ':' ? size + 1 : 0;
}

// The first colon, perhaps as a percent escape; npos without one.
std::size_t find_colon(std::string_view text, std::size_t from = 0) {
  return std::min({text.find(':', from), text.find("%3A", from), text.find("%3a", from)});
}

// Where what may be a password starts in a text that ends before an '@', or nothing (npos).
std::size_t start_of_secret(std::string_view before) {
  const std::size_t colon = find_colon(before);
  if (colon == none) return none;
  const std::string_view rest = before.substr(colon + 1);
  if (rest.starts_with("//")) {
    const bool is_path = rest.starts_with("///");  // file:///data/a@b
    return !is_path || find_colon(rest) != none ? colon + 3 : none;
  }
  // Of data that is a path, "sqlite:a@b", the colon is the kind's.
  const bool is_of_kind = before.starts_with("linqs:") || before.starts_with("sqlite:");
  const std::size_t first = is_of_kind ? find_colon(before, colon + 1) : colon;
  return first == none ? none : first + 1;
}

// Of an address without an '@': "host:secret" is not "host:80", and nobody knows where the secret ends.
std::string without_wrong_port(std::string_view text) {
  const std::size_t slashes = text.find("://");
  if (slashes == none) return std::string(text);
  const std::size_t start = slashes + 3;
  const std::size_t end = std::min(text.find_first_of("/?#'\" \t", start), text.size());
  const std::string_view host = text.substr(start, end - start);
  const std::size_t bracket = host.starts_with('[') ? host.find(']') : 0;
  const std::size_t colon = bracket == none ? none : host.find(':', bracket);
  if (colon == none) return std::string(text);
  const std::string_view port = host.substr(colon + 1);
  if (port.find_first_not_of("0123456789") == none) return std::string(text);
  return std::string(text.substr(0, start + colon + 1)).append(hidden);
}

// One address, or a word of a message.
std::string without_userinfo(std::string_view text) {
  const std::size_t at = text.rfind('@');
  if (at == none) return without_wrong_port(text);
  const std::size_t start = start_of_secret(text.substr(0, at));
  if (start == none) return std::string(text);
  return std::string(text.substr(0, start)).append(hidden).append(text.substr(at));
}

// Where an address starts in a text; its size without one. From there on nobody knows where it ends, since a
// password may have blanks in it.
std::size_t start_of_address(std::string_view text) {
  const std::size_t scheme = scheme_size(text);
  if (scheme > 0 && scheme < text.size() && blanks.find(text[scheme]) == none) return 0;
  std::size_t start = std::min(text.find("://"), text.size());
  while (start > 0 && start < text.size() && is_letter(text[start - 1])) --start;
  return std::min({start, text.find("postgres:"), text.find("postgresql:")});
}

// Of a message every word, up to an address.
std::string without_userinfos(std::string_view text) {
  const std::string_view address = text.substr(start_of_address(text));
  text.remove_suffix(address.size());
  std::string result;
  while (!text.empty()) {
    const std::size_t word = std::min(text.find_first_not_of(blanks), text.size());
    const std::size_t end = std::min(text.find_first_of(blanks, word), text.size());
    result.append(text.substr(0, word)).append(without_userinfo(text.substr(word, end - word)));
    text.remove_prefix(end);
  }
  return result.append(without_userinfo(address));
}

// ------------------------------------------------------------------------------------------------------
// password=secret

// A text in lower case without percent escapes, and where each character stands in the original.
struct Decoded {
  std::string text;
  std::vector<std::size_t> places;  // one more than characters: the end
};

Decoded decoded(std::string_view text) {
  Decoded result;
  std::size_t place = 0;
  while (place < text.size()) {
    unsigned int code = static_cast<unsigned char>(text[place]);
    std::size_t size = 1;
    if (text[place] == '%' && place + 3 <= text.size()) {
      const char* const end = text.data() + place + 3;
      if (std::from_chars(end - 2, end, code, 16).ptr == end) size = 3;
    }
    result.text += static_cast<char>(std::tolower(static_cast<int>(code)));
    result.places.push_back(place);
    place += size;
  }
  result.places.push_back(text.size());
  return result;
}

// Where the value of a secret parameter starts in the decoded text, or nothing (npos).
std::size_t secret_value(std::string_view text) {
  constexpr std::array<std::string_view, 9> keys = {"password", "passwd", "pwd",    "sig",      "apikey",
                                                    "api_key",  "token",  "secret", "signature"};
  std::size_t first = none;
  for (const std::string_view key : keys) {
    for (std::size_t found = text.find(key); found != none; found = text.find(key, found + 1)) {
      const std::size_t sign = text.find_first_not_of(blanks, found + key.size());
      if (sign == none || text[sign] != '=') continue;
      const std::size_t value = text.find_first_not_of(blanks, sign + 1);
      if (value != none) first = std::min(first, value);
      break;
    }
  }
  return first;
}

}  // namespace

// The value of a parameter is hidden to the end: a password that is not escaped may have anything in it, also
// an '@' that belongs to a name before it.
std::string redacted(std::string_view text) {
  const Decoded clear = decoded(text);
  const std::size_t value = secret_value(clear.text);
  if (value == none) return without_userinfos(text);
  const std::size_t start = clear.places[value];
  const bool has_at = text.find('@', start) != none;
  std::string result = without_userinfos(std::string(text.substr(0, start)) + (has_at ? "@" : ""));
  if (has_at) result.pop_back();
  return result.ends_with(hidden) ? result : result.append(hidden);
}

}  // namespace kenn::base
