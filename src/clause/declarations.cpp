// Pass 1: declarations -> vocabulary.
#include "clause/declarations.h"

#include <string>
#include <utility>

#include "base/nearest_name.h"
#include "base/spelling.h"

namespace kenn::clause {

namespace {

template <typename Named>
std::string suggest(const std::string& kind, std::string_view name, const std::vector<Named>& known,
                    base::Diagnostics& diagnostics) {
  return diagnostics.suggestion_for(kind, name, [&] {
    std::vector<std::string_view> candidates;
    candidates.reserve(known.size());
    for (const Named& each : known) candidates.push_back(each.name);
    return base::suggestion(name, candidates);
  });
}

class Declarer {
 public:
  Declarer(const knowledge::syntax::Tree& tree, base::Diagnostics& diagnostics)
      : tree_(tree), diagnostics_(diagnostics) {}

  // Statements may come in any order, so each kind of them is read in a walk of its own.
  Declarations run() {
    for_each<knowledge::syntax::TypeStatement>([&](const auto& statement) {
      for (const knowledge::syntax::Name& name : statement.types) declare_type(name);
    });
    for_each<knowledge::syntax::PredicateStatement>([&](const auto& statement) {
      for (const knowledge::syntax::Signature& signature : statement.signatures)
        declare_predicate(signature, statement.role);
    });
    for_each<knowledge::syntax::ExclusiveStatement>(
        [&](const auto& statement) { declare_exclusive(statement.predicates); });
    return std::move(declarations_);
  }

 private:
  template <typename Kind, typename Function>
  void for_each(Function function) const {
    for (const knowledge::syntax::Statement& statement : tree_.statements) {
      if (const auto* const kind = std::get_if<Kind>(&statement)) function(*kind);
    }
  }

  void declare_type(const knowledge::syntax::Name& name) {
    const auto index = static_cast<TypeIndex>(declarations_.vocabulary.types.size());
    const auto [known, is_new] = declarations_.types.emplace(name.text, index);
    if (!is_new) {
      diagnostics_.error(name.offset, "type " + base::in_quotes(name.text) + " is already declared in " +
                                          diagnostics_.line_of(declarations_.type_offsets[known->second]));
      return;
    }
    declarations_.vocabulary.types.push_back({std::string(name.text)});
    declarations_.type_offsets.push_back(name.offset);
  }

  void declare_predicate(const knowledge::syntax::Signature& signature, Role role) {
    const knowledge::syntax::Name& name = signature.name;
    Predicate predicate;
    predicate.name = name.text;
    predicate.role = role;
    for (const knowledge::syntax::Name& type : signature.argument_types)
      predicate.argument_types.push_back(find_type(type));
    predicate.table = table_of(signature, predicate);

    const auto index = static_cast<PredicateIndex>(declarations_.vocabulary.predicates.size());
    const auto [known, is_new] = declarations_.predicates.emplace(name.text, index);
    if (!is_new) {
      diagnostics_.error(name.offset,
                         "predicate " + base::in_quotes(name.text) + " is already declared in " +
                             diagnostics_.line_of(declarations_.predicate_offsets[known->second]));
      return;
    }
    // Data files are named after types and relations, so a relation cannot share its name with a type.
    const bool is_relation = role == Role::given || predicate.argument_types.size() > 1;
    if (is_relation && declarations_.types.contains(name.text)) {
      diagnostics_.error(name.offset,
                         base::in_quotes(name.text) + " is also a type; a relation needs a name of its own");
    }
    declarations_.vocabulary.predicates.push_back(std::move(predicate));
    declarations_.predicate_offsets.push_back(name.offset);
  }

  // Unary predictions of a type share its table; everything else has a table of its own.
  static std::string table_of(const knowledge::syntax::Signature& signature, const Predicate& predicate) {
    if (!signature.table.empty()) return std::string(signature.table);
    const bool shares = predicate.role == Role::predict && signature.argument_types.size() == 1;
    return std::string(shares ? signature.argument_types.front().text : signature.name.text);
  }

  TypeIndex find_type(const knowledge::syntax::Name& name) {
    const auto known = declarations_.types.find(name.text);
    if (known != declarations_.types.end()) return known->second;
    if (!tree_.unreadable_names.contains(name.text)) {
      diagnostics_.error(name.offset,
                         "unknown type " + base::in_quotes(name.text) +
                             suggest("type", name.text, declarations_.vocabulary.types, diagnostics_));
    }
    return unknown_type;
  }

  void declare_exclusive(const std::vector<knowledge::syntax::Name>& names) {
    auto& groups = declarations_.vocabulary.exclusive_groups;
    const auto group = static_cast<std::uint32_t>(groups.size());
    std::vector<PredicateIndex> members;
    for (const knowledge::syntax::Name& name : names) {
      const auto index = find_predicate(name, declarations_, tree_, diagnostics_);
      if (!index) continue;
      Predicate& predicate = declarations_.vocabulary.predicates[*index];
      if (const auto complaint = why_not_exclusive(predicate, members); !complaint.empty()) {
        diagnostics_.error(name.offset, complaint);
        continue;
      }
      predicate.exclusive_group = group;
      members.push_back(*index);
    }
    if (names.size() == 1 && members.size() == 1) {
      diagnostics_.warning(names.front().offset, "an exclusive group of one predicate makes it always true");
    }
    groups.push_back(std::move(members));
  }

  // Why `predicate` cannot join `members`; empty if it can.
  [[nodiscard]] std::string why_not_exclusive(const Predicate& predicate,
                                              const std::vector<PredicateIndex>& members) const {
    const Vocabulary& vocabulary = declarations_.vocabulary;
    const std::string name = base::in_quotes(predicate.name);
    if (predicate.argument_types.size() != 1) {
      return name + " has " + std::to_string(predicate.argument_types.size()) +
             " arguments; only predicates with one can be exclusive";
    }
    if (predicate.role == Role::given) return name + " is given; only predictions can be exclusive";
    if (predicate.exclusive_group) return name + " is already in an exclusive group";
    if (members.empty()) return "";
    const Predicate& first = vocabulary.predicates[members.front()];
    const TypeIndex expected = first.argument_types.front();
    const TypeIndex actual = predicate.argument_types.front();
    if (actual == expected || actual == unknown_type || expected == unknown_type) return "";
    return name + " is about " + vocabulary.types[actual].name + ", but " + base::in_quotes(first.name) +
           " is about " + vocabulary.types[expected].name + "; an exclusive group has one type";
  }

  const knowledge::syntax::Tree& tree_;
  base::Diagnostics& diagnostics_;
  Declarations declarations_;
};

}  // namespace

Declarations declare(const knowledge::syntax::Tree& tree, base::Diagnostics& diagnostics) {
  return Declarer(tree, diagnostics).run();
}

std::optional<PredicateIndex> find_predicate(const knowledge::syntax::Name& name,
                                             const Declarations& declarations,
                                             const knowledge::syntax::Tree& tree,
                                             base::Diagnostics& diagnostics) {
  const auto known = declarations.predicates.find(name.text);
  if (known != declarations.predicates.end()) return known->second;
  if (tree.unreadable_names.contains(name.text)) return std::nullopt;
  if (declarations.types.contains(name.text)) {
    diagnostics.error(name.offset, base::in_quotes(name.text) + " is a type, not a predicate");
    return std::nullopt;
  }
  diagnostics.error(name.offset,
                    "unknown predicate " + base::in_quotes(name.text) +
                        suggest("predicate", name.text, declarations.vocabulary.predicates, diagnostics));
  return std::nullopt;
}

}  // namespace kenn::clause
