// The grammar of one line of a KENN2 file, what its rules read, and what they expect.
#pragma once

#include <string>
#include <tao/pegtl.hpp>
#include <vector>

#include "knowledge/found_token.h"
#include "knowledge/grammar.h"
#include "knowledge/syntax_tree.h"

namespace kenn::knowledge::kenn2 {

namespace pegtl = tao::pegtl;

using Input = pegtl::memory_input<pegtl::tracking_mode::lazy, pegtl::eol::lf_crlf, const char*>;

// -------------------------------------------------------------------------------------------------- grammar

using pegtl::at;
using pegtl::one;
using pegtl::opt;
using pegtl::seq;
using pegtl::sor;
using pegtl::star;

struct blanks : star<pegtl::blank> {};

template <typename... Rules>
struct token : seq<Rules..., blanks> {};

struct line_end : at<pegtl::eolf> {};
struct comma : token<one<','>> {};

struct declared_name : grammar::name {};
struct declaration_end : line_end {};
struct declaration
    : seq<pegtl::must<pegtl::list_must<token<declared_name>, comma>>, pegtl::must<declaration_end>> {};

struct weight : pegtl::plus<sor<pegtl::alnum, one<'.', '+', '-', '_'>>> {};
struct weight_colon : token<one<':'>> {};
struct literal_name : pegtl::identifier {};
struct argument : pegtl::identifier {};
struct dot : token<one<'.'>> {};
struct arguments_end : token<one<')'>> {};
struct after_argument : sor<arguments_end, pegtl::if_must<dot, token<argument>, arguments_end>> {};
struct arguments : pegtl::if_must<token<one<'('>>, token<argument>, after_argument> {};
struct literal : seq<token<literal_name>, opt<arguments>> {};
struct clause_end : line_end {};
struct clause : seq<pegtl::must<token<weight>>, pegtl::must<weight_colon>,
                    pegtl::must<pegtl::list_must<literal, comma>>, pegtl::must<clause_end>> {};

struct separator : token<one<'>'>> {};
struct separator_end : line_end {};
struct separator_line : pegtl::if_must<separator, separator_end> {};
struct rest_of_line : pegtl::until<pegtl::eolf> {};

template <typename Rule>
inline constexpr const char* expectation = nullptr;
template <typename Element, typename Separator>
inline constexpr const char* expectation<pegtl::list_must<Element, Separator>> = expectation<Element>;
template <>
inline constexpr const char* expectation<token<declared_name>> = "expected the name of a predicate";
template <>
inline constexpr const char* expectation<declaration_end> = "expected ',' or the end of the line";
template <>
inline constexpr const char* expectation<token<weight>> =
    "expected a weight: a number, or _ for one that is learned";
template <>
inline constexpr const char* expectation<weight_colon> = "expected ':' after the weight";
template <>
inline constexpr const char* expectation<literal> = "expected a literal such as Smoker(x) or nSmoker(x)";
template <>
inline constexpr const char* expectation<token<argument>> = "expected x or y";
template <>
inline constexpr const char* expectation<after_argument> = "expected '.' or ')' (a pair is written x.y)";
template <>
inline constexpr const char* expectation<arguments_end> = "expected ')'";
template <>
inline constexpr const char* expectation<separator_end> = "expected the end of the line";
template <>
inline constexpr const char* expectation<clause_end> = "expected ',' or the end of the line";

// --------------------------------------------------------------------------------------------------- actions

struct LineError {
  std::size_t offset;
  std::string message;
};

struct RawLiteral {
  syntax::Name name;
  std::vector<syntax::Name> arguments;
};

// What the grammar has read of the line under way.
struct Line {
  const std::string& text;
  std::vector<syntax::Name> declared;
  syntax::Name weight;
  std::vector<RawLiteral> literals;
};

template <typename ActionInput>
syntax::Name name_of(const ActionInput& in, const Line& line) {
  return {in.string_view(), static_cast<std::size_t>(in.begin() - line.text.data())};
}

template <typename Rule>
struct action : pegtl::nothing<Rule> {};
template <>
struct action<declared_name> {
  template <typename ActionInput>
  static void apply(const ActionInput& in, Line& line) {
    line.declared.push_back(name_of(in, line));
  }
};
template <>
struct action<weight> {
  template <typename ActionInput>
  static void apply(const ActionInput& in, Line& line) {
    line.weight = name_of(in, line);
  }
};
template <>
struct action<literal_name> {
  template <typename ActionInput>
  static void apply(const ActionInput& in, Line& line) {
    line.literals.push_back({name_of(in, line), {}});
  }
};
template <>
struct action<argument> {
  template <typename ActionInput>
  static void apply(const ActionInput& in, Line& line) {
    line.literals.back().arguments.push_back(name_of(in, line));
  }
};

template <typename Rule>
struct control : pegtl::normal<Rule> {
  template <typename ParseInput>
  [[noreturn]] static void raise(const ParseInput& in, const Line& line) {
    static_assert(expectation<Rule> != nullptr, "a rule that must match needs a message");
    const auto offset = static_cast<std::size_t>(in.current() - line.text.data());
    const bool at_end = in.empty() || *in.current() == '\n' || *in.current() == '\r';
    const std::string found = at_end ? "the end of the line" : describe_token(line.text, offset);
    throw LineError{offset, std::string(expectation<Rule>) + ", found " + found};
  }
};

}  // namespace kenn::knowledge::kenn2
