// The oracle: groundings, changes, gradients and truths straight from their definitions, in double precision.
//
// Nothing is joined, grouped, folded or vectorised: every assignment of objects to the variables of a clause
// is tried. It shares no code with the engine, only the public types of a knowledge.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/world.h"

namespace kenn::test {

// A predicted table. All cells of all tables are numbered through, table by table, row by row.
struct OracleTable {
  std::string name;
  std::size_t rows = 0;
  std::vector<std::string> columns;
  std::size_t first_cell = 0;

  [[nodiscard]] std::size_t size() const { return rows * columns.size(); }
};

inline constexpr std::size_t no_cell = static_cast<std::size_t>(-1);

// A literal of a grounding: v = sign * z of its cell, or a constant v for a given atom that is neither true
// nor false.
struct GroundLiteral {
  std::size_t cell = no_cell;
  double sign = 1;
  double constant = 0;
  std::size_t given = 0;  // which given atom it is about, if it has no cell

  [[nodiscard]] bool is_about_atom_of(const GroundLiteral& other) const {
    return cell == other.cell && (cell != no_cell || given == other.given);
  }
};

struct Grounding {
  std::size_t clause = 0;
  std::vector<GroundLiteral> literals;
};

// Which assignments are tried. For graphs that are too large for all of them, the tuples that a literal
// needs.
enum class Enumeration : std::uint8_t { all_assignments, listed_tuples };

struct Semantics {
  Boost boost = Boost::softmax;
  Order order = Order::parallel;
  std::uint32_t layers = 1;
  bool center = false;
  double rounding = 0;  // relative error of one operation of the results compared with, for `doubt`
};

// Numbers with what is needed to judge others that should equal them.
struct Estimate {
  std::vector<double> value;
  std::vector<double> scale;  // the sum of the absolute contributions to each
  std::vector<double> doubt;  // how far rounding in earlier stages can have moved each
};

// The largest error that is accepted for a number.
double tolerance(const Estimate& estimate, std::size_t index);

struct Forward {
  std::vector<Estimate> states;  // the input, and the result of every stage
  bool ambiguous = false;        // rounding in an earlier stage may have changed which literal is truest

  [[nodiscard]] const Estimate& output() const { return states.back(); }
};

struct Backward {
  Estimate cells;
  Estimate weights;
};

class BruteForce {
 public:
  BruteForce(const Knowledge& knowledge, const World& world,
             Enumeration enumeration = Enumeration::all_assignments);

  [[nodiscard]] const std::vector<OracleTable>& tables() const { return tables_; }
  [[nodiscard]] std::size_t cell_count() const;
  [[nodiscard]] const std::vector<Grounding>& groundings() const { return groundings_; }
  [[nodiscard]] std::vector<std::uint64_t> groundings_of_clauses() const;

  // `weights` has one weight per clause and layer, layer by layer.
  [[nodiscard]] Forward forward(const Semantics& semantics, std::span<const double> weights,
                                std::span<const double> cells) const;
  [[nodiscard]] Backward backward(const Semantics& semantics, std::span<const double> weights,
                                  const Forward& forward, std::span<const double> output_gradients) const;
  [[nodiscard]] std::vector<double> mean_truth(std::span<const double> cells, bool center = false) const;

 private:
  struct Stage {
    std::size_t layer = 0;
    std::vector<bool> takes_part;  // one per clause
  };

  [[nodiscard]] std::vector<Stage> stages_of(const Semantics& semantics) const;

  // Adds `sign` times the mean of `source` over its group in its row to every cell in an exclusive group.
  void add_means(const Estimate& source, double sign, double rounding, Estimate& target) const;

  std::vector<OracleTable> tables_;
  std::vector<Grounding> groundings_;
  std::vector<std::vector<std::size_t>> exclusive_;  // the cells of every exclusive group in every row
  std::vector<bool> about_one_object_;               // one per clause: it comes first in sequential order
};

}  // namespace kenn::test
