// The mutator of targets that read model files.
//
// It changes what is inside the file, so that its checksum stays right and readers see what is behind it:
//
//   a text     as JSON, one of its values is replaced, repeated or removed; or as bytes
//   a tensor   its bytes, its shape or its name; or it is repeated or removed
//   the header its bytes
//   the file   its bytes, checksum and all
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "io/json_text.h"
#include "io/model_file.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace kenn {

class ModelFileMutator {
 public:
  explicit ModelFileMutator(unsigned seed) : random_(seed) {}

  std::string mutated(const std::string& bytes) {
    constexpr std::size_t ways = 16;
    const std::size_t way = below(ways);
    std::optional<io::ModelFile> file = decoded(bytes);
    if (!file || way == 0) return mutated_bytes(bytes);
    if (way == 1) return with_mutated_header(bytes);
    if (way < 11 && !file->texts.empty()) {
      mutate_text(
          std::next(file->texts.begin(), static_cast<std::ptrdiff_t>(below(file->texts.size())))->second);
    } else if (!file->tensors.empty()) {
      mutate_tensor(*file);
    }
    return io::model_file_to_bytes(*file);
  }

 private:
  using Json = nlohmann::ordered_json;

  std::size_t below(std::size_t count) { return random_() % count; }

  static std::optional<io::ModelFile> decoded(const std::string& bytes) {
    try {
      return io::model_file_from_bytes(bytes, "input");
    } catch (const Error&) {
      return std::nullopt;
    }
  }

  static std::string mutated_bytes(std::string bytes) {
    constexpr std::size_t room = 64;
    const std::size_t size = bytes.size();
    bytes.resize(size + room);
    bytes.resize(LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(bytes.data()), size, bytes.size()));
    return bytes;
  }

  static std::string with_mutated_header(const std::string& bytes) {
    std::uint64_t size = 0;
    std::memcpy(&size, bytes.data(), sizeof size);
    const std::string header = mutated_bytes(bytes.substr(sizeof size, size));
    std::string changed = bytes;
    changed.replace(sizeof size, size, header);
    size = header.size();
    std::memcpy(changed.data(), &size, sizeof size);
    io::set_checksum(changed);
    return changed;
  }

  void mutate_text(std::string& text) {
    try {
      Json json = io::parse_json(text);
      if (below(8) == 0) throw Error(ErrorKind::data, "bytes, for once");
      mutate(json);
      text = json.dump();
    } catch (const std::exception&) {  // no JSON, or no valid text any more
      text = printable_bytes(mutated_bytes(text));
    }
  }

  // Headers hold valid UTF-8 alone.
  static std::string printable_bytes(std::string text) {
    for (char& each : text) each = static_cast<char>(each & 0x7f);
    return text;
  }

  // One value somewhere in the tree.
  void mutate(Json& json) {
    if (json.is_structured() && !json.empty() && below(6) != 0) {
      auto place = std::next(json.begin(), static_cast<std::ptrdiff_t>(below(json.size())));
      if (below(6) != 0) return mutate(*place);
      if (below(2) == 0) return static_cast<void>(json.erase(place));
      if (json.is_array()) return json.push_back(Json(*place));
      json["x"] = Json(*place);
      return;
    }
    json = interesting();
  }

  Json interesting() {
    switch (below(12)) {
      case 0:
        return nullptr;
      case 1:
        return below(2) == 0;
      case 2:
        return "kenn";
      case 3:
        return Json::array();
      case 4:
        return Json::object();
      case 5:
        return -1;
      case 6:
        return 0.5 + static_cast<double>(below(3));
      case 7:
        return 1e300;
      case 8:
        return std::numeric_limits<std::uint64_t>::max() - below(3);
      case 9:
        return (std::uint64_t{1} << 32) + below(3);
      default:
        return below(12);
    }
  }

  void mutate_tensor(io::ModelFile& file) {
    const std::size_t place = below(file.tensors.size());
    io::StoredTensor& tensor = file.tensors[place];
    switch (below(8)) {
      case 0:
        file.tensors.erase(file.tensors.begin() + static_cast<std::ptrdiff_t>(place));
        break;
      case 1:
        file.tensors.push_back(tensor);
        file.tensors.back().name += std::to_string(below(3));
        break;
      case 2:
        tensor.name = printable_bytes(mutated_bytes(tensor.name));
        break;
      case 3:
        resize(tensor);
        break;
      case 4:
        std::swap(tensor.name, file.tensors[below(file.tensors.size())].name);
        break;
      default:
        mutate_numbers(tensor);
    }
  }

  // Another shape, and as many bytes as it needs.
  void resize(io::StoredTensor& tensor) {
    if (tensor.shape.empty() || below(3) == 0) {
      tensor.shape.push_back(1 + below(2));
    } else {
      tensor.shape[below(tensor.shape.size())] = below(12);
    }
    std::uint64_t size = io::size_of(tensor.type);
    for (const std::uint64_t length : tensor.shape) size *= length;
    constexpr std::uint64_t most = std::uint64_t{1} << 14;
    if (size <= most) tensor.bytes.resize(size);
  }

  void mutate_numbers(io::StoredTensor& tensor) {
    if (tensor.bytes.size() < sizeof(float)) return;
    constexpr float numbers[] = {0,
                                 -1,
                                 1,
                                 500,
                                 501,
                                 1e9F,
                                 1e30F,
                                 -1e30F,
                                 std::numeric_limits<float>::infinity(),
                                 std::numeric_limits<float>::quiet_NaN(),
                                 1e-40F};
    const float number = numbers[below(std::size(numbers))];
    const std::size_t place = below(tensor.bytes.size() / sizeof(float)) * sizeof(float);
    std::memcpy(tensor.bytes.data() + place, &number, sizeof number);
  }

  std::mt19937 random_;
};

inline std::size_t mutate_model_file(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                     unsigned seed) {
  const std::string changed = ModelFileMutator(seed).mutated({reinterpret_cast<const char*>(data), size});
  if (changed.size() > max_size) return LLVMFuzzerMutate(data, size, max_size);
  std::copy(changed.begin(), changed.end(), data);
  return changed.size();
}

}  // namespace kenn
