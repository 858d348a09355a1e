// Takes files out of a compressed archive.
#include "io/archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <kenn/error.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <utility>

#include "base/dynamic_library.h"
#include "base/file.h"

namespace kenn::io {

namespace {

// The functions of libarchive that are used.
struct Libarchive {
  base::DynamicLibrary library{"libarchive", {"libarchive.so.13"}, "libarchive13"};
  KENN_DYNAMIC_FUNCTION(library, archive_entry_filetype);
  KENN_DYNAMIC_FUNCTION(library, archive_entry_hardlink);
  KENN_DYNAMIC_FUNCTION(library, archive_entry_pathname);
  KENN_DYNAMIC_FUNCTION(library, archive_entry_size);
  KENN_DYNAMIC_FUNCTION(library, archive_error_string);
  KENN_DYNAMIC_FUNCTION(library, archive_read_data);
  KENN_DYNAMIC_FUNCTION(library, archive_read_free);
  KENN_DYNAMIC_FUNCTION(library, archive_read_new);
  KENN_DYNAMIC_FUNCTION(library, archive_read_next_header);
  KENN_DYNAMIC_FUNCTION(library, archive_read_open_memory);
  KENN_DYNAMIC_FUNCTION(library, archive_read_support_filter_gzip);
  KENN_DYNAMIC_FUNCTION(library, archive_read_support_format_tar);
};

// Loaded by the first archive. Throws `Error`.
const Libarchive& libarchive() {
  static const Libarchive loaded;
  return loaded;
}

class Unpacker {
 public:
  Unpacker(std::string_view bytes, const std::string& name, std::uint64_t largest)
      : name_(name),
        largest_(largest),
        archive_(libarchive().archive_read_new(), libarchive().archive_read_free) {
    if (!archive_) throw std::runtime_error("libarchive does not start");
    libarchive().archive_read_support_filter_gzip(archive_.get());
    libarchive().archive_read_support_format_tar(archive_.get());
    check(libarchive().archive_read_open_memory(archive_.get(), bytes.data(), bytes.size()));
  }

  // The next file with a name that may be taken: without its folders, or nothing at the end.
  std::string next() {
    for (;;) {
      const int result = libarchive().archive_read_next_header(archive_.get(), &entry_);
      if (result == ARCHIVE_EOF) return "";
      check(result);
      count(static_cast<std::uint64_t>(std::max<la_int64_t>(0, libarchive().archive_entry_size(entry_))));
      const char* const path = libarchive().archive_entry_pathname(entry_);
      const bool is_file = libarchive().archive_entry_filetype(entry_) == AE_IFREG &&
                           libarchive().archive_entry_hardlink(entry_) == nullptr;
      if (!is_file || path == nullptr || !is_inside(path)) continue;
      std::string name = std::filesystem::path(path).filename().string();
      if (!name.empty()) return name;
    }
  }

  // Of the file that `next` named.
  std::string content() {
    std::string bytes;
    std::array<char, 1 << 16> block{};
    for (;;) {
      const la_ssize_t size = libarchive().archive_read_data(archive_.get(), block.data(), block.size());
      if (size < 0) check(static_cast<int>(size));
      if (size <= 0) return bytes;
      if (bytes.size() + static_cast<std::size_t>(size) > largest_) fail_too_large();
      bytes.append(block.data(), static_cast<std::size_t>(size));
    }
  }

  [[noreturn]] void fail(const std::string& what) const { throw Error(ErrorKind::data, what, name_); }

 private:
  static bool is_inside(const std::filesystem::path& path) {
    return path.is_relative() && std::find(path.begin(), path.end(), "..") == path.end();
  }

  // Members that are not wanted count, too: to get past them they have to be unpacked.
  void count(std::uint64_t size) {
    if (size > largest_ - counted_) fail_too_large();
    counted_ += size;
  }

  [[noreturn]] void fail_too_large() const {
    fail("unpacked, the archive has more than " + base::bytes_to_text(largest_));
  }

  // A warning is about a name or a date that cannot be shown here.
  void check(int result) const {
    if (result == ARCHIVE_OK || result == ARCHIVE_WARN) return;
    const char* const reason = libarchive().archive_error_string(archive_.get());
    fail("cannot be unpacked as tar with gzip: " + std::string(reason == nullptr ? "damaged" : reason));
  }

  const std::string& name_;
  std::uint64_t largest_;
  std::uint64_t counted_ = 0;
  std::unique_ptr<struct archive, int (*)(struct archive*)> archive_;
  struct archive_entry* entry_ = nullptr;  // of the archive
};

}  // namespace

void require_unpacking() {
  libarchive();
}

std::map<std::string, std::string> unpack(std::string_view archive, const std::string& name,
                                          std::span<const std::string_view> wanted, std::uint64_t largest) {
  std::map<std::string, std::string> files;
  Unpacker unpacker(archive, name, largest);
  for (std::string file = unpacker.next(); !file.empty(); file = unpacker.next()) {
    if (std::find(wanted.begin(), wanted.end(), file) == wanted.end()) continue;
    if (files.contains(file)) unpacker.fail("the archive has two files '" + file + "'");
    files[file] = unpacker.content();
  }
  for (const std::string_view each : wanted) {
    const std::string file(each);
    if (!files.contains(file)) unpacker.fail("the archive has no file '" + file + "'");
  }
  return files;
}

}  // namespace kenn::io
