// Evaluates a neighbourhood again and again, each time without something else, and only where that matters.
#include "explain/removals.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "explain/prediction.h"

namespace kenn::explain {

namespace {

template <typename Element>
std::vector<Element> united(const std::vector<Element>& first, const std::vector<Element>& second) {
  std::vector<Element> all;
  std::set_union(first.begin(), first.end(), second.begin(), second.end(), std::back_inserter(all));
  return all;
}

}  // namespace

Alterations both(const Alterations& first, const Alterations& second) {
  return {united(first.clauses, second.clauses), united(first.facts, second.facts), {}};
}

Removals::Removals(const Context& context, const Neighbourhood& neighbourhood,
                   const NeighbourhoodValues& evaluation, std::uint32_t column)
    : context_(context),
      neighbourhood_(neighbourhood),
      column_(column),
      original_(evaluation.values()),
      values_(evaluation.values()),
      arithmetic_(context.source, neighbourhood) {}

double Removals::margin() const {
  const TableSchema& schema = context_.schema(neighbourhood_.nodes().front().table);
  return explain::margin(context_.vocabulary(), schema, column_, values_.back()[0]);
}

std::vector<Removal> Removals::find() {
  std::vector<Removal> found;
  for (Removal& removal : candidates()) {
    find_nodes(removal);
    if (removal.nodes.back().empty()) continue;
    compute(removal);
    removal.margin = margin();
    reset(removal);
    found.push_back(std::move(removal));
  }
  return found;
}

std::vector<Removal> Removals::candidates() const {
  std::set<std::size_t> clauses;
  std::set<Fact> facts;
  const NodeRow& target = neighbourhood_.nodes().front();
  for (std::size_t pass = 0; pass < neighbourhood_.pass_count(); ++pass) {
    for (Node node = 0; node < neighbourhood_.nodes_before(pass + 1); ++node) {
      for (const Instance& instance : neighbourhood_.instances(neighbourhood_.stage_of(pass), node)) {
        const plan::PatternGroup& group = neighbourhood_.group(instance);
        for (const plan::GroundClause& clause : group.clauses) {
          if (arithmetic_.weight_of(pass, clause.clause) != 0) clauses.insert(clause.clause);
        }
        for (std::size_t atom = 0; atom < group.pattern.atoms.size(); ++atom) {
          const Fact fact{group.pattern.atoms[atom].table, neighbourhood_.atoms_of(instance)[atom]};
          const bool is_target = fact.table == target.table && fact.tuple == target.row;
          if (fact.tuple != plan::not_listed && !is_target) facts.insert(fact);
        }
      }
    }
  }
  std::vector<Removal> all;
  for (const NamedRule& rule : context_.names.rules()) {
    Removal removal{rule.name, {}, {}, {}, 0};
    for (const std::size_t clause : rule.clauses) {
      if (clauses.contains(clause)) removal.changes.clauses.push_back(clause);
    }
    const bool is_whole_rule = rule.clauses.size() > 1;
    if (removal.changes.clauses.size() > (is_whole_rule ? 1 : 0)) all.push_back(std::move(removal));
  }
  for (const Fact& fact : facts) {
    all.push_back({context_.names.fact_text(fact.table, fact.tuple), {{}, {fact}, {}}, {}, {}, 0});
  }
  return all;
}

void Removals::find_nodes(Removal& removal) const {
  removal.nodes.resize(neighbourhood_.pass_count() + 1);
  std::vector<char> reached(neighbourhood_.nodes().size());
  for (std::size_t pass = 0; pass < neighbourhood_.pass_count(); ++pass) {
    std::vector<char> after = reached;
    for (Node node = 0; node < neighbourhood_.nodes_before(pass + 1); ++node) {
      if (!is_reached(pass, node, removal.changes, reached)) continue;
      after[node] = 1;
      removal.nodes[pass + 1].push_back(node);
    }
    reached = std::move(after);
  }
}

// Whether the value of a node after a pass may be another one.
bool Removals::is_reached(std::size_t pass, Node node, const Alterations& changes,
                          const std::vector<char>& reached_before) const {
  if (reached_before[node] != 0) return true;
  for (const Instance& instance : neighbourhood_.instances(neighbourhood_.stage_of(pass), node)) {
    const plan::PatternGroup& group = neighbourhood_.group(instance);
    const Node* const nodes = neighbourhood_.nodes_of(instance);
    for (std::size_t slot = 0; slot < group.slots.size(); ++slot) {
      if (nodes[slot] != no_node && reached_before[nodes[slot]] != 0) return true;
    }
    for (const plan::GroundClause& clause : group.clauses) {
      if (!changes.clauses.empty() && changes.has_no(clause.clause)) return true;
    }
    for (std::size_t atom = 0; atom < group.pattern.atoms.size() && !changes.facts.empty(); ++atom) {
      const Fact fact{group.pattern.atoms[atom].table, neighbourhood_.atoms_of(instance)[atom]};
      if (changes.has_no(fact)) return true;
    }
  }
  return false;
}

void Removals::compute_node(const Alterations& changes, std::size_t pass, Node node, double* target) {
  const double* const before = values_[pass][node];
  std::copy(before, before + neighbourhood_.width(node), target);
  arithmetic_.add_changes(changes, values_, pass, node, target);
}

void Removals::compute(Removal& removal) {
  removal.values.resize(removal.nodes.size());
  for (std::size_t pass = 0; pass < neighbourhood_.pass_count(); ++pass) {
    std::size_t size = 0;
    for (const Node node : removal.nodes[pass + 1]) size += neighbourhood_.width(node);
    std::vector<double>& values = removal.values[pass + 1];
    values.resize(size);
    double* target = values.data();
    for (const Node node : removal.nodes[pass + 1]) {
      compute_node(removal.changes, pass, node, target);
      values_[pass + 1][node] = target;
      target += neighbourhood_.width(node);
    }
  }
}

void Removals::reset(const Removal& removal) {
  for (std::size_t pass = 0; pass < removal.nodes.size(); ++pass) {
    for (const Node node : removal.nodes[pass]) values_[pass][node] = original_[pass][node];
  }
}

double Removals::margin_without(const Removal& first, const Removal& second) {
  const Alterations changes = both(first.changes, second.changes);
  std::size_t most = 0;
  for (const auto& nodes : first.nodes) {
    for (const Node node : nodes) most += neighbourhood_.width(node);
  }
  if (scratch_.size() < most) scratch_.resize(most);
  double* target = scratch_.data();
  for (std::size_t pass = 1; pass < first.nodes.size(); ++pass) {
    const double* of_first = first.values[pass].data();
    for (const Node node : first.nodes[pass]) {
      values_[pass][node] = of_first;
      of_first += neighbourhood_.width(node);
    }
    const double* of_second = second.values[pass].data();
    for (const Node node : second.nodes[pass]) {
      const std::size_t width = neighbourhood_.width(node);
      if (values_[pass][node] == original_[pass][node]) {
        values_[pass][node] = of_second;
      } else {
        compute_node(changes, pass - 1, node, target);
        values_[pass][node] = target;
        target += width;
      }
      of_second += width;
    }
  }
  const double result = margin();
  reset(first);
  reset(second);
  return result;
}

}  // namespace kenn::explain
