// The part of a data set that a page can hold: some rows, and everything that their predictions depend on.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "explain/context.h"
#include "explain/neighbourhood.h"

namespace kenn::explain {

struct ExcerptLimits {
  std::size_t rows = 5000;           // that can be predicted from the excerpt alone
  std::uint64_t groundings = 50000;  // of all of it
};

struct Excerpt {
  Neighbourhood neighbourhood;  // of the chosen rows
  std::size_t chosen = 0;       // its first nodes
  std::uint64_t rows = 0;       // that are predicted in the whole data set
};

// Takes the rows that are named, then others, as many as fit: all of them, or a random sample, the same one
// every time. Throws `Error` for unknown names (kind data), and when those that are named do not fit (limit).
Excerpt take_excerpt(const Context& context, const std::vector<std::string>& names,
                     const ExcerptLimits& limits = {});

}  // namespace kenn::explain
