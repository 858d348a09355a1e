// What is said of the address of a PostgreSQL database, without its password.
#include "dataset/postgres_address.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace kenn::dataset {

namespace {

constexpr std::size_t none = std::string_view::npos;
constexpr const char* how_to_escape = "an '@', ':' or '/' in a name or password is written %40, %3A or %2F";

bool is_uri(std::string_view address) {
  return address.starts_with("postgres://") || address.starts_with("postgresql://");
}

// "host", "host:5432", "[::1]:5432"
bool has_numeric_port(std::string_view host) {
  const std::size_t bracket = host.starts_with('[') ? host.find(']') : 0;
  const std::size_t colon = bracket == none ? none : host.find(':', bracket);
  return colon == none || host.substr(colon + 1).find_first_not_of("0123456789") == none;
}

std::string complaint_about_uri(std::string_view uri) {
  std::string_view rest = uri.substr(uri.find("//") + 2);
  const std::size_t end_of_user = rest.find_first_of("@/");
  if (end_of_user != none && rest[end_of_user] == '@') rest.remove_prefix(end_of_user + 1);
  if (rest.substr(0, rest.find('?')).find('@') != none) {
    return std::string("the URI has an '@' too many: ") + how_to_escape;
  }
  std::string_view hosts = rest.substr(0, rest.find_first_of("/?"));
  while (true) {
    const std::size_t comma = std::min(hosts.find(','), hosts.size());
    if (!has_numeric_port(hosts.substr(0, comma))) {
      return std::string("the port in the URI is not a number; ") + how_to_escape;
    }
    if (comma == hosts.size()) return "";
    hosts.remove_prefix(comma + 1);
  }
}

void replace_all(std::string& text, const std::string& what, const std::string& by) {
  for (std::size_t at = text.find(what); at != none; at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
}

}  // namespace

bool is_connection_string(const std::string& address) {
  return address.find('=') != none || is_uri(address);
}

std::string complaint_about_address(const std::string& address) {
  if (is_uri(address)) return complaint_about_uri(address);
  const bool is_name = !is_connection_string(address);
  if (is_name && address.find_first_of("@:/") != none) return "a URI starts with postgres://";
  // A URI as the value of a name, "dbname=postgres://...", is not read as one.
  return address.find("://") == none ? "" : "a URI stands alone, without name=value pairs";
}

std::string without_quotations(const std::string& message) {
  // What libpq quotes may have quotes in it: all that it quotes goes, but these, which are its own.
  constexpr std::array<std::string_view, 2> kept = {
      R"(missing "=" after )", R"(looking for matching "]" in IPv6 host address in URI: )"};
  std::size_t start = 0;
  for (const std::string_view own : kept) {
    const std::size_t found = message.find(own);
    if (found != none && message.find('"') == found + own.find('"')) start = found + own.size();
  }
  const std::size_t first = message.find('"', start);
  const std::size_t last = message.rfind('"');
  if (first == none || last <= first) return message.substr(0, first);
  return message.substr(0, first) + "\"...\"" + message.substr(last + 1);
}

std::string without_passwords(std::string message, const std::vector<std::string>& passwords) {
  constexpr std::size_t least = 4;  // shorter ones are in many words
  for (const std::string& password : passwords) {
    if (password.size() >= least) replace_all(message, password, "...");
    if (!password.empty()) replace_all(message, "\"" + password + "\"", "\"...\"");
  }
  return message;
}

}  // namespace kenn::dataset
