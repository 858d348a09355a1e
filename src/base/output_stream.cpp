// A file that is written as the work goes on: a log, a FIFO, a device.
#include "base/output_stream.h"

#include <fcntl.h>
#include <kenn/error.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

#include "base/output_target.h"

namespace kenn::base {

namespace {

[[noreturn]] void fail(const std::filesystem::path& path, int number) {
  throw Error(ErrorKind::file, "cannot write the file: " + std::generic_category().message(number),
              path.string());
}

int open_target(const OutputTarget& target) {
  if (target.descriptor) return ::fcntl(*target.descriptor, F_DUPFD_CLOEXEC, 0);
  if (target.is_stream) return ::open(target.path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
  return ::open(target.path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
}

}  // namespace

int write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    if (count == 0) return ENOSPC;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return 0;
}

OutputStream::OutputStream(std::filesystem::path path) : path_(std::move(path)) {
  const OutputTarget target = output_target(path_, Streams::accepted);
  do {
    descriptor_ = open_target(target);
  } while (descriptor_ < 0 && errno == EINTR);
  if (descriptor_ < 0) fail(path_, errno);
}

OutputStream::~OutputStream() {
  ::close(descriptor_);
}

void OutputStream::write(std::string_view bytes) {
  const int error = write_all(descriptor_, bytes);
  if (error != 0) fail(path_, error);
}

}  // namespace kenn::base
