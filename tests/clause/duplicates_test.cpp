// Tests of pass 7: clauses that say the same as an earlier one.
#include "clause/duplicates.h"

#include <numeric>
#include <random>

#include "support.h"

namespace kenn::clause {
namespace {

using test::below;
using test::chain;
using test::Texts;

Clause clause_of(const std::string& formula) {
  const Knowledge knowledge = Knowledge::from_text(
      "type Thing, Place predict A(Thing), B(Thing), C(Thing), R(Thing, Thing), At(Thing, Place), S(Place)\n"
      "given L(Thing, Thing)\nrule: " +
      formula);
  EXPECT_EQ(knowledge.clauses().size(), 1U) << formula;
  return knowledge.clauses().front();
}

// Both ways round, and by the finder.
bool same(const Clause& left, const Clause& right) {
  std::size_t effort = 1'000'000;
  const bool result = say_the_same(left, right, effort);
  EXPECT_EQ(say_the_same(right, left, effort), result);
  DuplicateFinder finder;
  EXPECT_EQ(finder.find_or_add(left, {}), std::nullopt);
  EXPECT_EQ(finder.find_or_add(right, {left}).has_value(), result);
  return result;
}

bool same(const std::string& left, const std::string& right) {
  return same(clause_of(left), clause_of(right));
}

TEST(Duplicates, AreTheSameClause) {
  EXPECT_TRUE(same("!A(x) | B(x)", "!A(x) | B(x)"));
}

TEST(Duplicates, AreFoundUpToRenaming) {
  EXPECT_TRUE(same("!A(x) | B(x)", "!A(y) | B(y)"));
  EXPECT_TRUE(same("R(x, y) | R(y, z)", "R(b, c) | R(c, a)"));
  EXPECT_TRUE(same("R(x, y) | A(x)", "R(y, x) | A(y)"));
}

TEST(Duplicates, AreFoundUpToReordering) {
  EXPECT_TRUE(same("!A(x) | B(x)", "B(y) | !A(y)"));
  EXPECT_TRUE(same("R(x, y) | R(y, z) | A(z)", "A(a) | R(b, a) | R(c, b)"));
}

TEST(Duplicates, AreFoundWhenSidesOfEqualitiesAreSwapped) {
  EXPECT_TRUE(same("R(x, y) | x = y", "R(x, y) | y = x"));
  EXPECT_TRUE(same("R(x, y) | x = y", "y = x | R(y, x)"));
  EXPECT_TRUE(same("A(x) | B(y) | x = y", "B(x) | A(y) | x = y"));
  EXPECT_TRUE(same("A(x) | A(y) | A(z) | x = y | y = z", "A(x) | A(y) | A(z) | x = z | y = x"));
}

TEST(Duplicates, AreFoundWithConstants) {
  EXPECT_TRUE(same("R(x, \"a\") | R(x, \"b\")", "R(y, \"b\") | R(y, \"a\")"));
  EXPECT_TRUE(same("A(x) | x = \"a\"", "\"a\" = y | A(y)"));
  EXPECT_FALSE(same("R(x, \"a\") | A(\"b\")", "R(x, \"b\") | A(\"a\")"));
  EXPECT_FALSE(same("A(\"a\")", "A(\"b\")"));
  EXPECT_FALSE(same("A(\"a\")", "A(a)"));
}

TEST(Duplicates, AreNotWhatOnlyLooksAlike) {
  EXPECT_FALSE(same("!A(x) | B(x)", "A(x) | !B(x)"));
  EXPECT_FALSE(same("A(x) | B(x)", "A(x) | B(y)"));
  EXPECT_FALSE(same("A(x) | B(x)", "A(x) | B(x) | C(x)"));
  EXPECT_FALSE(same("R(x, y) | A(x)", "R(x, y) | A(y)"));
  EXPECT_FALSE(same("R(x, x)", "R(x, y)"));
  EXPECT_FALSE(same("R(x, y) | R(y, x)", "R(x, y) | R(x, z)"));
  EXPECT_FALSE(same("R(x, y) | x = y | A(x)", "R(x, y) | x = y | A(y)"));
  EXPECT_FALSE(same("R(x, y) | L(x, y)", "R(x, y) | L(y, x)"));
}

TEST(Duplicates, AreNotCyclesOfOtherLengths) {
  // Every literal and every variable looks like the others; only the whole tells them apart.
  const std::string six = "R(a, b) | R(b, c) | R(c, d) | R(d, e) | R(e, f) | R(f, a)";
  const std::string twice_three = "R(a, b) | R(b, c) | R(c, a) | R(d, e) | R(e, f) | R(f, d)";
  EXPECT_FALSE(same(six, twice_three));
  EXPECT_TRUE(same(six, "R(c, e) | R(a, c) | R(d, b) | R(f, d) | R(b, a) | R(e, f)"));
  EXPECT_TRUE(same(twice_three, "R(a, c) | R(c, e) | R(e, a) | R(d, b) | R(b, f) | R(f, d)"));
}

TEST(Duplicates, AreNotClausesOfOtherTypes) {
  EXPECT_FALSE(same("A(x) | x = y", "S(x) | x = y"));
  EXPECT_FALSE(same("A(x) | S(y)", "A(x) | A(y)"));
}

TEST(Duplicates, ShuffledFiveThousandLiteralsAreFound) {
  Texts literals;
  for (int i = 1; i <= 5'000; ++i)
    literals.push_back("R(v" + std::to_string(i) + ", \"" + std::to_string(i) + "\")");
  const auto joined = [&] {
    std::string text;
    for (const std::string& literal : literals) text += (text.empty() ? "" : " | ") + literal;
    return text;
  };
  const Clause clause = clause_of(joined());
  std::shuffle(literals.begin(), literals.end(), std::mt19937(1));
  EXPECT_TRUE(same(clause, clause_of(joined())));
}

TEST(Duplicates, ShuffledFiveThousandLikeLiteralsAreFound) {
  // Nothing tells the literals apart, so any partner will do.
  EXPECT_TRUE(same(chain("R(v%, w%)", " | ", 1, 5'000), chain("R(w%, v%)", " | ", 2, 5'001)));
}

TEST(Duplicates, RepeatedFiveThousandLiteralsOfAPathAreFound) {
  std::string path;
  for (int i = 1; i <= 5'000; ++i)
    path += (i == 1 ? "R(v" : " | R(v") + std::to_string(i) + ", v" + std::to_string(i + 1) + ")";
  const Clause clause = clause_of(path);
  EXPECT_TRUE(same(clause, clause));
}

// A clause whose literals all look alike: a ring of 200 variables, and links over it of random lengths.
std::string contrived(unsigned seed) {
  std::mt19937 random(seed);
  std::vector<int> partners(200);
  std::iota(partners.begin(), partners.end(), 0);
  std::shuffle(partners.begin(), partners.end(), random);
  std::string text;
  for (int i = 0; i < 200; ++i) {
    const std::string from = "R(v" + std::to_string(i) + ", v";
    text += (i == 0 ? "" : " | ") + from + std::to_string((i + 1) % 200) + ") | " + from +
            std::to_string(partners[static_cast<std::size_t>(i)]) + ")";
  }
  return text;
}

TEST(Duplicates, SearchEndsForContrivedClauses) {
  EXPECT_FALSE(same(contrived(1), contrived(2)));
}

TEST(Duplicates, SearchEndsForManyContrivedClauses) {
  std::string rules;
  for (unsigned i = 0; i < 500; ++i) rules += "rule \"r" + std::to_string(i) + "\": " + contrived(i) + "\n";
  EXPECT_EQ(test::clauses_of(rules).size(), 500U);
}

TEST(Duplicates, OfContrivedClausesAreNoReasonToRefuseThem) {
  // Unnamed clauses are named by their text, so a repetition that is not found must not count as a used name.
  std::string rules;
  for (unsigned i = 0; i < 500; ++i) rules += "rule: " + contrived(i) + "\n";
  EXPECT_EQ(test::clauses_of(rules + rules).size(), 500U);
}

TEST(Duplicates, ArePaidForOnlyWhenTheSearchIsInVain) {
  std::size_t effort = 1'000;
  EXPECT_TRUE(say_the_same(clause_of("!A(x) | B(x)"), clause_of("B(y) | !A(y)"), effort));
  EXPECT_EQ(effort, 1'000U);
  EXPECT_FALSE(say_the_same(clause_of("R(x, y) | A(x)"), clause_of("R(x, y) | B(x)"), effort));
  EXPECT_LT(effort, 1'000U);
}

TEST(Duplicates, ThatAreEasyAreFoundWithoutEffort) {
  std::size_t none = 0;
  const Clause clause = clause_of(chain("R(v%, w%) | v% = w%", " | ", 1, 1'000));
  EXPECT_TRUE(say_the_same(clause, clause, none));
  EXPECT_FALSE(say_the_same(clause_of("A(x)"), clause_of("B(x)"), none));
  EXPECT_EQ(none, 0U);
}

// --------------------------------------------------------------------------------------- in the whole path

TEST(Duplicates, AreDroppedWithAWarning) {
  const std::string text =
      test::vocabulary + "rule weight 2: G(x) & L(x, y) -> A(x)\nrule weight 3: !L(y, x) | !G(y) | A(y)\n";
  EXPECT_EQ(test::warnings_of(text), Texts{"3:1: warning: the clause '!L(y, x) | !G(y) | A(y)' repeats one "
                                           "of the rule in line 2, whose weight "
                                           "counts; dropped"});
  const Knowledge knowledge = Knowledge::from_text(text);
  ASSERT_EQ(knowledge.clauses().size(), 1U);
  EXPECT_EQ(knowledge.clauses().front().weight.value, 2);
}

TEST(Duplicates, OfOneRuleAreCounted) {
  EXPECT_EQ(
      test::warnings_of("type T predict A(T)\nrule: A(x) & A(y) & A(z)"),
      Texts{"2:1: warning: the clause 'A(y)' repeats another one of this rule; dropped (and 1 more of this "
            "rule)"});
}

// ----------------------------------------------------------------------------------------------- properties

std::string random_term() {
  return test::one_of<std::string>({"x", "y", "z", "w", "\"a\"", "\"b\""});
}

Texts random_literals() {
  Texts literals;
  for (int left = 1 + below(6); left > 0; --left) {
    const std::string sign = below(2) == 0 ? "" : "!";
    const int kind = below(4);
    if (kind == 0) literals.push_back(sign + "A(" + random_term() + ")");
    if (kind == 1 || kind == 2) literals.push_back(sign + "R(" + random_term() + ", " + random_term() + ")");
    if (kind == 3) literals.push_back(random_term() + " = " + random_term());
  }
  literals.push_back("R(x, y) | R(z, w)");  // every variable is in an atom
  return literals;
}

// Applies a renaming, a new order, and swaps sides of equalities.
std::string disguised(Texts literals) {
  for (std::size_t i = literals.size(); i > 1; --i) {
    std::swap(literals[i - 1], literals[static_cast<std::size_t>(below(static_cast<int>(i)))]);
  }
  const std::vector<std::string> renamings{"yzwx", "wzyx", "xyzw", "zwxy"};
  const std::string names = test::one_of(renamings);
  std::string text;
  for (std::string literal : literals) {
    const auto sign = literal.find(" = ");
    if (sign != std::string::npos && below(2) == 1) {
      literal = literal.substr(sign + 3) + " = " + literal.substr(0, sign);
    }
    for (char& letter : literal) {
      const auto index = std::string("xyzw").find(letter);
      if (index != std::string::npos) letter = names[index];
    }
    text += (text.empty() ? "" : " | ") + literal;
  }
  return text;
}

TEST(DuplicatesProperty, AreFoundInEveryDisguise) {
  test::check_property(3'000, [] {
    const Texts literals = random_literals();
    std::string text;
    for (const std::string& literal : literals) text += (text.empty() ? "" : " | ") + literal;
    const std::string other = disguised(literals);
    RC_LOG() << text << "\n" << other << std::endl;
    const Texts both = test::clauses_of("rule: " + text + "\nrule: " + other);
    RC_ASSERT(both.size() <= 1U);  // none when it is always true
  });
}

}  // namespace
}  // namespace kenn::clause
