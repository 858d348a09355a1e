// Writes several files into a folder, all of them or none.
#include "base/output_folder.h"

#include <fcntl.h>
#include <kenn/error.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace kenn::base {

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

// What a folder lists gets to the disk, too.
void sync_folder(const fs::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;  // one that may be written but not listed cannot be synced
  const int error = sync(descriptor);
  ::close(descriptor);
  if (error != 0) throw_system_error(folder, "cannot write to the folder", error);
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
  make_folders();
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

// Also later: another program that made the folder, and failed, may have removed it since it was empty.
void OutputFolder::make_folders() {
  for (const fs::path& path : missing_folders(folder_)) {
    if (::mkdir(path.c_str(), 0777) == 0) {
      made_folders_.push_back(path);
    } else if (errno != EEXIST) {
      const int number = errno;
      remove_made_folders();
      throw_system_error(folder_, "cannot make the folder", number);
    }
  }
}

OutputFolder::~OutputFolder() {
  for (const PendingFile& file : pending_) drop_pending(file);
  remove_made_folders();
}

void OutputFolder::drop_pending(const PendingFile& file) noexcept {
  if (file.descriptor >= 0) ::close(file.descriptor);
  if (!file.temporary.empty()) ::unlink(file.temporary.c_str());
}

void OutputFolder::remove_made_folders() noexcept {
  for (; !made_folders_.empty(); made_folders_.pop_back()) ::rmdir(made_folders_.back().c_str());
}

// The process id keeps programs apart, and the number those of machines or containers that share the folder.
fs::path OutputFolder::next_temporary_name() {
  return folder_ / (".kenn-" + std::to_string(::getpid()) + "-" + std::to_string(next_number_++) + ".tmp");
}

// A descriptor, or -1 when files need names here: the file system has no others, or there is no /proc,
// through which they get their names.
int OutputFolder::open_unnamed() {
  if (::access("/proc/self/fd", X_OK) != 0) return -1;
  const auto open_one = [&] { return ::open(folder_.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666); };
  const int descriptor = open_one();
  if (descriptor >= 0 || errno != EMFILE) return descriptor;
  for (PendingFile& file : pending_) {  // which then need no descriptor
    if (file.descriptor >= 0) give_temporary_name(file);
  }
  return open_one();
}

int OutputFolder::create_pending(const std::string& name) {
  const fs::path target = folder_ / name;
  require_no_folder(target);
  make_folders();
  const int unnamed = open_unnamed();
  if (unnamed >= 0) {
    pending_.push_back({{}, target, unnamed});
    return unnamed;
  }
  while (true) {
    pending_.push_back({next_temporary_name(), target, -1});
    const int descriptor =
        ::open(pending_.back().temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0) return descriptor;
    const int error = errno;
    pending_.pop_back();
    if (error != EEXIST && error != EINTR) throw_system_error(target, "cannot write the file", error);
  }
}

void OutputFolder::write(const std::string& name, std::span<const std::string_view> parts) {
  std::size_t next = 0;
  write(name, [&]() -> std::string_view {
    while (next < parts.size() && parts[next].empty()) ++next;
    return next < parts.size() ? parts[next++] : std::string_view();
  });
}

void OutputFolder::write(const std::string& name, const std::function<std::string_view()>& next_part) {
  const int descriptor = create_pending(name);
  int error = 0;
  for (std::string_view part = next_part(); error == 0 && !part.empty(); part = next_part()) {
    error = write_all(descriptor, part);
  }
  if (error == 0) error = sync(descriptor);
  const bool is_named = pending_.back().descriptor < 0;
  if (is_named && ::close(descriptor) != 0 && error == 0 && errno != EINTR) error = errno;
  if (error == 0) return;
  drop_pending(pending_.back());
  pending_.pop_back();
  throw_system_error(folder_ / name, "cannot write the file", error);
}

// A file without a name cannot replace another one, but one with a name can.
void OutputFolder::give_temporary_name(PendingFile& file) {
  make_folders();
  const std::string link = "/proc/self/fd/" + std::to_string(file.descriptor);
  while (file.temporary.empty()) {
    const fs::path name = next_temporary_name();
    if (::linkat(AT_FDCWD, link.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0) {
      file.temporary = name;
    } else if (errno != EEXIST) {
      throw_system_error(file.target, "cannot write the file", errno);
    }
  }
  const int descriptor = std::exchange(file.descriptor, -1);
  if (::close(descriptor) != 0 && errno != EINTR) {
    throw_system_error(file.target, "cannot write the file", errno);
  }
}

void OutputFolder::commit() {
  for (const PendingFile& file : pending_) require_no_folder(file.target);
  for (PendingFile& file : pending_) {
    if (file.descriptor >= 0) give_temporary_name(file);
  }
  std::vector<fs::path> committed;  // folders that are there to stay
  while (!pending_.empty()) {
    const PendingFile file = pending_.front();
    if (::rename(file.temporary.c_str(), file.target.c_str()) != 0) {
      throw_system_error(file.target, "cannot write the file", errno);
    }
    pending_.erase(pending_.begin());
    committed.insert(committed.end(), made_folders_.begin(), made_folders_.end());
    made_folders_.clear();
  }
  sync_folder(folder_);
  for (const fs::path& path : committed) sync_folder(path.has_parent_path() ? path.parent_path() : ".");
}

}  // namespace kenn::base
