// Reads data sets from wherever they are kept.
#pragma once

#include <kenn/knowledge.h>

#include <filesystem>
#include <string>
#include <vector>

#include "dataset/dataset.h"

namespace kenn::dataset {

// `source` is a folder, "linqs:DIR", "sqlite:FILE" or "postgres:URI". Throws `Error`: kind file when
// something cannot be read, kind data for what is wrong in it.
DatasetParts read_dataset(const Knowledge& knowledge, const std::string& source);

// The files that reading this would read, as far as they are there; none of a database server.
std::vector<std::filesystem::path> files_of_dataset(const Knowledge& knowledge, const std::string& source);

}  // namespace kenn::dataset
