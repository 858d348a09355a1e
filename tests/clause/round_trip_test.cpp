// Tests of to_text: what it prints reads as the same knowledge.
#include <kenn/knowledge.h>

#include "support.h"

namespace kenn::clause {
namespace {

using test::below;
using test::once_in;
using test::one_of;
using test::Texts;

TEST(StringLiteral, EscapesWhatAStringCannotHold) {
  EXPECT_EQ(string_literal(""), "\"\"");
  EXPECT_EQ(string_literal("a 'b' → é"), "\"a 'b' → é\"");
  EXPECT_EQ(string_literal("\"\\\n\r\t"), R"("\"\\\n\r\t")");
}

TEST(ToString, WritesClausesInTheLanguage) {
  EXPECT_EQ(test::clauses_of("rule: A(x) & R(x, \"a\\n\") -> x = y | !B(y) | y = \"b\""),
            Texts{"!A(x) | !R(x, \"a\\n\") | x = y | !B(y) | y = \"b\""});
}

TEST(ToText, WritesDeclarationsThenClauses) {
  const Knowledge knowledge = Knowledge::from_text(
      "type Paper, Person exclusive AI, ML\n"
      "predict AI(Paper), ML(Paper), Wrote(Person, Paper) given Cite(Paper, Paper)\n"
      "for T in {AI, ML} rule \"topic\": T(x) & Cite(x, y) -> T(y)\n"
      "rule weight 0.1: Wrote(x, \"a \\\"b\\\"\") <-> AI(\"c\")\n"
      "rule \"heavy\" weight 500: forall x: ML(x) & forall x: Wrote(\"Ann\", x)\n");
  EXPECT_EQ(to_text(knowledge),
            "type Paper\ntype Person\n"
            "predict AI(Paper)\npredict ML(Paper)\npredict Wrote(Person, Paper)\ngiven Cite(Paper, Paper)\n"
            "exclusive AI, ML\n"
            "rule \"topic[T=AI]\": !AI(x) | !Cite(x, y) | AI(y)\n"
            "rule \"topic[T=ML]\": !ML(x) | !Cite(x, y) | ML(y)\n"
            "rule weight 0.1: !Wrote(x, \"a \\\"b\\\"\") | AI(\"c\")\n"
            "rule weight 0.1: Wrote(x, \"a \\\"b\\\"\") | !AI(\"c\")\n"
            "rule \"heavy#1\" weight 500: ML(x)\n"
            "rule \"heavy#2\" weight 500: Wrote(\"Ann\", x)\n");
}

// What `to_text` promises, for one text.
void expect_round_trip(const std::string& text) {
  const Knowledge first = Knowledge::from_text(text);
  const std::string written = to_text(first);
  const Knowledge second = Knowledge::from_text(written);
  EXPECT_EQ(second.vocabulary(), first.vocabulary()) << written;
  EXPECT_EQ(test::without_locations(second.clauses()), test::without_locations(first.clauses())) << written;
  EXPECT_EQ(to_text(second), written);
}

TEST(RoundTrip, KeepsEveryWeight) {
  for (const char* const weight : {"0", "-0", "0.1", "1e-3", "1e-300", "4.9e-324", "1e-400", "123.456", "500",
                                   "0.30000000000000004", "499.99999999999994"}) {
    expect_round_trip(test::vocabulary + "rule weight " + weight + ": A(x)");
  }
}

TEST(RoundTrip, KeepsNamesThatLookLikeClauses) {
  expect_round_trip(test::vocabulary + "rule \"A(x)\": A(x)\nrule \"A(y)\": B(x)\nrule: C(x)");
}

TEST(RoundTrip, KeepsTheSidesOfEqualities) {
  expect_round_trip(test::vocabulary + "rule: R(x, y) & R(y, x) | A(y) & x = y");
  expect_round_trip(test::vocabulary + "rule: A(x) & B(y) -> C(y) | y = x");
  expect_round_trip(test::vocabulary + "rule: A(x) -> forall y: (B(y) | y = x)");
  expect_round_trip(test::vocabulary + "rule: (B(x) -> A(y)) & (x = y | A(y))");
}

TEST(RoundTrip, KeepsRenamedVariables) {
  expect_round_trip(test::vocabulary + "rule: A(x) | forall x: (B(x) | forall x, x_2: (R(x, x_2) | C(x)))");
}

TEST(RoundTrip, KeepsKenn2Clauses) {
  const Knowledge first = Knowledge::from_text("A,nA\nR\n\n2:nnA(x),A(x)\n>\n_:nR(y.x),A(y)");
  const Knowledge second = Knowledge::from_text(to_text(first));
  EXPECT_EQ(second.syntax(), Syntax::kenn);
  EXPECT_EQ(test::without_locations(second.clauses()), test::without_locations(first.clauses()));
}

TEST(RoundTrip, KeepsAPredicateNamedLikeItsType) {
  expect_round_trip("type A predict A(A), B(A)\nrule: A(x) -> B(x)");
  const Knowledge first = Knowledge::from_text("Object,A\n\n_:nObject,A");
  EXPECT_EQ(Knowledge::from_text(to_text(first)).vocabulary(), first.vocabulary());
}

// ------------------------------------------------------------------------------------------------- property

// What may stand between the quotes of a string.
std::string random_spelling() {
  static const std::vector<std::string> parts{"a", "B", " ", "1",  "\\\"",   "\\\\", "\\n", "\\t", "\\r",
                                              "é", "→", "#", "\'", "\u0085", "|",    "(",   "😀",   "rule"};
  std::string text;
  for (int left = below(5); left > 0; --left) text += one_of(parts);
  return text;
}

struct RandomPredicate {
  std::string name;
  std::vector<int> types;
  bool is_given = false;
};

// A random text and the choices made so far.
class RandomText {
 public:
  std::string write() {
    declare_types();
    declare_predicates();
    declare_groups();
    for (int left = 1 + below(5); left > 0; --left) rule();
    return text_;
  }

