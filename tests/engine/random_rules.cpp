// Random knowledge texts: declarations, single rules, and families of rules over columns.
#include <algorithm>

#include "engine/random_engine_case.h"

namespace kenn::test {

namespace {

using Texts = std::vector<std::string>;

std::string joined(const Texts& texts, const std::string& separator) {
  std::string result;
  for (const std::string& text : texts) result += (result.empty() ? "" : separator) + text;
  return result;
}

struct DraftLiteral {
  bool positive = true;
  std::string predicate;
  Texts arguments;
};

std::string to_text(const DraftLiteral& literal) {
  return (literal.positive ? "" : "!") + literal.predicate + "(" + joined(literal.arguments, ", ") + ")";
}

// One clause of a rule under way.
class DraftClause {
 public:
  DraftClause(const Draft& draft, Random& random) : draft_(draft), random_(random) {
    for (int left = random.between(1, 2); left > 0; --left) add_variable(random.below(draft.objects.size()));
    add_literal(one_of_role(Role::predict));
    for (int left = random.one_of<int>({0, 1, 1, 2, 2, 3, 4}); left > 0; --left)
      add_literal(random.one_of(draft.predicates));
    random.shuffle(literals_);
  }

  // Puts `parameter` for unary predictions of `type`: some of those there are, or one more.
  void generalise(std::size_t type, const std::string& parameter) {
    bool done = false;
    for (DraftLiteral& literal : literals_) {
      if (!is_column_of(literal.predicate, type) || (done && random_.once_in(3))) continue;
      literal.predicate = parameter;
      done = true;
    }
    if (!done) literals_.push_back({random_.once_in(2), parameter, {term_of(type)}});
  }

  [[nodiscard]] std::string text() {
    Texts texts;
    for (const DraftLiteral& literal : literals_) texts.push_back(to_text(literal));
    while (random_.once_in(3)) {
      const std::string comparison = random_comparison();
      if (!comparison.empty()) texts.push_back(comparison);
    }
    return joined(texts, " | ");
  }

 private:
  struct DraftVariable {
    std::string name;
    std::size_t type = 0;
  };

  void add_variable(std::size_t type) {
    variables_.push_back({std::string(1, "xyzuvwst"[variables_.size()]), type});
  }

  DraftPredicate one_of_role(Role role) {
    DraftPredicate predicate = random_.one_of(draft_.predicates);
    while (predicate.role != role) predicate = random_.one_of(draft_.predicates);
    return predicate;
  }

  void add_literal(const DraftPredicate& predicate) {
    DraftLiteral literal{random_.once_in(predicate.role == Role::given ? 4 : 2), predicate.name, {}};
    for (const std::size_t type : predicate.types) literal.arguments.push_back(term_of(type));
    literals_.push_back(std::move(literal));
  }

  // A variable of the type, or a constant, or a new variable.
  std::string term_of(std::size_t type) {
    Texts names;
    for (const DraftVariable& variable : variables_)
      if (variable.type == type) names.push_back(variable.name);
    const bool may_be_new = variables_.size() < 4;
    if (draft_.objects[type].count > 0 && (random_.once_in(10) || (names.empty() && !may_be_new)))
      return constant_of(type);
    if (names.empty() || (may_be_new && random_.once_in(4))) {
      add_variable(type);
      return variables_.back().name;
    }
    return random_.one_of(names);
  }

  std::string constant_of(std::size_t type) {
    const ObjectSet& objects = draft_.objects[type];
    const std::size_t row = random_.below(objects.count);
    return string_literal(objects.ids.empty() ? std::to_string(row) : objects.ids[row]);
  }

  // Between variables of one type that stand in literals, or such a variable and a constant.
  std::string random_comparison() {
    const DraftVariable left = random_.one_of(variables_);
    if (!is_used(left.name)) return "";
    const std::string sign = random_.once_in(4) ? " != " : " = ";
    if (random_.once_in(4) && draft_.objects[left.type].count > 0)
      return left.name + sign + constant_of(left.type);
    for (const DraftVariable& right : variables_)
      if (right.type == left.type && right.name != left.name) return left.name + sign + right.name;
    return "";
  }

  [[nodiscard]] bool is_used(const std::string& variable) const {
    return std::any_of(literals_.begin(), literals_.end(), [&](const DraftLiteral& literal) {
      return std::find(literal.arguments.begin(), literal.arguments.end(), variable) !=
             literal.arguments.end();
    });
  }

  [[nodiscard]] bool is_column_of(const std::string& predicate, std::size_t type) const {
    return std::any_of(draft_.predicates.begin(), draft_.predicates.end(), [&](const DraftPredicate& each) {
      return each.name == predicate && each.role == Role::predict && each.types == std::vector{type};
    });
  }

