// Random knowledge for the KENN2 format, and how it is written there and in the knowledge language.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "support.h"

namespace kenn::test {

struct Literal2 {
  bool positive = true;
  std::string predicate;
  std::string first;
  std::string second;  // empty for a unary literal
};

struct Clause2 {
  std::string weight;
  std::vector<Literal2> literals;
};

struct Knowledge2 {
  std::vector<std::string> unary;
  std::vector<std::string> binary;
  std::vector<Clause2> unary_clauses;
  std::vector<Clause2> binary_clauses;
};

// A name in front of which an n is a negation.
inline bool can_be_negated(const std::string& name, const Knowledge2& knowledge) {
  const auto declares = [&](const std::vector<std::string>& names) {
    return std::find(names.begin(), names.end(), "n" + name) != names.end();
  };
  return !declares(knowledge.unary) && !declares(knowledge.binary);
}

inline Literal2 random_literal(const Knowledge2& knowledge, bool is_binary, const std::string& variable) {
  Literal2 literal;
  literal.predicate = one_of(is_binary ? knowledge.binary : knowledge.unary);
  literal.positive = below(2) == 0 || !can_be_negated(literal.predicate, knowledge);
  literal.first = is_binary && below(2) == 1 ? "y" : variable;
  if (is_binary) literal.second = literal.first == "x" ? "y" : "x";
  return literal;
}

inline Clause2 random_clause(const Knowledge2& knowledge, bool is_binary) {
  Clause2 clause;
  clause.weight = one_of<std::string>({"_", "1", "0.25", "500", "1e-3", "7.125"});
  const bool has_pair = is_binary && !once_in(6);
  for (int left = has_pair ? below(4) : 1 + below(4); left > 0; --left) {
    clause.literals.push_back(random_literal(knowledge, false, has_pair && below(2) == 1 ? "y" : "x"));
  }
  if (has_pair) clause.literals.push_back(random_literal(knowledge, true, "x"));
  if (has_pair && once_in(3)) clause.literals.push_back(random_literal(knowledge, true, "x"));
  const std::size_t shift = static_cast<std::size_t>(below(static_cast<int>(clause.literals.size())));
  std::rotate(clause.literals.begin(), clause.literals.begin() + static_cast<std::ptrdiff_t>(shift),
              clause.literals.end());
  return clause;
}

inline Knowledge2 random_knowledge() {
  Knowledge2 knowledge;
  const std::vector<std::string> names{"A", "nA", "nice", "ice", "n", "nn", "Smoker", "_b", "not_", "x"};
  const bool is_relational = below(3) > 0;
  for (const std::string& name : names) {
    if (is_relational && once_in(3)) {
      knowledge.binary.push_back(name);
    } else if (below(2) == 0) {
      knowledge.unary.push_back(name);
    }
  }
  if (knowledge.unary.empty()) knowledge.unary.emplace_back("Z");
  for (int left = below(5); left > 0; --left)
    knowledge.unary_clauses.push_back(random_clause(knowledge, false));
  if (knowledge.binary.empty()) return knowledge;
  for (int left = below(5); left > 0; --left)
    knowledge.binary_clauses.push_back(random_clause(knowledge, true));
  return knowledge;
}

inline std::string joined(const std::vector<std::string>& parts, const std::string& separator) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : separator) + part;
  return text;
}

inline std::string blank() {
  return once_in(6) ? one_of<std::string>({" ", "\t", "  "}) : "";
}

inline std::string in_kenn2(const Clause2& clause) {
  std::vector<std::string> literals;
  for (const Literal2& literal : clause.literals) {
    std::string text = (literal.positive ? "" : "n") + literal.predicate;
    const std::string second = literal.second.empty() ? "" : "." + blank() + literal.second;
    const bool leaves_arguments_out = literal.second.empty() && literal.first == "x" && once_in(4);
    if (!leaves_arguments_out) text += "(" + literal.first + blank() + second + ")";
    literals.push_back(text);
  }
  return clause.weight + ":" + joined(literals, "," + blank());
}

inline std::string in_kenn2(const Knowledge2& knowledge) {
  std::vector<std::string> lines{joined(knowledge.unary, ",")};
  if (!knowledge.binary.empty()) lines.push_back(joined(knowledge.binary, ","));
  lines.emplace_back("");
  for (const Clause2& clause : knowledge.unary_clauses) lines.push_back(in_kenn2(clause));
  if (!knowledge.binary.empty()) lines.emplace_back(">");
  for (const Clause2& clause : knowledge.binary_clauses) lines.push_back(in_kenn2(clause));
  const std::string line_end = below(2) == 0 ? "\n" : "\r\n";
  std::string text;
  for (const std::string& line : lines) {
    text += (text.empty() ? "" : line_end) + line;
    if (once_in(5)) text += line_end + blank() + (once_in(3) ? "# rule: " : "");
  }
  return text + (below(2) == 0 ? "" : line_end);
}

inline std::string in_kenn(const Clause2& clause) {
  std::vector<std::string> literals;
  for (const Literal2& literal : clause.literals) {
    const std::string second = literal.second.empty() ? "" : ", " + literal.second;
    literals.push_back((literal.positive ? "" : "!") + literal.predicate + "(" + literal.first + second +
                       ")");
  }
  return (clause.weight == "_" ? "rule: " : "rule weight " + clause.weight + ": ") + joined(literals, " | ") +
         "\n";
}

inline std::string in_kenn(const Knowledge2& knowledge) {
  std::string text = "type Object\npredict " + joined(knowledge.unary, "(Object), ") + "(Object)\n";
  for (const std::string& name : knowledge.binary) text += "predict " + name + "(Object, Object)\n";
  for (const Clause2& clause : knowledge.unary_clauses) text += in_kenn(clause);
  for (const Clause2& clause : knowledge.binary_clauses) text += in_kenn(clause);
  return text;
}

}  // namespace kenn::test
