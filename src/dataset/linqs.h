// Data sets in the layout of LINQS: NAME.content and NAME.cites.
#pragma once

#include <filesystem>

#include "dataset/read_dataset.h"

namespace kenn::dataset {

// NAME.content has a line per object: its id, its features, its label, separated by tabs; features are kept
// sparse. NAME.cites has a line per pair: two ids. The knowledge has one type with predictions and at most
// one relation, a given one of pairs; the first id of a line is the first argument. Pairs with an id that has
// no content are left out with a warning that counts them.
DatasetParts read_linqs(const Knowledge& knowledge, const std::filesystem::path& folder);

}  // namespace kenn::dataset
