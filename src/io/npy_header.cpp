// Reads the header of an NPY file and checks that it fits the file.
#include "io/npy_header.h"

#include <algorithm>
#include <array>

#include "base/spelling.h"
#include "base/utf8.h"

namespace kenn::io {

namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::size_t longest_dictionary = std::size_t{1} << 20;

[[noreturn]] void refuse(const base::InputFile& file, const std::string& message) {
  throw Error(ErrorKind::data, message, file.name());
}

[[noreturn]] void refuse_ending(const base::InputFile& file) {
  refuse(file, "the file is truncated: it ends inside its header");
}

std::size_t little_endian(std::string_view bytes) {
  std::size_t value = 0;
  for (std::size_t i = bytes.size(); i > 0; --i)
    value = value << 8 | static_cast<unsigned char>(bytes[i - 1]);
  return value;
}

// What stands between the magic and the dictionary.
struct Preamble {
  std::size_t bytes = 0;
  std::size_t dictionary_length = 0;
};

Preamble read_preamble(base::InputFile& file) {
  std::array<char, 2> version{};
  if (file.read(version) < version.size()) refuse_ending(file);
  const int major = static_cast<unsigned char>(version[0]);
  const int minor = static_cast<unsigned char>(version[1]);
  if (major < 1 || major > 3 || minor != 0) {
    refuse(file, "version " + std::to_string(major) + "." + std::to_string(minor) +
                     " of the NPY format is not supported; 1.0, 2.0 and 3.0 are");
  }
  std::array<char, 4> length{};
  const std::span<char> part = std::span(length).first(major == 1 ? 2 : 4);
  if (file.read(part) < part.size()) refuse_ending(file);
  return {version.size() + part.size(), little_endian({part.data(), part.size()})};
}

// How many bytes the numbers take, or nothing when that does not fit in 64 bits.
std::optional<std::uint64_t> bytes_of(const NpyHeader& header) {
  std::uint64_t bytes = header.type->bytes;
  if (std::find(header.shape.begin(), header.shape.end(), 0U) != header.shape.end()) return 0;
  for (const std::uint64_t length : header.shape) {
    if (__builtin_mul_overflow(bytes, length, &bytes)) return std::nullopt;
  }
  return bytes;
}

std::string shape_to_text(const NpyHeader& header) {
  std::string text;
  for (const std::uint64_t length : header.shape) text += (text.empty() ? "" : ", ") + std::to_string(length);
  return "(" + text + (header.shape.size() == 1 ? ",)" : ")");
}

void check_size(const base::InputFile& file, const NpyHeader& header) {
  if (!file.size()) throw Error(ErrorKind::file, "an NPY file cannot be read from a pipe", file.name());
  const auto expected = bytes_of(header);
  if (!expected) refuse(file, "the NPY header is damaged: no array has the shape " + shape_to_text(header));
  const std::uint64_t there = *file.size() - header.begin;
  if (there < *expected) {
    refuse(file, "the file is truncated: an array of shape " + shape_to_text(header) + " and type " +
                     base::in_quotes(header.description) + " has " + std::to_string(*expected) +
                     " bytes, but " + std::to_string(there) + " are there");
  }
  if (there > *expected) {
    refuse(file, "the file is damaged: after the " + std::to_string(*expected) +
                     " bytes of its array there are " + std::to_string(there - *expected) + " more");
  }
}

}  // namespace

NpyHeader read_npy_header(base::InputFile& file) {
  std::array<char, magic.size()> start{};
  const std::size_t count = file.read(start);
  if (std::string_view(start.data(), count) != magic) {
    refuse(file, count == 0 ? "this is not an NPY file: it is empty" : "this is not an NPY file");
  }
  const Preamble preamble = read_preamble(file);
  const std::size_t length = preamble.dictionary_length;
  if (length > longest_dictionary) {
    refuse(file, "the NPY header is damaged: it says it has " + base::bytes_to_text(length));
  }
  std::string text(length, '\0');
  if (file.read(text) < length) refuse_ending(file);
  auto header = parse_npy_dictionary(text);
  if (!header) refuse(file, "the NPY header is damaged: " + base::in_quotes(base::printable(text)));
  header->begin = magic.size() + preamble.bytes + length;
  return *header;
}

void check_npy_layout(const base::InputFile& file, const NpyHeader& header,
                      std::span<const NumberKind> accepted, const std::string& wanted) {
  const auto is_accepted = [&](NumberKind kind) {
    return std::find(accepted.begin(), accepted.end(), kind) != accepted.end();
  };
  if (!header.type || !is_accepted(header.type->kind)) {
    refuse(file, "the array holds values of type " + base::in_quotes(header.description) + "; " + wanted);
  }
  if (header.shape.empty() || header.shape.size() > 2) {
    refuse(file,
           "the array has " + std::to_string(header.shape.size()) + " dimensions; one or two are needed");
  }
  check_size(file, header);
}

}  // namespace kenn::io
