// The values of a neighbourhood through all passes, as things are or with something changed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "explain/contribution.h"
#include "explain/neighbourhood.h"

namespace kenn::explain {

// The network says something else of an atom.
struct SetAtom {
  TableIndex table = 0;
  Row row = 0;
  std::uint32_t column = 0;
  double probability = 0;
};

// What is different from how things are.
struct Alterations {
  std::vector<std::size_t> clauses;  // that are taken out, ascending
  std::vector<Fact> facts;           // likewise
  std::vector<SetAtom> set;

  [[nodiscard]] bool has_no(std::size_t clause) const;
  [[nodiscard]] bool has_no(const Fact& fact) const;
};

// Where the values of nodes are before each pass: a pointer per pass and node.
using Values = std::vector<std::vector<const double*>>;

// What the groundings of a neighbourhood add to a node.
class Arithmetic {
 public:
  Arithmetic(const Source& source, const Neighbourhood& neighbourhood)
      : source_(source), neighbourhood_(neighbourhood) {}

  // Calls visit(instance, ground clause, changes) for every clause of every grounding that touches a node and
  // that takes part; `changes` are those of its literals.
  template <typename Visit>
  void for_each_change(const Alterations& changes, const Values& values, std::size_t pass, Node node,
                       const Visit& visit) {
    for (const Instance& instance : neighbourhood_.instances(neighbourhood_.stage_of(pass), node)) {
      if (!takes_part(instance, changes)) continue;
      for (const plan::GroundClause& clause : neighbourhood_.group(instance).clauses) {
        const double weight = weight_of(pass, clause.clause);
        if (weight == 0 || changes.has_no(clause.clause) || !touches(instance, clause, node)) continue;
        see_literals(instance, clause, changes, values[pass]);
        literal_changes(source_.options.boost, weight, literals_, changes_);
        visit(instance, clause, std::span<const double>(changes_));
      }
    }
  }

  // Adds all of them to the columns of the node.
  void add_changes(const Alterations& changes, const Values& values, std::size_t pass, Node node,
                   double* sums);

  [[nodiscard]] double weight_of(std::size_t pass, std::size_t clause) const;

  // Whether the listed tuples are as the grounding needs them.
  [[nodiscard]] bool takes_part(const Instance& instance, const Alterations& changes) const;

  // The logit of the given tuple in a slot: of its degree, or minus infinity.
  [[nodiscard]] double degree_logit(const Instance& instance, const plan::Slot& slot,
                                    const Alterations& changes) const;

 private:
  [[nodiscard]] bool touches(const Instance& instance, const plan::GroundClause& clause, Node node) const;
  void see_literals(const Instance& instance, const plan::GroundClause& clause, const Alterations& changes,
                    const std::vector<const double*>& values);

  const Source& source_;
  const Neighbourhood& neighbourhood_;
  std::vector<SeenLiteral> literals_;
  std::vector<double> changes_;
};

// What the networks say of all nodes, in the order of their values.
std::vector<double> network_logits(const Source& source, const Neighbourhood& neighbourhood);

// Logits of one row with what is set.
void set_atoms(const Source& source, const Alterations& changes, const NodeRow& node,
               std::span<double> logits);

// Exclusive groups of one row get mean 0.
void center(const Source& source, TableIndex table, std::span<double> logits);

class NeighbourhoodValues {
 public:
  NeighbourhoodValues(const Source& source, const Neighbourhood& neighbourhood,
                      const std::vector<double>& networks, Alterations changes = {});

  [[nodiscard]] const Alterations& changes() const { return changes_; }
  [[nodiscard]] const Values& values() const { return values_; }

  // The logits of node 0: what the network says (or is set), and with the rules.
  [[nodiscard]] const std::vector<double>& network() const { return network_; }
  [[nodiscard]] const std::vector<double>& total() const { return total_; }  // of all contributions
  [[nodiscard]] std::vector<double> rules() const;

 private:
  Alterations changes_;
  std::vector<std::vector<double>> numbers_;  // by pass
  Values values_;
  std::vector<double> network_;
  std::vector<double> total_;
};

}  // namespace kenn::explain
