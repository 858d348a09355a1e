// What a path to write to leads to, known before anything is written.
#include "base/output_target.h"

#include <fcntl.h>
#include <kenn/error.h>
#include <sys/stat.h>

#include <cerrno>
#include <charconv>
#include <string>
#include <system_error>

namespace kenn::base {

namespace {

namespace fs = std::filesystem;

constexpr int most_links = 40;  // as many as Linux follows

[[noreturn]] void fail(const fs::path& path, const std::string& reason) {
  throw Error(ErrorKind::file, "cannot write the file: " + reason, path.string());
}

std::string message_of(int number) {
  return std::generic_category().message(number);
}

bool is_link(const fs::path& path) {
  std::error_code ignored;
  return fs::is_symlink(fs::symlink_status(path, ignored));
}

fs::path next_of(const fs::path& link) {
  std::error_code error;
  const fs::path target = fs::read_symlink(link, error);
  if (error) fail(link, error.message());
  return link.parent_path() / target;  // an absolute target is one without the folder
}

// The number of a descriptor of this process, where the path is one: /proc/self/fd/1. Such a link leads to an
// open file, and what it says need not be a path.
std::optional<int> own_descriptor(const fs::path& path) {
  std::error_code ignored;
  const fs::path folder = fs::canonical(path.parent_path(), ignored);
  if (folder.empty() || folder != fs::canonical("/proc/self/fd", ignored)) return std::nullopt;
  const std::string name = path.filename().string();
  int number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (error != std::errc() || end != name.data() + name.size()) return std::nullopt;
  return number;
}

const char* word_for(mode_t mode) {
  if (S_ISFIFO(mode)) return "a FIFO";
  if (S_ISCHR(mode)) return "a character device";
  if (S_ISSOCK(mode)) return "a socket";
  if (S_ISBLK(mode)) return "a block device";
  return "an open file of this program";
}

[[noreturn]] void refuse(const fs::path& path, mode_t mode, Streams streams) {
  if (S_ISDIR(mode)) fail(path, message_of(EISDIR));
  fail(path,
       std::string("it is ") + word_for(mode) +
           (streams == Streams::refused ? "; a regular file is needed here"
                                        : "; a regular file, a FIFO or a character device is needed here"));
}

OutputTarget open_target(const fs::path& path, int descriptor, Streams streams) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) fail(path, message_of(errno));
  if (streams == Streams::refused || S_ISDIR(status.st_mode) || S_ISBLK(status.st_mode)) {
    refuse(path, status.st_mode, streams);
  }
  return {path, true, descriptor};
}

}  // namespace

fs::path follow_links(const fs::path& path) {
  fs::path target = path;
  for (int i = 0; i < most_links; ++i) {
    if (!is_link(target) || own_descriptor(target)) return target;
    target = next_of(target);
  }
  fail(path, message_of(ELOOP));
}

OutputTarget output_target(const fs::path& path, Streams streams) {
  const fs::path target = follow_links(path);
  if (const std::optional<int> descriptor = own_descriptor(target)) {
    return open_target(path, *descriptor, streams);
  }
  struct stat status {};
  if (::lstat(target.c_str(), &status) != 0 || S_ISREG(status.st_mode)) return {target};
  const bool is_stream = S_ISFIFO(status.st_mode) || S_ISCHR(status.st_mode);
  if (!is_stream || streams == Streams::refused) refuse(path, status.st_mode, streams);
  return {target, true};
}

}  // namespace kenn::base
