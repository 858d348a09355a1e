// Reads files of data, with errors a person understands.
#pragma once

#include <kenn/error.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace kenn::base {

// A file open for reading, or bytes in memory that stand for one. Regular files, pipes and devices can be
// read.
class InputFile {
 public:
  // Throws `Error` (kind file) when the file cannot be opened or is a folder.
  explicit InputFile(const std::filesystem::path& path);

  // The file called `name` has these bytes; they must outlive the object.
  InputFile(std::string name, std::string_view bytes);

  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  ~InputFile();

  [[nodiscard]] const std::string& name() const { return name_; }

  // How many bytes the file has, or nothing when that shows only at its end (pipes, devices).
  [[nodiscard]] std::optional<std::uint64_t> size() const { return size_; }

  // Fills `buffer` with the next bytes. Returns how many there are: fewer than asked for only at the end of
  // the file. Throws `Error` (kind file).
  std::size_t read(std::span<char> buffer);

 private:
  std::string name_;
  std::optional<std::uint64_t> size_;
  int descriptor_ = -1;     // -1: the file is in memory
  std::string_view bytes_;  // of a file in memory, those not read yet
};

// Fills `buffer` with the next bytes of a file that has that many. Throws `Error` when it got shorter
// meanwhile.
void read_exactly(InputFile& file, std::span<char> buffer);

// All bytes of the file from where it stands. Throws `Error` (kind file), also when the file is larger than
// the memory that is free.
std::string read_bytes(InputFile& file);

// The same without a byte order mark.
std::string read_text(InputFile& file);

// Throws `Error` (kind file), "needs 8.0 TB, this machine has 24 GB" or "only 3.0 GB are free", when the file
// cannot be held in memory.
void require_memory(const std::string& file, std::uint64_t bytes);

// What to throw for std::bad_alloc.
[[noreturn]] void throw_no_memory(const InputFile& file);

// The memory of the machine in bytes.
std::uint64_t memory_of_machine();

// "8.0 TB", with powers of ten.
std::string bytes_to_text(std::uint64_t bytes);

}  // namespace kenn::base