 private:
  void declare_types() {
    type_count_ = 1 + below(3);
    for (int i = 0; i < type_count_; ++i) text_ += "type Type" + std::to_string(i) + "\n";
  }

  void declare_predicates() {
    for (int i = 2 + below(5); i > 0; --i) {
      RandomPredicate predicate{"P" + std::to_string(i), {}, once_in(4)};
      for (int left = below(3); left >= 0; --left) predicate.types.push_back(below(type_count_));
      text_ += (predicate.is_given ? "given " : "predict ") + predicate.name;
      for (std::size_t k = 0; k < predicate.types.size(); ++k) {
        text_ += (k == 0 ? "(Type" : ", Type") + std::to_string(predicate.types[k]);
      }
      text_ += ")\n";
      predicates_.push_back(predicate);
    }
  }

  void declare_groups() {
    for (int type = type_count_ - 1; type >= 0; --type) {
      std::string members;
      for (const RandomPredicate& predicate : predicates_) {
        if (predicate.is_given || predicate.types != std::vector<int>{type} || below(2) == 0) continue;
        members += (members.empty() ? "" : ", ") + predicate.name;
      }
      if (!members.empty()) text_ += "exclusive " + members + "\n";
    }
  }

  void rule() {
    templates_.clear();
    const int template_count = once_in(2) ? 1 + below(2) : 0;
    for (int i = 0; i < template_count; ++i) add_template(i);
    text_ += "rule";
    if (below(2) == 1) text_ += " \"r" + std::to_string(++rule_count_) + random_spelling() + "\"";
    if (once_in(3)) text_ += " weight " + one_of<std::string>({"0", "1.5", "0.1", "1e-7", "500", "33.3"});
    text_ += ": ";
    for (const RandomPredicate& each : templates_) text_ += atom(each) + (below(2) == 0 ? " -> " : " | ");
    text_ += formula(1 + below(3));
    if (once_in(3)) text_ += (below(2) == 0 ? " & " : " | ") + quantified();
    text_ += "\n";
  }

