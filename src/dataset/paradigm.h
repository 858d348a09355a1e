// What a model may see of a data set while it learns: everything, or only what it learns from.
#pragma once

#include <cstdint>
#include <memory>

#include "base/words.h"
#include "dataset/graph.h"

namespace kenn::dataset {

enum class Paradigm : std::uint8_t {
  transductive,  // one graph
  inductive,     // three: parts that know nothing of each other
};

}  // namespace kenn::dataset

namespace kenn::base {

template <>
inline constexpr std::array<std::string_view, 2> words_of<dataset::Paradigm> = {"transductive", "inductive"};

}  // namespace kenn::base

namespace kenn::dataset {

// The graph to use for a split: the whole, or in the inductive paradigm the objects of the split alone.
std::shared_ptr<const Graph> graph_for(const Knowledge& knowledge, DatasetParts dataset, table::Split split,
                                       Paradigm paradigm, const PlanOptions& options);

// One and the same for all three in the transductive paradigm.
struct SplitGraphs {
  std::shared_ptr<const Graph> train;
  std::shared_ptr<const Graph> valid;
  std::shared_ptr<const Graph> test;
};

SplitGraphs graphs_for(const Knowledge& knowledge, DatasetParts dataset, Paradigm paradigm,
                       const PlanOptions& options);

}  // namespace kenn::dataset
