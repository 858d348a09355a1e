// Data with its splits, and the graphs that come of them.
#pragma once

#include <kenn/knowledge.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "methods/graph.h"

namespace kenn::cli {

enum class Paradigm : std::uint8_t {
  transductive,  // one graph
  inductive,     // three: parts that know nothing of each other
};

// How training chose what it learns from; a model file remembers it.
struct SplitChoice {
  Paradigm paradigm = Paradigm::transductive;
  std::optional<double> train_fraction;  // nothing: as the data says, or the usual share
  std::uint64_t seed = 0;
};

std::string to_text(const SplitChoice& choice);
SplitChoice split_choice_from(const std::string& text);  // throws `Error` for anything else

// How messages call a source: as it was given, but never with the password that may be in the URI of a
// database.
std::string source_name(const std::string& source);

// Whether the data itself says what is for training, validation and testing.
bool has_splits(const Dataset& dataset);

// Where the data does not say so, it is chosen at random.
void complete_splits(Dataset& dataset, const SplitChoice& choice);

// The graph to use for a split: the whole, or in the inductive paradigm the objects of the split alone.
std::shared_ptr<const Graph> graph_for(const Knowledge& knowledge, Dataset dataset, Split split,
                                       Paradigm paradigm, const PlanOptions& options);

}  // namespace kenn::cli
