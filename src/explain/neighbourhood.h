// What the predictions of some rows depend on: rows, and the groundings between them, collected backwards.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "explain/groundings.h"
#include "explain/source.h"

namespace kenn::explain {

using Node = std::uint32_t;  // a row of a predicted table, by its place in the neighbourhood

inline constexpr Node no_node = ~Node{0};

struct NodeRow {
  TableIndex table = 0;
  Row row = 0;
  std::size_t first_value = 0;  // where the values of its columns begin
};

// One grounding of a group: where its slots, atoms and variables begin in the arrays of the neighbourhood.
struct Instance {
  std::uint32_t group = 0;
  std::size_t nodes = 0;      // one per slot; `no_node` for those of given tuples
  std::size_t atoms = 0;      // one per atom of the pattern: its tuple, or `not_listed`
  std::size_t variables = 0;  // one per variable of the pattern
};

// A pass is a layer, or in sequential order one of the two halves of it. The row's value after the last pass
// needs those of all rows that share a grounding with it before that pass, and so on:
//
//   Cite (a, b) (b, c) (c, d), row a, two layers:   after a | before the second a b | before the first a b c
//
// Nodes are numbered in the order they are found in, so those that a pass needs are always the first ones,
// and the rows that are asked about come before all others.
class Neighbourhood {
 public:
  // Throws `Error` (kind limit) when there are more groundings than are allowed.
  Neighbourhood(const Source& source, const Groundings& groundings, std::span<const RowOfTable> about,
                std::uint64_t most_groundings);
  Neighbourhood(const Source& source, const Groundings& groundings, const RowOfTable& about)
      : Neighbourhood(source, groundings, std::span(&about, 1), source.max_groundings) {}

  [[nodiscard]] std::size_t pass_count() const { return counts_.size() - 1; }
  [[nodiscard]] std::size_t layer_of(std::size_t pass) const { return pass / groundings_.stage_count(); }
  [[nodiscard]] std::size_t stage_of(std::size_t pass) const { return pass % groundings_.stage_count(); }

  // How many nodes have a value before a pass; `pass_count()`: after the last one, which are the rows
  // that were asked about.
  [[nodiscard]] std::size_t nodes_before(std::size_t pass) const { return counts_[pass]; }

  [[nodiscard]] const std::vector<NodeRow>& nodes() const { return nodes_; }
  [[nodiscard]] std::size_t width(Node node) const { return widths_[nodes_[node].table]; }
  [[nodiscard]] std::size_t value_count() const { return value_count_; }

  // The groundings of a stage that touch a node; known for nodes that have a value after such a pass, which
  // are the first ones.
  [[nodiscard]] std::size_t nodes_with_instances(std::size_t stage) const { return instances_[stage].size(); }
  [[nodiscard]] std::span<const Instance> instances(std::size_t stage, Node node) const {
    return node < instances_[stage].size() ? std::span(instances_[stage][node]) : std::span<const Instance>();
  }
  [[nodiscard]] std::uint64_t instance_count() const { return instance_count_; }

  [[nodiscard]] const plan::PatternGroup& group(const Instance& instance) const {
    return groundings_.group(instance.group);
  }
  [[nodiscard]] const Node* nodes_of(const Instance& instance) const { return &slots_[instance.nodes]; }
  [[nodiscard]] const std::uint64_t* atoms_of(const Instance& instance) const {
    return atoms_.data() + instance.atoms;
  }
  [[nodiscard]] const Row* variables_of(const Instance& instance) const {
    return variables_.data() + instance.variables;
  }

 private:
  Node node_of(TableIndex table, Row row);
  void find_instances(std::size_t stage, Node node);

  const Source& source_;
  const Groundings& groundings_;
  std::uint64_t most_groundings_ = 0;
  std::vector<std::size_t> widths_;  // by table
  std::vector<NodeRow> nodes_;
  std::unordered_map<std::uint64_t, Node> numbers_;  // by table and row
  std::size_t value_count_ = 0;
  std::vector<std::size_t> counts_;
  std::vector<std::vector<std::vector<Instance>>> instances_;  // by stage and node
  std::uint64_t instance_count_ = 0;
  std::vector<Node> slots_;
  std::vector<std::uint64_t> atoms_;
  std::vector<Row> variables_;
};

}  // namespace kenn::explain
