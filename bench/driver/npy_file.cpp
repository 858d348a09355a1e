// NumPy's array files, as far as the rival needs them.
#include "driver/npy_file.h"

#include <bit>
#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace kenn::bench {
namespace {

static_assert(std::endian::native == std::endian::little,
              "the files are written in the machine's byte order");

constexpr std::string_view magic("\x93NUMPY\x01\x00", 8);

// A version 1 file starts with the magic bytes, the length of a Python dictionary, and the dictionary, padded
// so that the numbers after it are aligned.
std::string header_of(std::string_view type, std::size_t rows, std::size_t columns) {
  const std::string shape = std::to_string(rows) + "," + (columns == 0 ? "" : " " + std::to_string(columns));
  std::string dictionary =
      "{'descr': '" + std::string(type) + "', 'fortran_order': False, 'shape': (" + shape + "), }";
  const std::size_t start = magic.size() + 2;
  while ((start + dictionary.size() + 1) % 64 != 0) dictionary += ' ';
  dictionary += '\n';
  std::string header(magic);
  header += static_cast<char>(dictionary.size() & 0xff);
  header += static_cast<char>(dictionary.size() >> 8);
  return header + dictionary;
}

template <typename Number>
void write(const std::filesystem::path& path, std::string_view type, std::span<const Number> values,
           std::size_t columns) {
  std::ofstream file(path, std::ios::binary);
  file << header_of(type, columns == 0 ? values.size() : values.size() / columns, columns);
  file.write(reinterpret_cast<const char*>(values.data()), static_cast<std::streamsize>(values.size_bytes()));
  file.close();
  if (!file) throw std::runtime_error("cannot write " + path.string());
}

}  // namespace

void write_npy(const std::filesystem::path& path, std::span<const float> values, std::size_t columns) {
  write(path, "<f4", values, columns);
}

void write_npy(const std::filesystem::path& path, std::span<const Row> values, std::size_t columns) {
  write(path, "<u4", values, columns);
}

std::vector<float> read_npy(const std::filesystem::path& path, std::size_t count) {
  std::ifstream file(path, std::ios::binary);
  std::string start(magic.size() + 2, '\0');
  file.read(start.data(), static_cast<std::streamsize>(start.size()));
  if (!file || !start.starts_with(magic))
    throw std::runtime_error(path.string() + " is not a NumPy array file");
  const std::size_t length = static_cast<std::uint8_t>(start[8]) + 256U * static_cast<std::uint8_t>(start[9]);
  std::string dictionary(length, '\0');
  file.read(dictionary.data(), static_cast<std::streamsize>(length));
  const bool plain = dictionary.find("'<f4'") != std::string::npos &&
                     dictionary.find("'fortran_order': False") != std::string::npos;
  std::vector<float> values(count);
  file.read(reinterpret_cast<char*>(values.data()), static_cast<std::streamsize>(count * sizeof(float)));
  if (!plain || !file || file.peek() != std::ifstream::traits_type::eof()) {
    throw std::runtime_error(path.string() + " is not an array of " + std::to_string(count) +
                             " 32-bit floats");
  }
  return values;
}

}  // namespace kenn::bench
