// NumPy's array files, as far as the rival needs them.
#pragma once

#include <kenn/tables.h>
#include <cstddef>
#include <filesystem>
#include <span>
#include <vector>

namespace kenn::bench {

// Writes a row-major array; a `columns` of 0 makes it one-dimensional. Throws std::runtime_error.
void write_npy(const std::filesystem::path& path, std::span<const float> values, std::size_t columns);
void write_npy(const std::filesystem::path& path, std::span<const Row> values, std::size_t columns);

// Reads an array of `count` 32-bit floats, whatever its shape. Throws std::runtime_error when it is another
// one.
std::vector<float> read_npy(const std::filesystem::path& path, std::size_t count);

}  // namespace kenn::bench
