// What can be generated, and what to say of what cannot.
#pragma once

#include <cstdint>
#include <string>

#include "generate/pairs.h"

namespace kenn::generate {

inline constexpr std::uint64_t most_nodes = 100'000'000;
inline constexpr std::uint64_t most_edges = 1'000'000'000;
inline constexpr std::uint64_t most_classes = 10'000;

// "the number of words must be from 1 to 10000000"
std::string out_of_range(const std::string& what, std::uint64_t least, std::uint64_t most);

struct PairWords {
  std::string pairs;    // "citations"
  std::string objects;  // "3312 papers in 6 topics"
  std::string inside;   // "inside a topic"
  std::string across;   // "between topics"
};

// Empty when so many pairs with this homophily are possible.
std::string complaint_about_pairs(const PairWords& words, std::uint64_t count, double homophily,
                                  PairCounts possible);

}  // namespace kenn::generate
