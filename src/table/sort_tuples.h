// Sorts listed tuples, so that equal ones lie side by side and neighbours are found in order.
#pragma once

#include <kenn/tables.h>

namespace kenn::table {

// Sorts the tuples of a listing by their first argument, then the second, and so on, their degrees with them.
// Equal tuples keep their order.
//
//   (2,0) (0,1) (2,0) (0,0)   ->   (0,0) (0,1) (2,0) (2,0)
void sort_tuples(Listing& listing);

}  // namespace kenn::table
