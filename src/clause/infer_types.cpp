// Pass 4: variables get their types from the signatures of the predicates they occur in.
#include "clause/infer_types.h"

#include <string>

#include "clause/union_find.h"

namespace kenn::clause {

namespace {

// Variables that must have one type; the type of each class, and where it was seen.
class TypeClasses {
 public:
  explicit TypeClasses(std::size_t variables)
      : classes_(variables), type_(variables, unknown_type), offset_(variables), settled_(variables) {}

  void unite(std::uint32_t left, std::uint32_t right) { classes_.unite(left, right); }

  TypeIndex& type(std::uint32_t variable) { return type_[classes_.find(variable)]; }
  std::size_t& offset(std::uint32_t variable) { return offset_[classes_.find(variable)]; }

  // Whether there is nothing more to say about the type: it is known, or its lack has been reported.
  [[nodiscard]] bool is_settled(std::uint32_t variable) { return settled_[classes_.find(variable)]; }
  void settle(std::uint32_t variable) { settled_[classes_.find(variable)] = true; }

 private:
  UnionFind classes_;
  std::vector<TypeIndex> type_;
  std::vector<std::size_t> offset_;
  std::vector<bool> settled_;
};

bool is_variable(const Term& term) {
  return term.kind == Term::Kind::variable;
}

class Inference {
 public:
  Inference(ResolvedRule& rule, const Declarations& declarations, base::Diagnostics& diagnostics)
      : rule_(rule),
        declarations_(declarations),
        diagnostics_(diagnostics),
        classes_(rule.variables.size()) {}

  bool run() {
    for (const Atom& atom : rule_.atoms) {
      const auto& sides = atom.arguments;
      if (atom.predicate == equality && is_variable(sides[0]) && is_variable(sides[1])) {
        classes_.unite(sides[0].index, sides[1].index);
      }
    }
    for (const Atom& atom : rule_.atoms) {
      if (atom.predicate != equality) use_signature(atom);
    }
    for (const Atom& atom : rule_.atoms) {
      if (atom.predicate == equality) require_types(atom);
    }
    for (std::uint32_t i = 0; i < rule_.variables.size(); ++i) rule_.variables[i].type = classes_.type(i);
    return correct_;
  }

 private:
  void use_signature(const Atom& atom) {
    const auto& types = declarations_.vocabulary.predicates[atom.predicate].argument_types;
    for (std::size_t i = 0; i < atom.arguments.size(); ++i) {
      if (!is_variable(atom.arguments[i])) continue;
      const std::uint32_t variable = atom.arguments[i].index;
      classes_.settle(variable);
      if (types[i] == unknown_type) continue;
      TypeIndex& known = classes_.type(variable);
      if (known == unknown_type) {
        known = types[i];
        classes_.offset(variable) = atom.spelling[i].name.offset;
      } else if (known != types[i]) {
        report_conflict(variable, types[i], atom.spelling[i].name.offset);
      }
    }
  }

  void report_conflict(std::uint32_t variable, TypeIndex type, std::size_t offset) {
    const auto& types = declarations_.vocabulary.types;
    diagnostics_.error(offset, "'" + rule_.variables[variable].name + "' is used as " + types[type].name +
                                   ", but also as " + types[classes_.type(variable)].name + " (" +
                                   diagnostics_.line_of(classes_.offset(variable)) + ")");
    correct_ = false;
  }

  void require_types(const Atom& atom) {
    for (std::size_t i = 0; i < atom.arguments.size(); ++i) {
      const Term& term = atom.arguments[i];
      if (!is_variable(term) || classes_.is_settled(term.index)) continue;
      classes_.settle(term.index);
      diagnostics_.error(atom.spelling[i].name.offset,
                         "no predicate says what type '" + rule_.variables[term.index].name + "' has");
      correct_ = false;
    }
  }

  ResolvedRule& rule_;
  const Declarations& declarations_;
  base::Diagnostics& diagnostics_;
  TypeClasses classes_;
  bool correct_ = true;
};

}  // namespace

bool infer_types(ResolvedRule& rule, const Declarations& declarations, base::Diagnostics& diagnostics) {
  return Inference(rule, declarations, diagnostics).run();
}

}  // namespace kenn::clause
