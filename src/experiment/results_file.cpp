// The files that an experiment writes its results to, line by line, so that it can go on after any end.
#include "experiment/results_file.h"

#include <fcntl.h>
#include <kenn/error.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>

namespace kenn::experiment {

namespace {

[[noreturn]] void fail(const std::string& what, const std::filesystem::path& path) {
  throw Error(ErrorKind::file, what + ": " + std::strerror(errno), path.string());
}

}  // namespace

ResultsFile::ResultsFile(std::filesystem::path path) : path_(std::move(path)) {
  descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail("cannot write the file", path_);
  lock();
  drop_cut_line();
}

// The file that was opened may have been replaced since: then somebody else has it, too.
void ResultsFile::lock() {
  struct stat opened {};
  struct stat named {};
  const bool is_ours = ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0 && ::fstat(descriptor_, &opened) == 0 &&
                       ::stat(path_.c_str(), &named) == 0 && opened.st_ino == named.st_ino;
  if (is_ours) return;
  ::close(descriptor_);
  throw Error(ErrorKind::file, "another program is writing to this file", path_.string());
}

ResultsFile::~ResultsFile() {
  ::close(descriptor_);
}

void ResultsFile::drop_cut_line() {
  const off_t size = ::lseek(descriptor_, 0, SEEK_END);
  if (size < 0) fail("cannot read the file", path_);
  off_t end = size;
  std::array<char, 4096> buffer{};
  off_t kept = 0;
  while (end > 0 && kept == 0) {
    const off_t first = end > static_cast<off_t>(buffer.size()) ? end - static_cast<off_t>(buffer.size()) : 0;
    const ssize_t count = ::pread(descriptor_, buffer.data(), static_cast<std::size_t>(end - first), first);
    if (count < 0) fail("cannot read the file", path_);
    const std::size_t found = std::string_view(buffer.data(), static_cast<std::size_t>(count)).rfind('\n');
    if (found != std::string_view::npos) kept = first + static_cast<off_t>(found) + 1;
    end = first;
  }
  if (kept < size && ::ftruncate(descriptor_, kept) != 0) fail("cannot write the file", path_);
}

void ResultsFile::add(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  std::string_view rest = text;
  while (!rest.empty()) {
    const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("cannot write the file", path_);
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace kenn::experiment
