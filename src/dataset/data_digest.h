// Tells whether a data set is still the same.
#pragma once

#include <string>

#include "dataset/dataset.h"

namespace kenn::dataset {

// Of everything that training depends on.
std::string digest_of(const DatasetParts& dataset);

}  // namespace kenn::dataset
