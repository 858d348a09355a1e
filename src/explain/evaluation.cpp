// The values of a neighbourhood through all passes, as things are or with something changed.
#include "explain/evaluation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "nn/column_groups.h"

namespace kenn::explain {

namespace {

// The number of a given atom has the highest bit, so it is never that of a node. (A relation with degrees has
// less than 2^32 tuples.)
std::uint64_t atom_of_given(TableIndex table, std::uint64_t tuple) {
  constexpr std::uint64_t is_given = std::uint64_t{1} << 63U;
  constexpr std::uint64_t is_not_listed = std::uint64_t{1} << 32U;
  return is_given | (std::uint64_t{table} << 33U) | (tuple == plan::not_listed ? is_not_listed : tuple);
}

constexpr double most_certain = 500;  // the logit of what is certainly true

double clamped_logit(double probability) {
  return std::clamp(std::log(probability) - std::log1p(-probability), -most_certain, most_certain);
}

// log(sum of exp) of the columns of a group but one.
double log_sum_of_others(const nn::ColumnGroup& group, std::uint32_t but, std::span<const double> logits) {
  double greatest = -std::numeric_limits<double>::infinity();
  for (const std::uint32_t column : group.columns) {
    if (column != but) greatest = std::max(greatest, logits[column]);
  }
  if (std::isinf(greatest)) return 0;  // there are no others
  double sum = 0;
  for (const std::uint32_t column : group.columns) {
    if (column != but) sum += std::exp(logits[column] - greatest);
  }
  return greatest + std::log(sum);
}

}  // namespace

bool Alterations::has_no(std::size_t clause) const {
  return std::binary_search(clauses.begin(), clauses.end(), clause);
}

bool Alterations::has_no(const Fact& fact) const {
  return std::binary_search(facts.begin(), facts.end(), fact);
}

double Arithmetic::weight_of(std::size_t pass, std::size_t clause) const {
  const std::size_t clauses = source_.knowledge.clauses().size();
  return static_cast<double>(source_.weights[neighbourhood_.layer_of(pass) * clauses + clause]);
}

bool Arithmetic::takes_part(const Instance& instance, const Alterations& changes) const {
  const std::vector<plan::PatternAtom>& atoms = neighbourhood_.group(instance).pattern.atoms;
  const std::uint64_t* const tuples = neighbourhood_.atoms_of(instance);
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    const bool is_gone = tuples[i] == plan::not_listed || changes.has_no(Fact{atoms[i].table, tuples[i]});
    if (atoms[i].use != plan::AtomUse::excluded) {
      if (is_gone) return false;
    } else if (!is_gone) {
      const Listing& listing = source_.tables.listing(atoms[i].table);
      if (listing.truth.empty() || listing.truth[tuples[i]] == 1) return false;
    }
  }
  return true;
}

double Arithmetic::degree_logit(const Instance& instance, const plan::Slot& slot,
                                const Alterations& changes) const {
  const std::uint64_t tuple = neighbourhood_.atoms_of(instance)[slot.atom];
  if (tuple == plan::not_listed || changes.has_no(Fact{slot.table, tuple})) {
    return -std::numeric_limits<double>::infinity();
  }
  const auto degree = static_cast<double>(source_.tables.listing(slot.table).truth[tuple]);
  return static_cast<double>(static_cast<float>(std::log(degree) - std::log1p(-degree)));  // as a plan has it
}

bool Arithmetic::touches(const Instance& instance, const plan::GroundClause& clause, Node node) const {
  const Node* const nodes = neighbourhood_.nodes_of(instance);
  return std::any_of(clause.literals.begin(), clause.literals.end(),
                     [&](const plan::GroundLiteral& literal) { return nodes[literal.slot] == node; });
}

void Arithmetic::see_literals(const Instance& instance, const plan::GroundClause& clause,
                              const Alterations& changes, const std::vector<const double*>& values) {
  const Node* const nodes = neighbourhood_.nodes_of(instance);
  literals_.clear();
  for (const plan::GroundLiteral& literal : clause.literals) {
    const Node node = nodes[literal.slot];
    if (node != no_node) {
      literals_.push_back(
          {values[node][literal.column], literal.positive, (std::uint64_t{node} << 32U) | literal.column});
      continue;
    }
    const plan::Slot& slot = neighbourhood_.group(instance).slots[literal.slot];
    const std::uint64_t tuple = neighbourhood_.atoms_of(instance)[slot.atom];
    literals_.push_back(
        {degree_logit(instance, slot, changes), literal.positive, atom_of_given(slot.table, tuple)});
  }
}

