// Labels that rules complete, and how far the rules are trusted by them.
#pragma once

#include <span>
#include <vector>

#include "infer/rule_truth.h"

namespace kenn::infer {

// What is said of every predicted atom of a graph, 1 or 0: by the labels for training where there are any,
// else by predictions. In an exclusive group either the greatest holds, or, with `above_half`, one whose
// probability is above 1/2, if any.
dataset::TableList completed_atoms(const dataset::Graph& graph, const dataset::TableList& preactivations,
                                   bool above_half);

// Those as labels; rows of exclusive groups of which nothing holds have none.
std::vector<table::Labels> as_labels(const dataset::Graph& graph, const dataset::TableList& atoms);

// Whether the training graph has rows without a label for training: only then is there something to complete.
bool has_unlabelled_rows(const dataset::Graph& graph);

// For every clause, log(true / false) + log(avg / (1 - avg)): avg is the share of all assignments that the
// atoms satisfy, and true and false are how many of the 2^n truth values of its n predicted literals satisfy
// the clause, false being the share of assignments that can be violated. The sign of the first term is that
// of the published code; maximum likelihood would have it the other way round. 100 where it is infinite;
// weights that the knowledge fixes stay.
std::vector<float> closed_form_weights(const dataset::Graph& graph, const dataset::TableList& atoms,
                                       Conorm conorm, std::uint32_t threads);

}  // namespace kenn::infer
