// Reads data sets from wherever they are kept.
#pragma once

#include <kenn/dataset.h>
#include <kenn/knowledge.h>

#include <filesystem>
#include <string>
#include <vector>

#include "dataset/dataset.h"

namespace kenn::dataset {

// `source` is a folder, "linqs:DIR", "sqlite:FILE" or "postgres:URI". Throws what `Dataset::open` throws.
DatasetParts read_dataset(const Knowledge& knowledge, const std::string& source,
                          const ReadOptions& options = {});

// Whether that is "sqlite:FILE" or "postgres:URI", and no folder of such a name.
bool is_database(const std::string& source);

// The files that reading this would read, as far as they are there; none of a database server.
std::vector<std::filesystem::path> files_of_dataset(const Knowledge& knowledge, const std::string& source);

}  // namespace kenn::dataset
