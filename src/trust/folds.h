// Cuts labelled rows into folds, for predictions that have not seen the labels they are judged by.
#pragma once

#include <cstdint>
#include <vector>

#include "dataset/graph.h"

namespace kenn::trust {

inline constexpr std::uint8_t no_fold = 255;
inline constexpr std::uint32_t most_folds = 100;

// The fold of every row of every predicted table of a plan; `no_fold` for rows that nothing is learned from.
struct Folds {
  std::uint32_t count = 0;
  std::vector<std::vector<std::uint8_t>> of_rows;
};

// One table whose rows are to be cut.
struct FoldTable {
  const TableSchema* schema = nullptr;
  const table::Labels* labels = nullptr;
  std::vector<bool> is_in;  // one per row; rows without any label are in no fold
};

// Stratified: rows with the same label are dealt out evenly, and so are, for multi-label rows, those that
// share their rarest label. The same seed gives the same folds on every machine. There are `wanted` folds, or
// as many as have two labelled rows each; fewer than two folds mean that there are too few labels.
Folds choose_folds(const std::vector<FoldTable>& tables, std::uint32_t wanted, std::uint64_t seed);

// The same for the rows for training of a graph.
Folds choose_folds(const dataset::Graph& graph, std::uint32_t wanted, std::uint64_t seed);

// The graph without the labels of a fold: its rows are for nothing any more. Shares features and groundings.
dataset::Graph without_fold(const dataset::Graph& graph, const Folds& folds, std::uint32_t fold);

}  // namespace kenn::trust
