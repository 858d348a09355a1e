// Evaluates a neighbourhood again and again, each time without something else, and only where that matters.
#pragma once

#include <string>
#include <vector>

#include "explain/context.h"
#include "explain/evaluation.h"

namespace kenn::explain {

// Something that can be taken out, and what then becomes of the neighbourhood.
struct Removal {
  std::string name;
  Alterations changes;
  // Before every pass, the nodes whose values may be others, ascending, and these values one after the other.
  std::vector<std::vector<Node>> nodes;
  std::vector<std::vector<double>> values;
  double margin = 0;  // of the predicate that is asked for
};

// With two removals at once, a node that only one of them reaches has the value it has with that one: only
// where both reach, values are computed anew.
class Removals {
 public:
  Removals(const Context& context, const Neighbourhood& neighbourhood, const NeighbourhoodValues& evaluation,
           std::uint32_t column);

  // Rules, clauses and listed tuples that have a say in the value of node 0.
  [[nodiscard]] std::vector<Removal> find();

  [[nodiscard]] double margin_without(const Removal& first, const Removal& second);
  [[nodiscard]] double margin() const;  // with nothing taken out

 private:
  [[nodiscard]] std::vector<Removal> candidates() const;
  void find_nodes(Removal& removal) const;
  [[nodiscard]] bool is_reached(std::size_t pass, Node node, const Alterations& changes,
                                const std::vector<char>& reached_before) const;
  void compute(Removal& removal);
  void compute_node(const Alterations& changes, std::size_t pass, Node node, double* target);
  void reset(const Removal& removal);

  const Context& context_;
  const Neighbourhood& neighbourhood_;
  std::uint32_t column_;
  const Values& original_;
  Values values_;  // at the moment
  Arithmetic arithmetic_;
  std::vector<double> scratch_;
};

// What both take out.
Alterations both(const Alterations& first, const Alterations& second);

}  // namespace kenn::explain
