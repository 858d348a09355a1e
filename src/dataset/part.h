// A part of a data set: some of its objects, and some of the tuples that speak of them.
#pragma once

#include <cstdint>
#include <vector>

#include "dataset/dataset.h"

namespace kenn::dataset {

// What is in a part, ascending: row numbers of objects per type, and numbers of tuples per table (nothing for
// tables that hold all objects). All objects of its tuples are in it.
struct Part {
  std::vector<std::vector<Row>> objects;
  std::vector<std::vector<std::uint64_t>> tuples;
};

// Some objects, and all tuples that speak of nothing else. `objects` has row numbers per type, in any order.
// Objects that rules call by their names are in every part.
Part part_with_objects(const Knowledge& knowledge, const DatasetParts& dataset,
                       std::vector<std::vector<Row>> objects);

// The objects that rules call by their names, per type.
std::vector<std::vector<Row>> named_in_rules(const Knowledge& knowledge, const Tables& tables);

// The data set with nothing but the part: its rows in the same order, its objects with the same names.
DatasetParts take_part(const Knowledge& knowledge, const DatasetParts& dataset, const Part& part);

}  // namespace kenn::dataset
