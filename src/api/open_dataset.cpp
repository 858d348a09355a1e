// Opens a data set wherever it is kept. Apart from the rest: it needs the databases.
#include <kenn/dataset.h>

#include "dataset/read_dataset.h"
#include "dataset/split_choice.h"

namespace kenn {

Dataset Dataset::open(const std::string& source, const Knowledge& knowledge, const ReadOptions& options) {
  return {dataset::read_dataset(knowledge, source, options), dataset::source_name(source)};
}

}  // namespace kenn
