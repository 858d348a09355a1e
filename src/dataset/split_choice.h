// How training chooses what it learns from.
#pragma once

#include <kenn/knowledge.h>

#include <optional>
#include <string>

#include "dataset/paradigm.h"

namespace kenn::dataset {

// How training chose what it learns from; a model file remembers it.
struct SplitChoice {
  Paradigm paradigm = Paradigm::transductive;
  std::optional<double> train_fraction;  // nothing: as the data says, or the usual share
  std::uint64_t seed = 0;
  bool learns_from_valid = false;  // labels for validation are for training, too
};

std::string to_text(const SplitChoice& choice);

// Throws `Error` (kind data) about the part of the file for anything else.
SplitChoice split_choice_from(const std::string& text, const std::string& part, const std::string& file);

// What kind of source it is: the word before the first ':'; empty when there is none.
std::string kind_of_source(const std::string& source);

// The kinds that are databases to connect to.
bool is_postgres(const std::string& kind);

// How messages and results call a source: as it was given, but never with what may be a password. Of a
// database, and of a source of no known kind, that is the kind alone.
std::string source_name(const std::string& source);

// Whether the data itself says what is for training, validation and testing.
bool has_splits(const DatasetParts& dataset);

// The labels for validation are for training from now on.
void learn_from_valid(DatasetParts& dataset);

// The share of the rows of predicted tables whose labels are for training or validation.
double label_share(const DatasetParts& dataset);

// Where the data does not say so, it is chosen at random. Returns the share of labels then.
std::optional<double> complete_splits(DatasetParts& dataset, const SplitChoice& choice);

}  // namespace kenn::dataset
