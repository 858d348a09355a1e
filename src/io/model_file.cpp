// The model file: named tensors and texts in one file that is written whole or not at all.
#include "io/model_file.h"

#include <kenn/error.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/file.h"
#include "base/output_folder.h"
#include "io/json_text.h"
#include "io/json_value.h"

namespace kenn::io {

namespace {

using Json = nlohmann::ordered_json;

static_assert(std::endian::native == std::endian::little, "tensors are stored as they lie in memory");

// What every file of this version begins with, after the length of the header.
constexpr std::string_view format_prefix = R"({"__metadata__":{"format":"kenn-model-)";
constexpr std::string_view version = "1";
constexpr std::string_view checksum_prefix = R"(","checksum":")";
constexpr std::size_t length_size = 8;
constexpr std::size_t checksum_size = 32;
constexpr std::size_t checksum_place =
    length_size + format_prefix.size() + version.size() + checksum_prefix.size();
constexpr std::size_t alignment = 8;

// Nothing for a number of bytes that no file has. A tensor with a length of 0 is empty, however long it is.
std::optional<std::uint64_t> size_in_bytes(TensorType type, const std::vector<std::uint64_t>& shape) {
  if (std::find(shape.begin(), shape.end(), 0) != shape.end()) return 0;
  std::uint64_t size = size_of(type);
  for (const std::uint64_t length : shape) {
    if (size > std::numeric_limits<std::uint64_t>::max() / length) return std::nullopt;
    size *= length;
  }
  return size;
}

// Of all bytes, as if the checksum in them were zeros: 32 hexadecimal digits.
std::string checksum_of(std::string_view bytes) {
  const std::string zeros(checksum_size, '0');
  XXH3_state_t state;
  XXH3_128bits_reset(&state);
  XXH3_128bits_update(&state, bytes.data(), checksum_place);
  XXH3_128bits_update(&state, zeros.data(), zeros.size());
  const std::string_view rest = bytes.substr(checksum_place + checksum_size);
  XXH3_128bits_update(&state, rest.data(), rest.size());
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(&state));
  std::string digits;
  for (const unsigned char byte : canonical.digest) {
    constexpr std::string_view hexadecimal = "0123456789abcdef";
    digits += hexadecimal[byte / 16];
    digits += hexadecimal[byte % 16];
  }
  return digits;
}

std::string header_of(const ModelFile& model) {
  Json metadata = {{"format", "kenn-model-" + std::string(version)},
                   {"checksum", std::string(checksum_size, '0')}};
  for (const auto& [name, text] : model.texts) metadata[name] = text;
  Json header = {{"__metadata__", std::move(metadata)}};
  std::uint64_t offset = 0;
  for (const StoredTensor& tensor : model.tensors) {
    header[tensor.name] = {{"dtype", base::word_for(tensor.type)},
                           {"shape", tensor.shape},
                           {"data_offsets", {offset, offset + tensor.bytes.size()}}};
    offset += tensor.bytes.size();
  }
  std::string text = header.dump();
  text.resize((text.size() + alignment - 1) / alignment * alignment, ' ');
  return text;
}

// Reads one file; every error names it.
class Reader {
 public:
  Reader(std::string_view bytes, const std::string& file) : bytes_(bytes), file_(file) {}

  ModelFile read() {
    check_format();
    if (checksum_of(bytes_) != bytes_.substr(checksum_place, checksum_size)) {
      fail("the model file is damaged or cut off: its checksum is wrong");
    }
    std::uint64_t header_size = 0;
    std::memcpy(&header_size, bytes_.data(), length_size);
    if (header_size > bytes_.size() - length_size) fail("the header is longer than the file");
    const Json json = parse_json(bytes_.substr(length_size, header_size), "header", file_);
    data_ = bytes_.substr(length_size + header_size);
    const JsonValue header(json, "header", file_);
    header.members([&](const std::string& name, const JsonValue& value) {
      if (name == "__metadata__") {
        read_texts(value);
      } else {
        read_tensor(name, value);
      }
    });
    if (used_ != data_.size()) fail("there are bytes that belong to no tensor");
    return std::move(model_);
  }

