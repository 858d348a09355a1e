// Tells whether two paths mean one file, however they are spelt.
#include "base/file_identity.h"

#include <sys/stat.h>

#include "base/output_target.h"

namespace kenn::base {

std::optional<FileIdentity> identity_of(const std::filesystem::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) {
    if (S_ISCHR(status.st_mode)) return std::nullopt;
    return FileIdentity{status.st_dev, status.st_ino, {}};
  }
  std::filesystem::path folder = follow_links(path);
  std::filesystem::path rest;
  do {
    rest = folder.filename() / rest;
    const std::filesystem::path above = folder.parent_path();
    folder = above.empty() ? "." : above;
  } while (::stat(folder.c_str(), &status) != 0 && folder.has_relative_path() && folder != ".");
  return FileIdentity{status.st_dev, status.st_ino, rest.lexically_normal()};
}

}  // namespace kenn::base
