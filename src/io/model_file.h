// The model file: named tensors and texts in one file that is written whole or not at all.
//
// It is a safetensors file, which Python reads too: the length of the header in 8 bytes, the header in JSON,
// the bytes of the tensors. The header starts with the format's version and a checksum of all bytes of the
// file (with zeros in the checksum's own place), so that a damaged file is known before anything in it is
// used.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/words.h"

namespace kenn::base {

class OutputFolder;

}  // namespace kenn::base

namespace kenn::io {

enum class TensorType : std::uint8_t { float32, float64, int64 };

}  // namespace kenn::io

namespace kenn::base {

template <>
inline constexpr std::array<std::string_view, 3> words_of<io::TensorType> = {"F32", "F64", "I64"};

}  // namespace kenn::base

namespace kenn::io {

struct StoredTensor {
  std::string name;
  TensorType type = TensorType::float32;
  std::vector<std::uint64_t> shape;
  std::string bytes;  // row by row, as they lie in memory

  friend bool operator==(const StoredTensor&, const StoredTensor&) = default;
};

struct ModelFile {
  std::map<std::string, std::string> texts;  // the knowledge, the configuration, ...
  std::vector<StoredTensor> tensors;         // with different names

  friend bool operator==(const ModelFile&, const ModelFile&) = default;
};

// The bytes of the file. The same model gives the same bytes.
std::string model_file_to_bytes(const ModelFile& model);

// Puts the checksum of these bytes in its place in them, which starts as a model file does. For files that
// were changed by hand, in tests and by fuzzers.
void set_checksum(std::string& bytes);

// Throws `Error` (kind data) for bytes that are no model file, are damaged, or have a newer version.
ModelFile model_file_from_bytes(std::string_view bytes, const std::string& file);

// Writes to a folder, where it gets its name with all other files at the folder's commit. Throws `Error`
// (kind file).
void write_model_file(base::OutputFolder& folder, const std::string& name, const ModelFile& model);

// The same for one file. When it cannot be written, what was there before is still there.
void write_model_file(const std::filesystem::path& path, const ModelFile& model);

// Throws `Error` (kind file or data).
ModelFile read_model_file(const std::filesystem::path& path);

std::uint64_t size_of(TensorType type);  // of one element, in bytes

}  // namespace kenn::io