 private:
  [[noreturn]] void fail(const std::string& message) const { throw Error(ErrorKind::data, message, file_); }

  void check_format() const {
    const std::string_view start = bytes_.substr(std::min(length_size, bytes_.size()));
    if (!start.starts_with(format_prefix)) {
      fail(start.starts_with(R"({")") ? "this is a safetensors file, but not one that kenn wrote"
                                      : "this is no model file");
    }
    const std::string_view found = start.substr(format_prefix.size());
    const std::string_view digits = found.substr(0, found.find_first_not_of("0123456789"));
    if (!digits.empty() && digits != version && found.substr(digits.size()).starts_with(checksum_prefix)) {
      fail("the model file has format version " + std::string(digits) + "; this kenn reads version " +
           std::string(version) + ": a newer kenn is needed");
    }
    if (!found.starts_with(version) || bytes_.size() < checksum_place + checksum_size) {
      fail("the model file is damaged or cut off");
    }
  }

  void read_texts(const JsonValue& metadata) {
    metadata.members([&](const std::string& name, const JsonValue& value) {
      std::string text = value.text();
      if (name != "format" && name != "checksum") model_.texts[name] = std::move(text);
    });
  }

  // Tensors follow each other without gaps, in the order of the header.
  void read_tensor(const std::string& name, const JsonValue& value) {
    value.require_keys({"dtype", "shape", "data_offsets"});
    StoredTensor tensor{name, value.at("dtype").word<TensorType>(), {}, {}};
    tensor.shape = value.at("shape").list([](const JsonValue& each) { return each.whole<std::uint64_t>(); });
    const std::optional<std::uint64_t> size = size_in_bytes(tensor.type, tensor.shape);
    if (!size || *size > data_.size() - used_) value.fail("is larger than the data of the file");
    const std::vector<std::uint64_t> offsets = {used_, used_ + *size};
    const JsonValue stored_offsets = value.at("data_offsets");
    const auto whole = [](const JsonValue& each) { return each.whole<std::uint64_t>(); };
    if (stored_offsets.list(whole, offsets.size()) != offsets) value.fail("is not where it should be");
    tensor.bytes = data_.substr(used_, *size);
    used_ += *size;
    model_.tensors.push_back(std::move(tensor));
  }

  std::string_view bytes_;
  const std::string& file_;
  std::string_view data_;
  std::uint64_t used_ = 0;
  ModelFile model_;
};

}  // namespace

std::uint64_t size_of(TensorType type) {
  return type == TensorType::float32 ? 4 : 8;
}

std::string model_file_to_bytes(const ModelFile& model) {
  const std::string header = header_of(model);
  const std::uint64_t header_size = header.size();
  std::string bytes(length_size, '\0');
  std::memcpy(bytes.data(), &header_size, length_size);
  bytes += header;
  for (const StoredTensor& tensor : model.tensors) bytes += tensor.bytes;
  set_checksum(bytes);
  return bytes;
}

void set_checksum(std::string& bytes) {
  if (bytes.size() < checksum_place + checksum_size) return;
  bytes.replace(checksum_place, checksum_size, checksum_of(bytes));
}

ModelFile model_file_from_bytes(std::string_view bytes, const std::string& file) {
  return Reader(bytes, file).read();
}

void write_model_file(base::OutputFolder& folder, const std::string& name, const ModelFile& model) {
  const std::string bytes = model_file_to_bytes(model);
  const std::array<std::string_view, 1> parts = {bytes};
  folder.write(name, parts);
}

void write_model_file(const std::filesystem::path& path, const ModelFile& model) {
  base::OutputFile file(path);
  write_model_file(file.folder(), file.name(), model);
  file.folder().commit();
}

ModelFile read_model_file(const std::filesystem::path& path) {
  base::InputFile file(path);
  const std::string bytes = base::read_bytes(file);
  return model_file_from_bytes(bytes, file.name());
}

}  // namespace kenn::io