  const Draft& draft_;
  Random& random_;
  std::vector<DraftVariable> variables_;
  std::vector<DraftLiteral> literals_;
};

Texts columns_of(const Draft& draft, std::size_t type) {
  Texts names;
  for (const DraftPredicate& predicate : draft.predicates)
    if (predicate.role == Role::predict && predicate.types == std::vector{type})
      names.push_back(predicate.name);
  return names;
}

// Some columns: neighbours, every second one, or any in any order.
Texts random_set(Texts columns, Random& random) {
  const int kind = random.below(4);
  if (kind == 0) random.shuffle(columns);
  const std::size_t step = kind == 1 ? 2 : 1;
  const std::size_t first = random.below(columns.size());
  Texts set;
  for (std::size_t i = first; i < columns.size(); i += step) set.push_back(columns[i]);
  if (random.once_in(2)) set.resize(1 + random.below(set.size()));
  return set;
}

std::string random_rule(const Draft& draft, const std::string& name, Random& random) {
  DraftClause clause(draft, random);
  const std::string weight = random.once_in(4) ? " weight " + std::to_string(random.below(9)) + ".25" : "";
  std::string family;
  for (const std::string parameter : {"Any", "Other"}) {
    const std::size_t type = random.below(draft.objects.size());
    const Texts columns = columns_of(draft, type);
    if (columns.empty() || random.once_in(2)) break;
    family += (family.empty() ? "for " : ", ") + parameter + " in {" +
              joined(random_set(columns, random), ", ") + "}";
    clause.generalise(type, parameter);
    if (columns.size() > 8) break;
  }
  return family + (family.empty() ? "" : " ") + "rule \"" + name + "\"" + weight + ": " + clause.text();
}

}  // namespace

Draft random_draft(Random& random) {
  Draft draft;
  for (int left = random.one_of<int>({1, 1, 2, 3}); left > 0; --left)
    draft.objects.push_back(random_objects(random));
  const auto declare = [&](const std::string& prefix, Role role, std::size_t arity, int count) {
    for (int i = 0; i < count; ++i) {
      DraftPredicate predicate{prefix + std::to_string(draft.predicates.size()), role, {}};
      for (std::size_t argument = 0; argument < arity; ++argument)
        predicate.types.push_back(random.below(draft.objects.size()));
      draft.predicates.push_back(std::move(predicate));
    }
  };
  declare("Unary", Role::predict, 1, random.once_in(20) ? random.between(60, 70) : random.between(0, 9));
  declare("Pair", Role::predict, 2, random.one_of<int>({0, 0, 1, 2}));
  declare("Triple", Role::predict, 3, random.once_in(4) ? 1 : 0);
  declare("Known", Role::given, 1, random.below(3));
  declare("Link", Role::given, 2, random.one_of<int>({0, 1, 1, 2}));
  declare("Among", Role::given, 3, random.once_in(4) ? 1 : 0);
  const bool predicts = std::any_of(draft.predicates.begin(), draft.predicates.end(),
                                    [](const DraftPredicate& each) { return each.role == Role::predict; });
  if (!predicts) declare("Unary", Role::predict, 1, 1);
  if (random.once_in(2)) random.shuffle(draft.predicates);
  for (std::size_t type = 0; type < draft.objects.size(); ++type) {
    Texts columns = columns_of(draft, type);
    if (columns.empty() || random.once_in(2)) continue;
    if (random.once_in(2)) random.shuffle(columns);
    const std::size_t count = 1 + random.below(columns.size());
    const auto half = columns.begin() + static_cast<std::ptrdiff_t>(count);
    draft.exclusive.emplace_back(columns.begin(), half);
    if (half != columns.end() && random.once_in(2)) draft.exclusive.emplace_back(half, columns.end());
  }
  return draft;
}

std::string declarations_of(const Draft& draft) {
  std::string text;
  for (std::size_t type = 0; type < draft.objects.size(); ++type)
    text += "type T" + std::to_string(type) + "\n";
  for (const DraftPredicate& predicate : draft.predicates) {
    Texts types;
    for (const std::size_t type : predicate.types) types.push_back("T" + std::to_string(type));
    text += (predicate.role == Role::predict ? "predict " : "given ") + predicate.name + "(" +
            joined(types, ", ") + ")\n";
  }
  for (const Texts& group : draft.exclusive) text += "exclusive " + joined(group, ", ") + "\n";
  return text;
}

std::vector<std::string> random_rules(const Draft& draft, Random& random) {
  Texts rules;
  for (int left = random.between(1, 7); left > 0; --left)
    rules.push_back(random_rule(draft, "r" + std::to_string(left), random));
  return rules;
}

Kenn2Text random_kenn2(Random& random) {
  Texts unary;
  Texts binary;
  for (int i = random.between(1, 6); i > 0; --i) unary.push_back("U" + std::to_string(i));
  for (int i = random.between(1, 3); i > 0; --i) binary.push_back("B" + std::to_string(i));
  Kenn2Text text{joined(unary, ",") + "\n" + joined(binary, ",") + "\n\n", {}};
  const auto add_clause = [&](bool of_pairs) {
    Texts literals;
    if (of_pairs) literals.push_back(random.one_of(binary) + random.one_of<std::string>({"(x.y)", "(y.x)"}));
    for (int left = random.between(of_pairs ? 0 : 1, 3); left > 0; --left)
      literals.push_back(random.one_of(unary) + (of_pairs && random.once_in(2) ? "(y)" : "(x)"));
    if (of_pairs && random.once_in(4)) literals.push_back(random.one_of(binary) + "(y.x)");
    random.shuffle(literals);
    for (std::string& literal : literals) literal = (random.once_in(2) ? "n" : "") + literal;
    text.rules.push_back(random.one_of<std::string>({"_:", "_:", "1.5:"}) + joined(literals, ","));
  };
  for (int left = random.below(4); left > 0; --left) add_clause(false);
  text.rules.emplace_back(">");
  for (int left = random.between(1, 4); left > 0; --left) add_clause(true);
  return text;
}

}  // namespace kenn::test
