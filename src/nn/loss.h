// How far predictions are from what is known: the loss of a table, and its gradient.
//
// Predicates of an exclusive group share one softmax, all others have a logistic function each:
//
//   cross-entropy   -log p(what is known)
//   linear          c (1 - p(what is known)), c = -log(1e-7): a wrong label can do no more harm than that
#pragma once

#include <kenn/tables.h>

#include <cstdint>
#include <span>
#include <vector>

#include "base/words.h"
#include "table/labels.h"

namespace kenn::nn {

enum class Loss : std::uint8_t { cross_entropy, linear };

}  // namespace kenn::nn

namespace kenn::base {

template <>
inline constexpr std::array<std::string_view, 2> words_of<nn::Loss> = {"cross-entropy", "linear"};

}  // namespace kenn::base

namespace kenn::nn {

// The atoms of one table that a loss is about. A loss is the mean over the rows of an exclusive group, plus
// the mean over the atoms outside of all groups.
class TableLoss {
 public:
  // The labels of the rows for which `is_in` is true. A row counts for an exclusive group when one of its
  // predicates is known to hold; what is only known not to hold says too little there.
  TableLoss(const Vocabulary& vocabulary, const TableSchema& table, const table::Labels& labels,
            const std::vector<bool>& is_in);

  // The loss of preactivations, row by row; its gradient is added to `gradients` unless that is empty.
  double add(Loss loss, std::span<const float> preactivations, std::span<float> gradients) const;

  // What each row adds to the loss, added to `losses`, one per row.
  void add_rows(Loss loss, std::span<const float> preactivations, std::span<double> losses) const;

  // How many rows and atoms are about something, and how many of them are predicted right: in a group the
  // greatest one holds, elsewhere what is above 0.
  struct Score {
    std::uint64_t right = 0;
    std::uint64_t known = 0;
    // Of the atoms outside of all groups: how many hold, are predicted to hold, and both.
    std::uint64_t positives = 0;
    std::uint64_t predicted = 0;
    std::uint64_t true_positives = 0;
  };
  [[nodiscard]] Score score(std::span<const float> preactivations) const;

  [[nodiscard]] bool is_empty() const;

  // Whether rows have several labels: two predicates or more are known, none of them in an exclusive group.
  [[nodiscard]] bool is_multi_label() const;

 private:
  struct ExclusiveGroup {
    std::vector<std::uint32_t> columns;
    std::vector<Row> rows;
    std::vector<std::uint32_t> targets;  // one per row: which of the columns holds
  };
  struct Atom {
    Row row = 0;
    std::uint32_t column = 0;
    bool holds = false;
  };

  void add_group(const table::Labels& labels, const std::vector<bool>& is_in,
                 std::vector<std::uint32_t> columns);
  void add_atoms(const table::Labels& labels, const std::vector<bool>& is_in, std::uint32_t column);

  std::size_t width_ = 0;
  std::vector<ExclusiveGroup> groups_;
  std::vector<Atom> atoms_;
};

// The rows of a table in a split; with Split::none, those that are in none.
std::vector<bool> rows_in(const table::Labels& labels, std::size_t rows, table::Split split);

}  // namespace kenn::nn
