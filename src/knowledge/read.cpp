// Source text -> syntax tree, in whichever syntax it is written.
#include "knowledge/read.h"

#include <string>

#include "base/utf8.h"
#include "knowledge/grammar.h"
#include "knowledge/kenn2_reader.h"
#include "knowledge/parser.h"

namespace kenn::knowledge {

namespace {

namespace pegtl = tao::pegtl;

struct blanks : pegtl::star<pegtl::blank> {};
struct empty_line : pegtl::seq<blanks, pegtl::opt<grammar::comment>, pegtl::eolf> {};
// A statement word with capitals is one by mistake, unless it looks like a KENN2 predicate: `Type,Rule`.
template <char... letters>
struct word : pegtl::seq<pegtl::istring<letters...>, pegtl::not_at<pegtl::identifier_other>> {};
struct capital_word
    : pegtl::sor<word<'t', 'y', 'p', 'e'>, word<'p', 'r', 'e', 'd', 'i', 'c', 't'>,
                 word<'g', 'i', 'v', 'e', 'n'>, word<'e', 'x', 'c', 'l', 'u', 's', 'i', 'v', 'e'>,
                 word<'f', 'o', 'r'>, word<'r', 'u', 'l', 'e'>> {};
struct predicate_end : pegtl::seq<blanks, pegtl::sor<pegtl::one<','>, pegtl::eolf>> {};
struct statement_start
    : pegtl::sor<grammar::statement_word, pegtl::seq<capital_word, pegtl::not_at<predicate_end>>> {};
struct statement_line : pegtl::seq<blanks, statement_start, pegtl::until<pegtl::eolf>> {};
struct other_line : pegtl::until<pegtl::eolf> {};

struct Lines {
  bool any_statement = false;
  bool any_other = false;
};

template <typename Rule>
struct action : pegtl::nothing<Rule> {};
template <>
struct action<statement_line> {
  static void apply0(Lines& lines) { lines.any_statement = true; }
};
template <>
struct action<other_line> {
  static void apply0(Lines& lines) { lines.any_other = true; }
};

}  // namespace

Syntax choose_syntax(const SourceText& source, Syntax requested) {
  if (requested != Syntax::automatic) return requested;
  if (base::invalid_utf8(source.text()).count > 0) return Syntax::kenn;
  Lines lines;
  pegtl::memory_input<pegtl::tracking_mode::lazy, pegtl::eol::lf_crlf, const char*> input(
      source.text().data(), source.text().data() + source.text().size(), "");
  using line = pegtl::seq<pegtl::not_at<pegtl::eof>, pegtl::sor<empty_line, statement_line, other_line>>;
  pegtl::parse<pegtl::star<line>, action>(input, lines);
  return lines.any_other && !lines.any_statement ? Syntax::kenn2 : Syntax::kenn;
}

syntax::Tree read_tree(const SourceText& source, Syntax syntax, base::Diagnostics& diagnostics) {
  const auto invalid = base::invalid_utf8(source.text());
  if (invalid.count > 0) {
    const std::size_t others = invalid.count - 1;
    const std::string also = others == 0   ? ""
                             : others == 1 ? " (nor is 1 later byte)"
                                           : " (nor are " + std::to_string(others) + " later bytes)";
    diagnostics.error(invalid.first, "this byte is not part of a UTF-8 text" + also);
    return {};
  }
  return syntax == Syntax::kenn2 ? parse_kenn2(source, diagnostics) : parse_knowledge(source, diagnostics);
}

}  // namespace kenn::knowledge
