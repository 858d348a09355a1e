// The files that an experiment writes its results to, line by line, so that it can go on after any end.
#include "experiment/results_file.h"

#include <fcntl.h>
#include <kenn/error.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/file_lock.h"
#include "base/output_stream.h"
#include "base/output_target.h"

namespace kenn::experiment {

namespace {

[[noreturn]] void fail(const std::string& what, const std::filesystem::path& path, int number = errno) {
  throw Error(ErrorKind::file, what + ": " + std::generic_category().message(number), path.string());
}

}  // namespace

ResultsFile::ResultsFile(std::filesystem::path path) : path_(std::move(path)) {
  descriptor_ =
      ::open(base::output_target(path_).path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail("cannot write the file", path_);
  lock();
  drop_cut_line();
}

// The file that was opened may have been replaced since: then somebody else has it, too.
void ResultsFile::lock() {
  try {
    if (base::try_lock(descriptor_, path_)) return;
    throw Error(ErrorKind::file, "another program is writing to this file", path_.string());
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
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
  const off_t before = ::lseek(descriptor_, 0, SEEK_END);
  const int error = base::write_all(descriptor_, text);
  if (error == 0) return;
  // Without it, the next line would stand behind the first half of this one. What failed is said, not this.
  const bool is_cut = before >= 0 && ::ftruncate(descriptor_, before) == 0;
  fail(is_cut ? "cannot write the file" : "cannot write the file, whose last line is cut now", path_, error);
}

}  // namespace kenn::experiment