  // A template over the predicates that take the same arguments as a random one.
  void add_template(int number) {
    const RandomPredicate& model = one_of(predicates_);
    const std::string name = "T" + std::to_string(number);
    std::string members = model.name;
    for (const RandomPredicate& each : predicates_) {
      if (each.name != model.name && each.types == model.types && below(2) == 0) members += ", " + each.name;
    }
    text_ += (number == 0 ? "for " : ", ") + name + " in {" + members + "} ";
    templates_.push_back({name, model.types, false});
  }

  static std::string term(int type) {
    if (once_in(5)) return "\"" + random_spelling() + "\"";
    return one_of<std::string>({"x", "y", "z"}) + std::to_string(type);
  }

  static std::string atom(const RandomPredicate& predicate) {
    std::string text = predicate.name;
    for (std::size_t i = 0; i < predicate.types.size(); ++i)
      text += (i == 0 ? "(" : ", ") + term(predicate.types[i]);
    return text + ")";
  }

  // Binds variables that are free elsewhere, so that some are renamed.
  std::string quantified() {
    const std::string type = std::to_string(below(type_count_));
    return "(forall x" + type + ", y" + type + ": " + formula(2) + ")";
  }

  std::string leaf() {
    if (!templates_.empty() && once_in(3)) return atom(one_of(templates_));
    if (!once_in(6)) return atom(one_of(predicates_));
    const int type = below(type_count_);
    return term(type) + (below(2) == 0 ? " = " : " != ") + term(type);
  }

  std::string formula(int depth) {
    if (depth == 0) return leaf();
    switch (below(6)) {
      case 0:
        return leaf();
      case 1:
        return "!(" + formula(depth - 1) + ")";
      case 2:
        return "(" + formula(depth - 1) + " & " + formula(depth - 1) + ")";
      case 3:
        return "(" + formula(depth - 1) + " | " + formula(depth - 1) + ")";
      case 4:
        return "(" + formula(depth - 1) + " -> " + formula(depth - 1) + ")";
      default:
        return "(" + leaf() + " <-> " + leaf() + ")";
    }
  }

  std::string text_;
  int type_count_ = 0;
  int rule_count_ = 0;
  std::vector<RandomPredicate> predicates_;
  std::vector<RandomPredicate> templates_;  // of the rule under way
};

// The knowledge of a text; nothing if it is refused because a variable stands beside '=' only.
std::optional<Knowledge> knowledge_of(const std::string& text) {
  try {
    return Knowledge::from_text(text);
  } catch (const Error& error) {
    for (const Diagnostic& diagnostic : error.diagnostics()) {
      const bool is_expected =
          diagnostic.message.find("occurs in no predicate and equals no variable that does") !=
              std::string::npos ||
          diagnostic.message.find("no predicate says what type") != std::string::npos;
      if (diagnostic.severity == Severity::error && !is_expected) throw;
    }
    return std::nullopt;
  }
}

TEST(RoundTripProperty, GivesTheSameKnowledge) {
  test::check_property(3'000, [] {
    const std::string text = RandomText().write();
    RC_LOG() << text << "\n";
    const auto first = knowledge_of(text);
    if (!first) RC_DISCARD("refused");
    const std::string written = to_text(*first);
    RC_LOG() << written << "\n";
    const Knowledge second = Knowledge::from_text(written);
    RC_ASSERT(second.vocabulary() == first->vocabulary());
    RC_ASSERT(test::without_locations(second.clauses()) == test::without_locations(first->clauses()));
    RC_ASSERT(to_text(second) == written);
  });
}

}  // namespace
}  // namespace kenn::clause
