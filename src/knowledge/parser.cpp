// Text of the knowledge language -> syntax tree: the actions of the grammar, and going on after an error.
#include "knowledge/parser.h"

#include <algorithm>
#include <string>
#include <utility>

#include "knowledge/found_token.h"
#include "knowledge/grammar.h"
#include "knowledge/nearest_name.h"
#include "knowledge/weight.h"

namespace kenn {

namespace {

namespace pegtl = tao::pegtl;

using Input = pegtl::memory_input<pegtl::tracking_mode::lazy, pegtl::eol::lf, const char*>;

// Thrown by the grammar; it ends the statement. (PEGTL's own exception counts lines up to the place each
// time, which makes many errors quadratic.)
struct SyntaxError {
  std::size_t place;   // where reading stopped
  std::size_t offset;  // what is shown
  std::string message;
};

// What the actions have read of the statement under way.
struct State {
  State(const SourceText& source_, syntax::Tree& tree_, Diagnostics& diagnostics_)
      : source(source_), tree(tree_), diagnostics(diagnostics_) {}

  [[nodiscard]] std::size_t offset_of(const char* place) const {
    return static_cast<std::size_t>(place - source.text().data());
  }

  void start_statement() {
    names.clear();
    signatures.clear();
    terms.clear();
    formulas.clear();
    open_parentheses.clear();
    rule = {};
    nesting = 0;
    before_rule_word = false;
  }

  // Gives the terms read so far to the formula read last.
  void finish_terms() {
    formulas.back().terms = tree.keep(std::span<const syntax::Term>(terms));
    terms.clear();
  }

  // The formulas from number `first` on.
  [[nodiscard]] std::span<const syntax::Formula> operands(std::size_t first) const {
    return std::span(formulas).subspan(first);
  }

  const SourceText& source;
  syntax::Tree& tree;
  Diagnostics& diagnostics;

  syntax::Name last_name;     // the word or string read last
  std::size_t gap_start = 0;  // where the white space read last starts: the end of the token before it
  std::size_t quote = 0;      // where the string read last starts
  int nesting = 0;
  bool before_rule_word = false;  // inside `for ...`, whose `rule` is still to come

