// Going on after a syntax error.
#include "knowledge/recovery.h"

#include <string_view>
#include <unordered_set>

#include "knowledge/grammar.h"

namespace kenn::parsing {

namespace {

namespace pegtl = tao::pegtl;

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

}  // namespace

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

}  // namespace kenn::parsing
