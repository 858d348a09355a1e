// Puts an explanation together: from the values of a neighbourhood to names, sums and reasons.
#include "explain/explanation.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

#include "explain/evaluation.h"
#include "explain/prediction.h"

namespace kenn::explain {

namespace {

double size_of(const std::vector<double>& changes) {
  double sum = 0;
  for (const double change : changes) sum += std::abs(change);
  return sum;
}

template <typename Element>
void strongest_first(std::vector<Element>& elements) {
  std::vector<std::pair<double, std::size_t>> order;  // the first of equals comes first
  order.reserve(elements.size());
  for (const Element& element : elements) order.emplace_back(-size_of(element.changes), order.size());
  std::sort(order.begin(), order.end());
  std::vector<Element> sorted;
  sorted.reserve(elements.size());
  for (const auto& [size, place] : order) sorted.push_back(std::move(elements[place]));
  elements = std::move(sorted);
}

using Clauses = std::map<std::size_t, ClauseContribution>;

// The changes that a row sees in a layer, one after the other, and which of them are shown.
class Shown {
 public:
  struct Change {
    std::size_t clause = 0;
    double strength = 0;  // by which they are chosen
    double size = 0;
  };

  void add(const Change& change) { changes_.push_back(change); }

  // From now on the `most` strongest are shown; of equals those that stand first in the explanation, where
  // clauses and then their groundings are sorted by size.
  void choose(std::size_t most, const Clauses& clauses) {
    if (most >= changes_.size()) return;
    const auto place = [&](std::uint32_t number) {
      const Change& change = changes_[number];
      return std::tuple(-change.strength, -size_of(clauses.at(change.clause).changes), change.clause,
                        -change.size, number);
    };
    std::vector<std::uint32_t> order(changes_.size());
    std::iota(order.begin(), order.end(), std::uint32_t{0});
    const auto last = order.begin() + static_cast<std::ptrdiff_t>(most);
    std::nth_element(order.begin(), last, order.end(),
                     [&](std::uint32_t left, std::uint32_t right) { return place(left) < place(right); });
    is_shown_.assign(changes_.size(), 0);
    for (auto each = order.begin(); each != last; ++each) is_shown_[*each] = 1;
  }

  [[nodiscard]] bool next() {
    const std::size_t number = next_++;
    return is_shown_.empty() || is_shown_[number] != 0;
  }

 private:
  std::vector<Change> changes_;
  std::vector<char> is_shown_;
  std::size_t next_ = 0;
};

// Explains the nodes of one neighbourhood.
class Reasons {
 public:
  Reasons(const Context& context, const Neighbourhood& neighbourhood, const NeighbourhoodValues& evaluation,
          std::size_t top)
      : context_(context), neighbourhood_(neighbourhood), evaluation_(evaluation), top_(top) {}

  // What moved a node in a layer (from 0). Its groundings are followed back through `depth` more layers. The
  // strongest are those that move one of the columns `about` most, or all columns together if there are none.
  [[nodiscard]] RowContributions contributions(std::size_t layer, Node node, std::uint32_t depth,
                                               const std::vector<std::uint32_t>& about = {}) const {
    const NodeRow& row = neighbourhood_.nodes()[node];
    RowContributions result{context_.schema(row.table).name,
                            context_.names.objects(row.table, row.row),
                            columns_of(row.table),
                            static_cast<std::uint32_t>(layer + 1),
                            {}};
    Clauses clauses;
    Shown shown;
    for_each_pass(layer, [&](std::size_t pass) { add_sums(pass, node, about, clauses, shown); });
    shown.choose(top_, clauses);
    for_each_pass(layer, [&](std::size_t pass) { add_groundings(pass, node, depth, shown, clauses); });
    for (auto& [clause, contribution] : clauses) {
      strongest_first(contribution.groundings);
      result.clauses.push_back(std::move(contribution));
    }
    strongest_first(result.clauses);
    return result;
  }

  [[nodiscard]] std::vector<std::string> columns_of(TableIndex table) const {
    std::vector<std::string> names;
    for (const PredicateIndex column : context_.schema(table).columns) {
      names.push_back(context_.vocabulary().predicates[column].name);
    }
    return names;
  }

 private:
  template <typename Visit>
  void for_each_pass(std::size_t layer, const Visit& visit) const {
    for (std::size_t pass = 0; pass < neighbourhood_.pass_count(); ++pass) {
      if (neighbourhood_.layer_of(pass) == layer) visit(pass);
    }
  }

