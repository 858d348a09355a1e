// A data set, as the public headers have it.
#include <kenn/dataset.h>

#include <utility>

#include "dataset/dataset.h"
#include "dataset/split_choice.h"

namespace kenn {

Dataset::Dataset(DatasetParts parts, std::string name)
    : parts_(std::make_shared<const DatasetParts>(std::move(parts))), name_(std::move(name)) {}

const std::vector<Diagnostic>& Dataset::warnings() const {
  return parts_->warnings;
}

}  // namespace kenn
