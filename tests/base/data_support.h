// What the tests of data files share: a folder of their own, what is said of a refused file, NPY files.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <type_traits>
#include <vector>

#include "support.h"

namespace kenn::test {

// A folder of one test alone; it goes when the test ends.
class DataFolder : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = std::filesystem::temp_directory_path() / "kenn-data-XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path write(const std::string& name, const std::string& bytes) const {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
    return folder_ / name;
  }

  // A file of `size` bytes that takes no room on the disk; it starts with `bytes`.
  std::filesystem::path write_sparse(const std::string& name, const std::string& bytes,
                                     std::uint64_t size) const {
    std::filesystem::path path = write(name, bytes);
    std::filesystem::resize_file(path, size);
    return path;
  }

  std::filesystem::path folder_;
};

inline std::string content_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// The names in a folder, sorted.
inline Texts names_in(const std::filesystem::path& folder) {
  Texts names;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

// Everything that is said when `action` throws an `Error` of this kind.
template <typename Action>
Texts complaints_of(ErrorKind kind, Action action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind) << error.what();
    return to_texts(error.diagnostics());
  }
  return {"accepted"};
}

// ------------------------------------------------------------------------------------------------------ NPY

// `descr` and `shape` are put into the header as they are.
inline std::string npy_file(const std::string& descr, bool fortran_order, const std::string& shape,
                            const std::string& data, char version = 1) {
  const std::string dictionary = "{'descr': " + descr +
                                 ", 'fortran_order': " + (fortran_order ? "True" : "False") +
                                 ", 'shape': " + shape + ", }\n";
  std::string file = "\x93NUMPY";
  file += {version, '\0'};
  for (int byte = 0; byte < (version == 1 ? 2 : 4); ++byte) {
    file += static_cast<char>(dictionary.size() >> (8 * byte) & 0xff);
  }
  return file + dictionary + data;
}

template <typename Number>
std::string bytes_of(Number number, bool big_endian) {
  auto bytes = std::bit_cast<std::array<char, sizeof(Number)>>(number);
  if (big_endian != (std::endian::native == std::endian::big)) std::reverse(bytes.begin(), bytes.end());
  return {bytes.begin(), bytes.end()};
}

// '<f4' and the like.
template <typename Number>
std::string descr_of(bool big_endian) {
  const char kind = std::is_floating_point_v<Number> ? 'f' : std::is_signed_v<Number> ? 'i' : 'u';
  const char order = sizeof(Number) == 1 ? '|' : big_endian ? '>' : '<';
  return std::string("'") + order + kind + std::to_string(sizeof(Number)) + "'";
}

struct NpyStyle {
  bool fortran_order = false;
  bool big_endian = false;
  char version = 1;
};

// `numbers` are in rows of `columns`.
template <typename Number>
std::string npy_matrix(std::size_t columns, const std::vector<Number>& numbers, NpyStyle style = {}) {
  const std::size_t rows = numbers.size() / columns;
  std::string data;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::size_t place = style.fortran_order ? i % rows * columns + i / rows : i;
    data += bytes_of(numbers[place], style.big_endian);
  }
  const std::string shape = "(" + std::to_string(rows) + ", " + std::to_string(columns) + ")";
  return npy_file(descr_of<Number>(style.big_endian), style.fortran_order, shape, data, style.version);
}

inline NpyStyle any_npy_style() {
  return {once_in(2), once_in(2), static_cast<char>(1 + below(3))};
}

}  // namespace kenn::test
