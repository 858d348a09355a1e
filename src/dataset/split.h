// Chooses which labelled objects are for training, validation and testing.
#pragma once

#include <cstdint>

#include "base/words.h"
#include "dataset/dataset.h"

namespace kenn::dataset {

// Whose way of choosing it is.
enum class Protocol : std::uint8_t {
  kenn,  // that of KENN: balanced, with labels for validation
  rnm,   // that of SBR and RNM: any t rows are for training, none for validation
};

}  // namespace kenn::dataset

namespace kenn::base {

template <>
inline constexpr std::array<std::string_view, 2> words_of<dataset::Protocol> = {"kenn", "rnm"};

}  // namespace kenn::base

namespace kenn::dataset {

// Gives every predicted table new splits; rows without a label are in none of them. Of n labelled rows,
// t = round(n * fraction) are for training and validation.
//
// Protocol kenn: where the table has one exclusive group, training is balanced: per class c = round(round(0.8
// t) / classes) random rows (all of them where there are fewer). Those are shuffled, all other rows follow,
// shuffled: the first c * classes are for training, those up to t for validation, the rest for testing.
// Elsewhere the first round(0.8 t) of all rows, shuffled, are for training.
//
// The same seed gives the same splits on every machine.
void choose_splits(DatasetParts& dataset, double fraction, std::uint64_t seed,
                   Protocol protocol = Protocol::kenn);

}  // namespace kenn::dataset
