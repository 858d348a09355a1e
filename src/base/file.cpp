// Reads files of data, with errors a person understands.
#include "base/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <limits>
#include <new>
#include <system_error>
#include <utility>

#include "base/free_memory.h"

namespace kenn::base {

namespace {

[[noreturn]] void throw_system_error(const std::string& name, const std::string& what, int number) {
  throw Error(ErrorKind::file, what + ": " + std::generic_category().message(number), name);
}

// The size of a regular file. Folders are refused here: they can be opened, but not read.
std::optional<std::uint64_t> size_of(int descriptor, const std::string& name) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) throw_system_error(name, "cannot read the file", errno);
  if (S_ISDIR(status.st_mode)) throw_system_error(name, "cannot read the file", EISDIR);
  // The files of /proc say that they are empty, and are not.
  if (!S_ISREG(status.st_mode) || status.st_size == 0) return std::nullopt;
  return static_cast<std::uint64_t>(status.st_size);
}

}  // namespace

InputFile::InputFile(const std::filesystem::path& path) : name_(path.string()) {
  descriptor_ = ::open(name_.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor_ < 0) throw_system_error(name_, "cannot open the file", errno);
  try {
    size_ = size_of(descriptor_, name_);
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
}

InputFile::InputFile(std::string name, std::string_view bytes)
    : name_(std::move(name)), size_(bytes.size()), bytes_(bytes) {}

InputFile::~InputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::size_t InputFile::read(std::span<char> buffer) {
  if (descriptor_ < 0) {
    const std::size_t count = std::min(buffer.size(), bytes_.size());
    std::copy_n(bytes_.begin(), count, buffer.begin());
    bytes_.remove_prefix(count);
    return count;
  }
  std::size_t done = 0;
  while (done < buffer.size()) {
    const std::span<char> rest = buffer.subspan(done);
    const ssize_t count = ::read(descriptor_, rest.data(), rest.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw_system_error(name_, "cannot read the file", errno);
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  return done;
}

void read_exactly(InputFile& file, std::span<char> buffer) {
  if (file.read(buffer) == buffer.size()) return;
  throw Error(ErrorKind::file, "the file got shorter while it was read", file.name());
}

std::string read_bytes(InputFile& file) {
  constexpr std::size_t block = std::size_t{1} << 16;
  require_memory(file.name(), file.size().value_or(0));
  std::string text;
  try {
    // One byte more than the file has, so that the first read finds its end.
    std::size_t room = static_cast<std::size_t>(file.size().value_or(block - 1)) + 1;
    for (std::size_t length = 0;; room = length + std::max(block, length)) {
      require_memory(file.name(), room);
      text.resize(room);
      length += file.read(std::span(text).subspan(length));
      if (length == room) continue;
      text.resize(length);
      break;
    }
  } catch (const std::bad_alloc&) {
    throw_no_memory(file);
  }
  return text;
}

std::string read_text(InputFile& file) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  std::string text = read_bytes(file);
  if (text.starts_with(byte_order_mark)) text.erase(0, byte_order_mark.size());
  return text;
}

std::uint64_t memory_of_machine() {
  const long pages = ::sysconf(_SC_PHYS_PAGES);
  const long page_size = ::sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page_size <= 0) return std::numeric_limits<std::uint64_t>::max();
  return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page_size);
}

void require_memory(const std::string& file, std::uint64_t bytes) {
  constexpr std::uint64_t always_there = std::uint64_t{1} << 20;
  if (bytes <= always_there) return;
  const std::uint64_t memory = memory_of_machine();
  const std::uint64_t free = free_memory();
  if (bytes <= std::min(memory, free)) return;
  const std::string limit = bytes > memory ? "this machine has " + bytes_to_text(memory)
                                           : "only " + bytes_to_text(free) + " are free";
  throw Error(ErrorKind::file,
              "the file is too large for the memory: it needs " + bytes_to_text(bytes) + ", " + limit, file);
}

void throw_no_memory(const InputFile& file) {
  throw Error(ErrorKind::file, "there is not enough memory left for the file", file.name());
}

std::string bytes_to_text(std::uint64_t bytes) {
  if (bytes < 1000) return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
  constexpr std::array units = {"kB", "MB", "GB", "TB", "PB", "EB"};
  std::size_t unit = 0;
  double size = static_cast<double>(bytes) / 1000;
  while (size >= 999.5 && unit + 1 < units.size()) {
    size /= 1000;
    ++unit;
  }
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), size < 9.95 ? "%.1f %s" : "%.0f %s", size, units[unit]);
  return text.data();
}

}  // namespace kenn::base