  std::vector<syntax::Name> names;
  std::vector<syntax::Signature> signatures;
  std::vector<syntax::Term> terms;
  std::vector<syntax::Formula> formulas;  // finished operands, innermost last
  std::vector<std::size_t> open_parentheses;
  syntax::RuleStatement rule;
};

// -------------------------------------------------------------------------------------------------- actions

template <typename Rule>
struct action : pegtl::nothing<Rule> {};

template <>
struct action<grammar::name> {
  template <typename ActionInput>
  static void apply(const ActionInput& in, State& state) {
    state.last_name = {in.string_view(), state.offset_of(in.begin())};
  }
};

template <>
struct action<grammar::gap> {
  template <typename ActionInput>
  static void apply(const ActionInput& in, State& state) {
    state.gap_start = state.offset_of(in.begin());
  }
};

template <>
struct action<grammar::opening_quote> {
  template <typename ActionInput>
  static void apply(const ActionInput& in, State& state) {
    state.quote = state.offset_of(in.begin());
  }
};

std::string unescape(std::string_view spelling) {
  std::string text;
  for (std::size_t i = 0; i < spelling.size(); ++i) {
    if (spelling[i] != '\\') {
      text += spelling[i];
      continue;
    }
    const char escaped = spelling[++i];
    text += escaped == 'n' ? '\n' : escaped == 'r' ? '\r' : escaped == 't' ? '\t' : escaped;
  }
  return text;
}

template <>
struct action<grammar::string_content> {
  template <typename ActionInput>
  static void apply(const ActionInput& in, State& state) {
    std::string_view text = in.string_view();
    if (text.find('\\') != std::string_view::npos) text = state.tree.unescaped.emplace_back(unescape(text));
    state.last_name = {text, state.quote};
  }
};

// Rules that add the name read last to the list under way.
struct push_name {
  static void apply0(State& state) { state.names.push_back(state.last_name); }
};

template <>
struct action<grammar::type_name> : push_name {};
template <>
struct action<grammar::argument_type> : push_name {};
template <>
struct action<grammar::exclusive_member> : push_name {};
template <>
struct action<grammar::template_member> : push_name {};

template <>
struct action<grammar::declared_predicate> {
  static void apply0(State& state) { state.signatures.push_back({state.last_name, {}, {}}); }
};

template <>
struct action<grammar::signature> {
  static void apply0(State& state) {
    state.signatures.back().argument_types = std::exchange(state.names, {});
  }
};

template <>
struct action<grammar::type_statement> {
  static void apply0(State& state) {
    state.tree.statements.emplace_back(syntax::TypeStatement{std::move(state.names)});
  }
};

template <Role role>
struct predicate_statement {
  static void apply0(State& state) {
    state.tree.statements.emplace_back(syntax::PredicateStatement{role, std::move(state.signatures)});
  }
};

template <>
struct action<grammar::predict_statement> : predicate_statement<Role::predict> {};
template <>
struct action<grammar::given_statement> : predicate_statement<Role::given> {};

template <>
struct action<grammar::exclusive_statement> {
  static void apply0(State& state) {
    state.tree.statements.emplace_back(syntax::ExclusiveStatement{std::move(state.names)});
  }
};

template <>
struct action<grammar::template_variable> {
  static void apply0(State& state) {
    state.before_rule_word = true;
    state.rule.templates.push_back({state.last_name, {}});
  }
};

template <>
struct action<grammar::template_set> {
  static void apply0(State& state) { state.rule.templates.back().members = std::exchange(state.names, {}); }
};

template <>
struct action<grammar::word_for> {
  static void apply0(State& state) { state.before_rule_word = true; }
};

template <>
struct action<grammar::word_rule> {
  template <typename ActionInput>
  static void apply(const ActionInput& in, State& state) {
    state.before_rule_word = false;
    state.rule.offset = state.offset_of(in.begin());
  }
};

template <>
struct action<grammar::rule_name> {
  static void apply0(State& state) {
    if (state.last_name.text.empty())
      state.diagnostics.error(state.last_name.offset, "a rule's name is empty");
    state.rule.name = state.last_name;
  }
};

template <>
struct action<grammar::weight_number> {
  template <typename ActionInput>
  static void apply(const ActionInput& in, State& state) {
    const syntax::Name number{in.string_view(), state.offset_of(in.begin())};
    state.rule.weight = read_weight(number, state.diagnostics);
  }
};

template <>
struct action<grammar::rule_statement> {
  static void apply0(State& state) {
    state.rule.formula = state.formulas.back();
    state.tree.statements.emplace_back(std::move(state.rule));
  }
};

// ------------------------------------------------------------------------------------------ formula actions

template <syntax::Term::Kind kind>
struct push_term {
  static void apply0(State& state) { state.terms.push_back({kind, state.last_name}); }
};

template <>
struct action<grammar::variable_term> : push_term<syntax::Term::Kind::variable> {};
template <>
struct action<grammar::constant_term> : push_term<syntax::Term::Kind::constant> {};
template <>
struct action<grammar::bound_variable> : push_term<syntax::Term::Kind::variable> {};

template <>
struct action<grammar::applied_predicate> {
  static void apply0(State& state) {
    state.formulas.push_back({syntax::Formula::Kind::atom, state.last_name, {}, {}});
  }
};

template <>
struct action<grammar::atom> {
  static void apply0(State& state) { state.finish_terms(); }
};

template <syntax::Formula::Kind kind>
struct start_comparison {
  static void apply0(State& state) {
    state.formulas.push_back({kind, {{}, state.terms.back().name.offset}, {}, {}});
  }
};

template <>
struct action<grammar::sign_equal> : start_comparison<syntax::Formula::Kind::equal> {};
template <>
struct action<grammar::sign_not_equal> : start_comparison<syntax::Formula::Kind::not_equal> {};
template <>
struct action<grammar::comparison> : action<grammar::atom> {};

// `negated` and `quantified` open a formula at their sign and get their body as its child at their end.
template <syntax::Formula::Kind kind>
struct open_formula {
  template <typename ActionInput>
  static void apply(const ActionInput& in, State& state) {
    state.formulas.push_back({kind, {{}, state.offset_of(in.begin())}, {}, {}});
  }
};

struct close_formula {
  static void apply0(State& state) {
    const std::span<const syntax::Formula> body = state.tree.keep(state.operands(state.formulas.size() - 1));
    state.formulas.pop_back();
    state.formulas.back().children = body;
  }
};

template <>
struct action<grammar::sign_not> : open_formula<syntax::Formula::Kind::negation> {};
template <>
struct action<grammar::sign_forall> : open_formula<syntax::Formula::Kind::forall> {};
template <>
struct action<grammar::sign_exists> : open_formula<syntax::Formula::Kind::exists> {};
template <>
struct action<grammar::negated> : close_formula {};
template <>
struct action<grammar::quantified> : close_formula {};

template <>
struct action<grammar::quantifier_colon> : action<grammar::atom> {};

template <>
struct action<grammar::opening_group> {
  template <typename ActionInput>
  static void apply(const ActionInput& in, State& state) {
    state.open_parentheses.push_back(state.offset_of(in.begin()));
  }
};

template <>
struct action<grammar::closing_group> {
  static void apply0(State& state) { state.open_parentheses.pop_back(); }
};

// Operands pile up while the rule matches; two or more of them become the children of one formula.
template <syntax::Formula::Kind kind>
struct fold_operands : pegtl::maybe_nothing {
  template <typename Rule, pegtl::apply_mode A, pegtl::rewind_mode M, template <typename...> class Action,
            template <typename...> class Control, typename ParseInput>
  static bool match(ParseInput& in, State& state) {
    const std::size_t before = state.formulas.size();
    if (!pegtl::match<Rule, A, M, Action, Control>(in, state)) return false;
    if (state.formulas.size() - before < 2) return true;
    const std::span<const syntax::Formula> children = state.tree.keep(state.operands(before));
    state.formulas.resize(before);
    state.formulas.push_back({kind, {{}, children.front().name.offset}, {}, children});
    return true;
  }
};

template <>
struct action<grammar::conjunction> : fold_operands<syntax::Formula::Kind::conjunction> {};
template <>
struct action<grammar::disjunction> : fold_operands<syntax::Formula::Kind::disjunction> {};
template <>
struct action<grammar::implication> : fold_operands<syntax::Formula::Kind::implication> {};
template <>
struct action<grammar::formula> : fold_operands<syntax::Formula::Kind::equivalence> {};

// The one rule through which formulas nest.
template <>
struct action<grammar::unary> : pegtl::maybe_nothing {
  template <typename Rule, pegtl::apply_mode A, pegtl::rewind_mode M, template <typename...> class Action,
            template <typename...> class Control, typename ParseInput>
  static bool match(ParseInput& in, State& state) {
    if (++state.nesting > deepest_nesting) {
      const std::size_t place = state.offset_of(in.current());
      throw SyntaxError{
          place, place,
          "this formula is nested more than " + std::to_string(deepest_nesting) + " levels deep"};
    }
    const bool matched = pegtl::match<Rule, A, M, Action, Control>(in, state);
    --state.nesting;
    return matched;
  }
};

// --------------------------------------------------------------------------------------------------- errors

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

// A word that starts no statement, or something left over after the end of one.
SyntaxError not_a_statement(const char* place, const State& state, bool after_rule) {
  const std::size_t offset = state.offset_of(place);
  const std::string& text = state.source.text();
  if (text[offset] == ')') return {offset, offset, "this ')' has no '('"};
  std::string message =
      after_rule ? "expected an operator or a new statement" : grammar::expectation<grammar::statement>;
  message += ", found " + describe_token(text, offset);
  static constexpr std::string_view words[] = {"type", "predict", "given", "exclusive", "for", "rule"};
  if (const auto word = word_at(text, offset)) message += suggestion(*word, words);
  return {offset, offset, std::move(message)};
}

// ------------------------------------------------------------------------------------------------- recovery

// Steps over what is no statement: strings and comments (whose words mean nothing), words, and single bytes.
// The names among the words are kept in `names`.
struct skipped_name : pegtl::seq<pegtl::not_at<grammar::statement_word>, pegtl::identifier> {};
struct skipped_string : pegtl::seq<pegtl::one<'"'>,
                                   pegtl::star<pegtl::sor<pegtl::seq<pegtl::one<'\\'>, pegtl::not_one<'\n'>>,
                                                          pegtl::not_one<'"', '\n'>>>,
                                   pegtl::opt<pegtl::one<'"'>>> {};
struct skipped_byte : pegtl::seq<pegtl::not_at<grammar::statement_word>, pegtl::any> {};
struct skipped : pegtl::star<pegtl::sor<grammar::comment, skipped_string, skipped_name, skipped_byte>> {};

using Names = std::unordered_set<std::string_view>;

template <typename Rule>
struct keep_names : pegtl::nothing<Rule> {};

template <>
struct keep_names<skipped_name> {
  template <typename ActionInput>
  static void apply(const ActionInput& in, Names& names) {
    names.insert(in.string_view());
  }
};

Names skip_to_statement(Input& input) {
  Names names;
  pegtl::parse<skipped, keep_names>(input, names);
  return names;
}

// Moves `input` from the place of the error to the next statement, keeping the names of a declaration that
// was not understood. (PEGTL has moved it back to the start of some rule.)
void recover(Input& input, const char* start, std::size_t place, State& state) {
  input.bump(place - state.offset_of(input.current()));
  Input failed(start, input.current(), "");
  const bool is_declaration =
      pegtl::parse<pegtl::sor<grammar::word_type, grammar::word_predict, grammar::word_given>>(failed);
  Names names;
  if (is_declaration) names = skip_to_statement(failed);
  if (state.before_rule_word) {
    // The formula of a rule whose `for` was not understood would only raise errors about its template names.
    skip_to_statement(input);
    pegtl::parse<grammar::word_rule>(input);
  }
  Names rest = skip_to_statement(input);
  if (is_declaration) names.merge(rest);
  state.tree.unreadable_names.merge(names);
}

}  // namespace

syntax::Tree parse_knowledge(const SourceText& source, Diagnostics& diagnostics) {
  syntax::Tree tree;
  State state(source, tree, diagnostics);
  const std::string& text = source.text();
  Input input(text.data(), text.data() + text.size(), "");
  pegtl::parse<pegtl::seq<pegtl::opt<pegtl::utf8::bom>, grammar::gap>>(input);
  bool after_rule = false;
  while (!input.empty()) {
    const char* const start = input.current();
    state.start_statement();
    try {
      if (!pegtl::parse<grammar::statement, action, control>(input, state)) {
        if (after_rule) tree.statements.pop_back();  // only its first part was understood
        throw not_a_statement(start, state, after_rule);
      }
      after_rule = std::holds_alternative<syntax::RuleStatement>(tree.statements.back());
    } catch (const SyntaxError& error) {
      diagnostics.error(error.offset, error.message);
      recover(input, start, error.place, state);
      after_rule = false;
    }
  }
  return tree;
}

}  // namespace kenn