  // Calls visit(instance, clause, changes) with what each grounding adds to the columns of a node, in the
  // same order every time.
  template <typename Visit>
  void for_each_grounding(std::size_t pass, Node node, const Visit& visit) const {
    Arithmetic arithmetic(context_.source, neighbourhood_);
    std::vector<double> columns(neighbourhood_.width(node));
    arithmetic.for_each_change(
        evaluation_.changes(), evaluation_.values(), pass, node,
        [&](const Instance& instance, const plan::GroundClause& clause, std::span<const double> changes) {
          std::fill(columns.begin(), columns.end(), 0);
          for (std::size_t i = 0; i < changes.size(); ++i) {
            const plan::GroundLiteral& literal = clause.literals[i];
            if (neighbourhood_.nodes_of(instance)[literal.slot] != node) continue;
            columns[literal.column] += changes[i];
          }
          visit(instance, clause, columns);
        });
  }

  void add_sums(std::size_t pass, Node node, const std::vector<std::uint32_t>& about, Clauses& clauses,
                Shown& shown) const {
    const Arithmetic arithmetic(context_.source, neighbourhood_);
    for_each_grounding(
        pass, node,
        [&](const Instance&, const plan::GroundClause& clause, const std::vector<double>& changes) {
          auto [entry, is_new] = clauses.try_emplace(clause.clause);
          ClauseContribution& contribution = entry->second;
          if (is_new) {
            contribution.clause = context_.source.knowledge.clauses()[clause.clause].name;
            contribution.weight = arithmetic.weight_of(pass, clause.clause);
            contribution.changes.resize(changes.size());
          }
          for (std::size_t i = 0; i < changes.size(); ++i) contribution.changes[i] += changes[i];
          ++contribution.grounding_count;
          const double size = size_of(changes);
          double strength = about.empty() ? size : 0;
          for (const std::uint32_t column : about) strength = std::max(strength, std::abs(changes[column]));
          shown.add({clause.clause, strength, size});
        });
  }

  void add_groundings(std::size_t pass, Node node, std::uint32_t depth, Shown& shown,
                      Clauses& clauses) const {
    for_each_grounding(
        pass, node,
        [&](const Instance& instance, const plan::GroundClause& clause, const std::vector<double>& changes) {
          if (!shown.next()) return;
          ExplainedGrounding grounding{literals(pass, node, instance, clause), changes, {}};
          if (depth > 0) grounding.before = before(pass, node, instance, clause, depth - 1);
          clauses[clause.clause].groundings.push_back(std::move(grounding));
        });
  }

  // What moved the other rows that a clause speaks of, in the layer before that of the pass.
  [[nodiscard]] std::vector<RowContributions> before(std::size_t pass, Node node, const Instance& instance,
                                                     const plan::GroundClause& clause,
                                                     std::uint32_t depth) const {
    std::vector<RowContributions> rows;
    const std::size_t layer = neighbourhood_.layer_of(pass);
    if (layer == 0) return rows;
    std::vector<Node> seen = {node, no_node};
    for (const plan::GroundLiteral& literal : clause.literals) {
      const Node other = neighbourhood_.nodes_of(instance)[literal.slot];
      if (std::find(seen.begin(), seen.end(), other) != seen.end()) continue;
      seen.push_back(other);
      std::vector<std::uint32_t> columns;
      for (const plan::GroundLiteral& each : clause.literals) {
        if (neighbourhood_.nodes_of(instance)[each.slot] == other) columns.push_back(each.column);
      }
      RowContributions moved = contributions(layer - 1, other, depth, columns);
      if (!moved.clauses.empty()) rows.push_back(std::move(moved));
    }
    return rows;
  }

