// Writes several files into a folder, all of them or none.
#include "data/output_folder.h"

#include <fcntl.h>
#include <kenn/error.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace kenn {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void throw_system_error(const fs::path& path, const std::string& what, int number) {
  throw Error(ErrorKind::file, what + ": " + std::generic_category().message(number), path.string());
}

// The folders of the path that are not there, outermost first.
std::vector<fs::path> missing_folders(const fs::path& folder) {
  std::vector<fs::path> missing;
  std::error_code ignored;
  for (fs::path path = folder; !path.empty() && !fs::exists(path, ignored); path = path.parent_path()) {
    missing.insert(missing.begin(), path);
    if (path == path.parent_path()) break;
  }
  return missing;
}

// Returns 0 or the number of the error.
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

// Returns 0 or the number of the error. Some kinds of files and folders cannot be synced and need not be.
int sync(int descriptor) {
  while (::fsync(descriptor) != 0) {
    if (errno == EINTR) continue;
    return errno == EINVAL || errno == ENOTSUP || errno == EROFS ? 0 : errno;
  }
  return 0;
}

bool is_folder(const fs::path& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

void require_no_folder(const fs::path& path) {
  if (is_folder(path)) throw_system_error(path, "cannot write the file", EISDIR);
}

}  // namespace

OutputFolder::OutputFolder(fs::path folder) : folder_(std::move(folder)) {
  if (folder_.empty()) throw Error(ErrorKind::file, "the folder to write to has no name");
  for (const fs::path& path : missing_folders(folder_)) {
    if (::mkdir(path.c_str(), 0777) == 0) {
      made_folders_.push_back(path);
    } else if (errno != EEXIST) {
      const int number = errno;
      remove_made_folders();
      throw_system_error(folder_, "cannot make the folder", number);
    }
  }
  std::error_code ignored;
  int number = 0;
  if (!fs::is_directory(folder_, ignored)) {
    number = ENOTDIR;
  } else if (::faccessat(AT_FDCWD, folder_.c_str(), W_OK | X_OK, AT_EACCESS) != 0) {
    number = errno;
  }
  if (number == 0) return;
  remove_made_folders();
  throw_system_error(folder_, "cannot write to the folder", number);
}

OutputFolder::~OutputFolder() {
  for (const PendingFile& file : pending_) ::unlink(file.temporary.c_str());
  remove_made_folders();
}

void OutputFolder::remove_made_folders() noexcept {
  for (; !made_folders_.empty(); made_folders_.pop_back()) ::rmdir(made_folders_.back().c_str());
}

int OutputFolder::create_temporary(const std::string& name) {
  const fs::path target = folder_ / name;
  require_no_folder(target);
  // The process id keeps programs apart, and the number those of machines or containers that share the
  // folder.
  while (true) {
    const std::string number = std::to_string(next_number_++);
    const fs::path temporary = folder_ / (".kenn-" + std::to_string(::getpid()) + "-" + number + ".tmp");
    pending_.push_back({temporary, target});
    const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0) return descriptor;
    const int error = errno;
    pending_.pop_back();
    if (error != EEXIST && error != EINTR) throw_system_error(target, "cannot write the file", error);
  }
}

void OutputFolder::write(const std::string& name, std::span<const std::string_view> parts) {
  const int descriptor = create_temporary(name);
  int error = 0;
  for (const std::string_view part : parts) {
    if (error == 0) error = write_all(descriptor, part);
  }
  if (error == 0) error = sync(descriptor);
  if (::close(descriptor) != 0 && error == 0 && errno != EINTR) error = errno;
  if (error == 0) return;
  ::unlink(pending_.back().temporary.c_str());
  pending_.pop_back();
  throw_system_error(folder_ / name, "cannot write the file", error);
}

void OutputFolder::commit() {
  for (const PendingFile& file : pending_) require_no_folder(file.target);
  while (!pending_.empty()) {
    const PendingFile file = pending_.front();
    if (::rename(file.temporary.c_str(), file.target.c_str()) != 0) {
      throw_system_error(file.target, "cannot write the file", errno);
    }
    made_folders_.clear();
    pending_.erase(pending_.begin());
  }
  const int descriptor = ::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;  // a folder that may be written but not listed cannot be synced
  const int error = sync(descriptor);
  ::close(descriptor);
  if (error != 0) throw_system_error(folder_, "cannot write to the folder", error);
}

}  // namespace kenn
