// Loops of nothing but divisions or exponentials, in the widest vectors that the machine has.
#pragma once

#include <cstddef>
#include <string>

namespace kenn::bench {

// Each replaces every number by 1 / (1 + number), or by e^-number, `passes` times. `count` is a multiple
// of 64.
void divide_loop(float* numbers, std::size_t count, int passes);
void exponential_loop(float* numbers, std::size_t count, int passes);

// The instruction set that they use, as Highway names it, and Highway's version.
std::string vector_target();
std::string highway_version();

}  // namespace kenn::bench