  // The literals of the clause that are not equalities. Those that are folded away when clauses are matched
  // are given and true (or, positive ones, false).
  [[nodiscard]] std::vector<ExplainedLiteral> literals(std::size_t pass, Node node, const Instance& instance,
                                                       const plan::GroundClause& ground) const {
    const Clause& clause = context_.source.knowledge.clauses()[ground.clause];
    std::vector<ExplainedLiteral> result;
    std::size_t next = 0;  // of the ground literals
    for (const Literal& literal : clause.literals) {
      if (literal.is_equality()) continue;
      const Predicate& predicate = context_.vocabulary().predicates[literal.predicate];
      ExplainedLiteral explained{predicate.name, {}, literal.positive, predicate.role == Role::given, 0,
                                 false};
      for (std::size_t i = 0; i < literal.arguments.size(); ++i) {
        explained.objects.push_back(object(predicate.argument_types[i], literal.arguments[i], clause, ground,
                                           neighbourhood_.variables_of(instance)));
      }
      if (is_folded(literal)) {
        explained.probability = literal.positive ? 0 : 1;
      } else {
        const plan::GroundLiteral& place = ground.literals[next++];
        const Node other = neighbourhood_.nodes_of(instance)[place.slot];
        explained.probability =
            other == no_node ? degree(instance, place) : probability(pass, other, place.column);
        explained.is_moved = other == node;
      }
      result.push_back(std::move(explained));
    }
    return result;
  }

  [[nodiscard]] bool is_folded(const Literal& literal) const {
    const TableIndex table = context_.source.tables.schema().places[literal.predicate].table;
    return context_.schema(table).role == Role::given && context_.source.tables.listing(table).truth.empty();
  }

  [[nodiscard]] std::string object(TypeIndex type, const Term& term, const Clause& clause,
                                   const plan::GroundClause& ground, const Row* variables) const {
    if (term.kind == Term::Kind::constant) return clause.constants[term.index];
    return context_.source.tables.name_of(type, variables[ground.variables[term.index]]);
  }

  [[nodiscard]] double degree(const Instance& instance, const plan::GroundLiteral& literal) const {
    const plan::Slot& slot = neighbourhood_.group(instance).slots[literal.slot];
    const double logit =
        Arithmetic(context_.source, neighbourhood_).degree_logit(instance, slot, evaluation_.changes());
    return 1 / (1 + std::exp(-logit));
  }

  [[nodiscard]] double probability(std::size_t pass, Node node, std::uint32_t column) const {
    const std::span<const double> logits(evaluation_.values()[pass][node], neighbourhood_.width(node));
    const TableSchema& schema = context_.schema(neighbourhood_.nodes()[node].table);
    return probabilities(context_.vocabulary(), schema, logits)[column];
  }

  const Context& context_;
  const Neighbourhood& neighbourhood_;
  const NeighbourhoodValues& evaluation_;
  std::size_t top_;
};

}  // namespace

Explanation explain_row(const Context& context, const std::string& object, const ExplainOptions& options) {
  Alterations changes;
  for (const std::string& each : options.without) context.names.take_out(each, changes);
  for (const std::string& each : options.set) changes.set.push_back(context.names.set_atom(each));
  const RowOfTable row = context.names.row(object);
  if (changes.has_no(Fact{row.table, row.row}) && !context.schema(row.table).holds_all_objects()) {
    throw Error(ErrorKind::data, context.names.text(row.table, row.row) +
                                     " is what is explained; without it nothing is predicted of it");
  }
  const Neighbourhood neighbourhood(context.source, context.groundings, row);
  const std::vector<double> networks = network_logits(context.source, neighbourhood);
  const NeighbourhoodValues evaluation(context.source, neighbourhood, networks);
  const Reasons reasons(context, neighbourhood, evaluation, options.top);
  const TableSchema& schema = context.schema(row.table);

  Explanation result;
  result.table = schema.name;
  result.objects = context.names.objects(row.table, row.row);
  result.columns = reasons.columns_of(row.table);
  result.network = prediction_of(context.vocabulary(), schema, evaluation.network());
  result.rules = prediction_of(context.vocabulary(), schema, evaluation.rules());
  for (const std::uint32_t column : context.source.known_columns(row.table, row.row)) {
    result.labels.push_back(result.columns[column]);
  }
  result.changes = evaluation.total();
  for (std::size_t layer = 0; layer < context.source.options.layers; ++layer) {
    result.layers.push_back(reasons.contributions(layer, 0, options.depth));
  }
  if (!options.without.empty() || !options.set.empty()) {
    const NeighbourhoodValues changed(context.source, neighbourhood, networks, std::move(changes));
    result.what_if = prediction_of(context.vocabulary(), schema, changed.rules());
  }
  result.rows = neighbourhood.nodes().size();
  result.groundings = neighbourhood.instance_count();
  return result;
}

}  // namespace kenn::explain
