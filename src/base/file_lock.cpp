// Keeps two programs from writing the same files at once.
#include "base/file_lock.h"

#include <fcntl.h>
#include <kenn/error.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

#include "base/output_target.h"

namespace kenn::base {

namespace {

[[noreturn]] void fail(const std::filesystem::path& path, const std::string& what, int number) {
  throw Error(ErrorKind::file, what + ": " + std::generic_category().message(number), path.string());
}

// Whether the file still has the name that it was opened by.
bool has_name(int descriptor, const std::filesystem::path& path) {
  struct stat opened {};
  struct stat named {};
  return ::fstat(descriptor, &opened) == 0 && ::stat(path.c_str(), &named) == 0 &&
         opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

bool is_empty(int descriptor) {
  struct stat status {};
  return ::fstat(descriptor, &status) == 0 && status.st_size == 0;
}

}  // namespace

bool try_lock(int descriptor, const std::filesystem::path& path) {
  while (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK) return false;
    if (errno != EINTR) fail(path, "cannot lock the file", errno);
  }
  return has_name(descriptor, path);
}

std::unique_ptr<LockFile> LockFile::try_make(const std::filesystem::path& path) {
  const std::filesystem::path target = output_target(path).path;
  while (true) {
    const int descriptor = ::open(target.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (descriptor < 0) fail(path, "cannot write the file", errno);
    auto file = std::make_unique<LockFile>(descriptor);
    if (try_lock(descriptor, target)) {
      file->path_ = target;
      return file;
    }
    // Whoever had it may have removed it meanwhile; then there is a new one to make.
    if (has_name(descriptor, target)) return nullptr;
  }
}

// Removed while it is still locked: nobody can have taken a lock on it that lasts. Another file that has got
// its name meanwhile stays.
LockFile::~LockFile() {
  if (!path_.empty() && is_empty(descriptor_) && has_name(descriptor_, path_)) ::unlink(path_.c_str());
  ::close(descriptor_);
}

}  // namespace kenn::base
