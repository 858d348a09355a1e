// Text of the knowledge language -> syntax tree: statement by statement, with what to say when one is wrong.
#include "knowledge/parser.h"

#include <algorithm>
#include <string>
#include <utility>
#include <variant>

#include "base/nearest_name.h"
#include "knowledge/found_token.h"
#include "knowledge/grammar.h"
#include "knowledge/parse_actions.h"
#include "knowledge/recovery.h"

namespace kenn::knowledge {

namespace {

using parsing::action;
using parsing::Input;
using parsing::State;
using parsing::StatementKind;
using parsing::SyntaxError;

namespace pegtl = tao::pegtl;

// The message for a rule that had to match at `place` and did not.
SyntaxError complaint(const char* expected, std::size_t place, const State& state) {
  const std::string& text = state.source.text();
  std::string message = expected;
  if (message.starts_with("expected")) message += ", found " + describe_token(text, place);
  // What is missing at the end of a line is shown there, not at the token that happens to come next.
  const std::size_t token_end = std::min(state.gap_start, place);
  const std::string_view between = std::string_view(text).substr(token_end, place - token_end);
  const bool line_ended = between.find('\n') != std::string_view::npos || place == text.size();
  return {place, line_ended ? token_end : place, std::move(message)};
}

template <typename Rule>
struct control : pegtl::normal<Rule> {
  template <typename ParseInput>
  [[noreturn]] static void raise(const ParseInput& in, State& state) {
    static_assert(grammar::expectation<Rule> != nullptr, "a rule that must match needs a message");
    throw complaint(grammar::expectation<Rule>, state.offset_of(in.current()), state);
  }
};

template <>
struct control<grammar::closing_quote> : pegtl::normal<grammar::closing_quote> {
  template <typename ParseInput>
  [[noreturn]] static void raise(const ParseInput& in, State& state) {
    const bool at_line_end = in.empty() || *in.current() == '\n' || *in.current() == '\r';
    const std::size_t place = state.offset_of(in.current());
    if (at_line_end) throw SyntaxError{place, state.quote, grammar::expectation<grammar::closing_quote>};
    throw SyntaxError{place, place, "a string cannot hold a control character"};
  }
};

template <>
struct control<grammar::closing_group> : pegtl::normal<grammar::closing_group> {
  template <typename ParseInput>
  [[noreturn]] static void raise(const ParseInput& in, State& state) {
    SyntaxError error =
        complaint(grammar::expectation<grammar::closing_group>, state.offset_of(in.current()), state);
    error.message += " (the '(' of " + state.diagnostics.line_of(state.open_parentheses.back()) + " is open)";
    throw error;
  }
};

// What the text before a statement was.
enum class Before : std::uint8_t { nothing, declaration, rule };

const char* expected_after(Before before) {
  switch (before) {
    case Before::declaration:
      return "expected ',' or a new statement";
    case Before::rule:
      return "expected an operator or a new statement";
    case Before::nothing:
      break;
  }
  return grammar::expectation<grammar::statement>;
}

// A word that starts no statement, or something left over after the end of one.
SyntaxError not_a_statement(const char* place, const State& state, Before before) {
  const std::size_t offset = state.offset_of(place);
  const std::string& text = state.source.text();
  if (text[offset] == ')') return {offset, offset, "this ')' has no '('"};
  std::string message = expected_after(before) + (", found " + describe_token(text, offset));
  static constexpr std::string_view words[] = {"type", "predict", "given", "exclusive", "for", "rule"};
  if (const auto word = word_at(text, offset)) message += base::suggestion(*word, words);
  return {offset, offset, std::move(message)};
}

}  // namespace

syntax::Tree parse_knowledge(const SourceText& source, base::Diagnostics& diagnostics) {
  syntax::Tree tree;
  State state(source, tree, diagnostics);
  const std::string& text = source.text();
  Input input(text.data(), text.data() + text.size(), "");
  pegtl::parse<grammar::gap>(input);
  Before before = Before::nothing;
  while (!input.empty()) {
    const char* const start = input.current();
    state.start_statement();
    try {
      if (!pegtl::parse<grammar::statement, action, control>(input, state)) {
        // On its own line it is a new statement gone wrong; otherwise the rule before goes on with it.
        const bool continues = before == Before::rule && !parsing::is_first_on_line(start, text);
        if (continues) tree.statements.pop_back();
        throw not_a_statement(start, state, before);
      }
      const bool is_rule = std::holds_alternative<syntax::RuleStatement>(tree.statements.back());
      before = is_rule ? Before::rule : Before::declaration;
    } catch (const SyntaxError& error) {
      diagnostics.error(error.offset, error.message);
      // What cannot be read may declare the names in it, unless it is part of a rule.
      const auto kind = parsing::statement_kind(start, input.end());
      const bool is_rule =
          kind == StatementKind::rule || (kind == StatementKind::none && before == Before::rule);
      parsing::recover(input, start, error.place, !is_rule, state);
      before = Before::nothing;
    }
  }
  return tree;
}

}  // namespace kenn::knowledge
