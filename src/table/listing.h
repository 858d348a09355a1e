// Checks of what is listed in a relation, and the set of facts that a `given` relation is.
#pragma once

#include <kenn/tables.h>

#include <functional>
#include <span>
#include <string>

namespace kenn::table {

// The name of an object of an argument, for messages.
using ObjectNamer = std::function<std::string(std::size_t argument, Row row)>;

// Throws `Error` when the numbers do not make whole tuples, an object is out of range, or a degree is not in
// [0, 1] or stands at a prediction. `object_counts` has one number per argument.
void check_listing(const Listing& listing, const TableSchema& schema, const Vocabulary& vocabulary,
                   std::span<const std::size_t> object_counts);

// Sorts, merges repeated tuples and drops those with degree 0. Returns how many were repeated; throws `Error`
// when one tuple has two degrees.
//
//   (2,0):1 (0,1):0.5 (2,0):1 (1,1):0   ->   (0,1):0.5 (2,0):1
std::uint64_t make_set(Listing& listing, const std::string& relation, const ObjectNamer& name_of);

// Throws `Error` when a tuple is listed twice: it would be two values for one atom.
void check_no_repetition(const Listing& listing, const std::string& relation, const ObjectNamer& name_of);

}  // namespace kenn::table
