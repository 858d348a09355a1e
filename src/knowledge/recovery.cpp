// Going on after a syntax error.
#include "knowledge/recovery.h"

#include <algorithm>
#include <string_view>

#include "knowledge/found_token.h"
#include "knowledge/grammar.h"

namespace kenn::knowledge::parsing {

namespace {

namespace pegtl = tao::pegtl;

// Steps of the way to the next statement. The words in strings and comments mean nothing.
struct skipped_string : pegtl::seq<pegtl::one<'"'>,
                                   pegtl::star<pegtl::sor<pegtl::seq<pegtl::one<'\\'>, pegtl::not_one<'\n'>>,
                                                          pegtl::not_one<'"', '\n'>>>,
                                   pegtl::opt<pegtl::one<'"'>>> {};
struct skipped : pegtl::sor<grammar::comment, skipped_string, pegtl::identifier, pegtl::any> {};

template <typename Rule>
bool is_at(const char* place, const char* end) {
  Input input(place, end, "");
  return pegtl::parse<Rule>(input);
}

template <typename Stop>
void skip_until(Input& input, Stop stop) {
  while (!input.empty() && !stop(input.current())) pegtl::parse<skipped>(input);
}

void remember_names(const char* begin, const char* end, State& state) {
  Input input(begin, end, "");
  while (!input.empty()) {
    const auto word = word_at({input.current(), input.size()}, 0);
    if (word) state.tree.unreadable_names.insert(*word);
    pegtl::parse<skipped>(input);
  }
}

}  // namespace

bool is_first_on_line(const char* place, std::string_view text) {
  const std::string_view before = text.substr(0, static_cast<std::size_t>(place - text.data()));
  const std::size_t last = before.find_last_not_of(" \t\r");
  return last == std::string_view::npos || before[last] == '\n';
}

StatementKind statement_kind(const char* start, const char* end) {
  if (is_at<pegtl::sor<grammar::word_rule, grammar::word_for>>(start, end)) return StatementKind::rule;
  return is_at<grammar::statement_word>(start, end) ? StatementKind::declaration : StatementKind::none;
}

void recover(Input& input, const char* start, std::size_t place, bool keep_names, State& state) {
  const std::string_view text = state.source.text();
  const auto starts_statement = [&](const char* at) {
    return is_at<grammar::statement_word>(at, input.end()) && is_first_on_line(at, text);
  };
  input.bump(place - state.offset_of(input.current()));
  if (state.before_rule_word) {
    // The formula of a rule whose `for` was not understood would only raise errors about its template names.
    skip_until(input, [&](const char* at) {
      return is_at<grammar::word_rule>(at, input.end()) || starts_statement(at);
    });
    pegtl::parse<grammar::word_rule>(input);
  }
  skip_until(input, starts_statement);
  if (keep_names) remember_names(start, input.current(), state);
}

}  // namespace kenn::knowledge::parsing