void Arithmetic::add_changes(const Alterations& changes, const Values& values, std::size_t pass, Node node,
                             double* sums) {
  for_each_change(
      changes, values, pass, node,
      [&](const Instance& instance, const plan::GroundClause& clause, std::span<const double> each) {
        const Node* const nodes = neighbourhood_.nodes_of(instance);
        for (std::size_t i = 0; i < each.size(); ++i) {
          const plan::GroundLiteral& literal = clause.literals[i];
          if (nodes[literal.slot] == node) sums[literal.column] += each[i];
        }
      });
}

std::vector<double> network_logits(const Source& source, const Neighbourhood& neighbourhood) {
  std::map<TableIndex, std::pair<std::vector<Row>, std::vector<Node>>> by_table;
  for (Node node = 0; node < neighbourhood.nodes().size(); ++node) {
    auto& [rows, nodes] = by_table[neighbourhood.nodes()[node].table];
    rows.push_back(neighbourhood.nodes()[node].row);
    nodes.push_back(node);
  }
  std::vector<double> logits(neighbourhood.value_count());
  for (const auto& [table, rows_and_nodes] : by_table) {
    const auto& [rows, nodes] = rows_and_nodes;
    const std::vector<float> values = source.logits(table, rows);
    const std::size_t width = source.tables.schema().tables[table].columns.size();
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const auto first = values.begin() + static_cast<std::ptrdiff_t>(i * width);
      const auto target = static_cast<std::ptrdiff_t>(neighbourhood.nodes()[nodes[i]].first_value);
      std::copy(first, first + static_cast<std::ptrdiff_t>(width), logits.begin() + target);
    }
  }
  return logits;
}

void set_atoms(const Source& source, const Alterations& changes, const NodeRow& node,
               std::span<double> logits) {
  for (const SetAtom& atom : changes.set) {
    if (atom.table != node.table || atom.row != node.row) continue;
    const TableSchema& table = source.tables.schema().tables[atom.table];
    double others = 0;
    for (const nn::ColumnGroup& group : nn::column_groups(source.knowledge.vocabulary(), table)) {
      const auto& columns = group.columns;
      if (group.is_exclusive && std::find(columns.begin(), columns.end(), atom.column) != columns.end()) {
        others = log_sum_of_others(group, atom.column, logits);
      }
    }
    logits[atom.column] = others + clamped_logit(atom.probability);
  }
}

void center(const Source& source, TableIndex table, std::span<double> logits) {
  const TableSchema& schema = source.tables.schema().tables[table];
  for (const nn::ColumnGroup& group : nn::column_groups(source.knowledge.vocabulary(), schema)) {
    if (!group.is_exclusive) continue;
    double mean = 0;
    for (const std::uint32_t column : group.columns) {
      mean += logits[column] / static_cast<double>(group.columns.size());
    }
    for (const std::uint32_t column : group.columns) logits[column] -= mean;
  }
}

NeighbourhoodValues::NeighbourhoodValues(const Source& source, const Neighbourhood& neighbourhood,
                                         const std::vector<double>& networks, Alterations changes)
    : changes_(std::move(changes)), numbers_(neighbourhood.pass_count() + 1) {
  const std::vector<NodeRow>& nodes = neighbourhood.nodes();
  values_.resize(numbers_.size());
  for (std::size_t pass = 0; pass < numbers_.size(); ++pass) {
    const std::size_t count = neighbourhood.nodes_before(pass);
    numbers_[pass].resize(count == nodes.size() ? neighbourhood.value_count() : nodes[count].first_value);
    for (Node node = 0; node < count; ++node) {
      values_[pass].push_back(numbers_[pass].data() + nodes[node].first_value);
    }
  }
  numbers_[0] = networks;
  for (Node node = 0; node < nodes.size(); ++node) {
    values_[0][node] = numbers_[0].data() + nodes[node].first_value;
    const std::span<double> logits(numbers_[0].data() + nodes[node].first_value, neighbourhood.width(node));
    set_atoms(source, changes_, nodes[node], logits);
    if (node == 0) network_.assign(logits.begin(), logits.end());
    if (source.options.center) center(source, nodes[node].table, logits);
  }
  Arithmetic arithmetic(source, neighbourhood);
  total_.resize(neighbourhood.width(0));
  for (std::size_t pass = 0; pass < neighbourhood.pass_count(); ++pass) {
    for (Node node = 0; node < neighbourhood.nodes_before(pass + 1); ++node) {
      std::vector<double> sums(neighbourhood.width(node));
      arithmetic.add_changes(changes_, values_, pass, node, sums.data());
      for (std::size_t column = 0; column < sums.size(); ++column) {
        numbers_[pass + 1][nodes[node].first_value + column] = values_[pass][node][column] + sums[column];
        if (node == 0) total_[column] += sums[column];
      }
    }
  }
}

std::vector<double> NeighbourhoodValues::rules() const {
  std::vector<double> logits = network_;
  for (std::size_t column = 0; column < logits.size(); ++column) logits[column] += total_[column];
  return logits;
}

}  // namespace kenn::explain
