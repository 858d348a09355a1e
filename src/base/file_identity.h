// Tells whether two paths mean one file, however they are spelt.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace kenn::base {

// A file that is there, by device and inode; or a new one, by the folder it will be in and the rest of its
// path.
struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::filesystem::path rest;

  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

// After symbolic links. Nothing for a character device, such as a terminal: it may be written and read by
// everyone at once. Throws `Error` (kind file) for links in a circle.
std::optional<FileIdentity> identity_of(const std::filesystem::path& path);

}  // namespace kenn::base
