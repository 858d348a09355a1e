// Lists relations in tables from files.
#pragma once

#include <kenn/tables.h>

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "dataset/relation.h"

namespace kenn::dataset {

struct RelationFile {
  std::string relation;
  std::filesystem::path path;
  OtherColumns other_columns = OtherColumns::refused;
};

// Reads the files and lists their tuples. Objects are named by ids where the tables have them, else by row
// numbers. A type without a size gets as many objects as the files speak of. Returns warnings, about repeated
// tuples. `threads` (0: one per core) read each file. Throws `Error` with the file in it, also for an unknown
// relation and for one that has two files.
std::vector<Diagnostic> list_relation_files(Tables& tables, std::span<const RelationFile> files,
                                            std::uint32_t threads = 0);

// How the objects of a type, or of a relation's arguments, are written, judging by what `tables` knows of
// them; it must outlive the result.
ArgumentObjects objects_of(const Tables& tables, TypeIndex type);
std::vector<ArgumentObjects> arguments_of(const Tables& tables, TableIndex table);

}  // namespace kenn::dataset
