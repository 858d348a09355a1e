// Writes several files into a folder, all of them or none.
#include "base/output_folder.h"

#include <fcntl.h>
#include <kenn/error.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <set>
#include <system_error>
#include <utility>

#include "base/output_stream.h"

namespace kenn::base {

namespace {

namespace fs = std::filesystem;

// Temporary names: ".kenn-4711-0.model.part", and ".kenn-4711-0.model.tmp" of a file that is locked until it
// has its own name. One of the latter that nobody has locked was left by a program that was killed.
constexpr std::string_view temporary_start = ".kenn-";
constexpr std::size_t longest_name = 255;

std::string temporary_end(const fs::path& target) {
  return "." + target.filename().string() + ".part";
}

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

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : ".";
}

// What killed programs left in a folder.
void remove_unlocked(const fs::path& folder) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(temporary_start) || !name.ends_with(".tmp") || !entry.is_regular_file(ignored))
      continue;
    const int descriptor = ::open(entry.path().c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) continue;
    if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) fs::remove(entry.path(), ignored);
    ::close(descriptor);
  }
}

void write_stream(const fs::path& path, const std::function<std::string_view()>& next_part) {
  OutputStream stream(path);
  for (std::string_view part = next_part(); !part.empty(); part = next_part()) stream.write(part);
}

}  // namespace

OutputFolder::OutputFolder(fs::path folder, Streams streams) : folder_(std::move(folder)), streams_(streams) {
  if (folder_.empty()) throw Error(ErrorKind::file, "the folder to write to has no name");
  if (streams_ == Streams::needed) return;
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
fs::path OutputFolder::next_temporary_name(const fs::path& target) {
  const std::string number = std::to_string(::getpid()) + "-" + std::to_string(next_number_++);
  const std::string start = std::string(temporary_start) + number;
  std::string name = start + temporary_end(target);
  if (name.size() > longest_name) name = start + ".part";
  return folder_of(target) / name;
}

// A descriptor, or -1 when files need names here: the file system has no others, or there is no /proc,
// through which they get their names.
int OutputFolder::open_unnamed(const fs::path& folder) {
  if (::access("/proc/self/fd", X_OK) != 0) return -1;
  const auto open_one = [&] { return ::open(folder.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666); };
  const int descriptor = open_one();
  if (descriptor >= 0 || errno != EMFILE) return descriptor;
  for (PendingFile& file : pending_) {  // which then need no descriptor
    if (file.descriptor < 0) continue;
    give_temporary_name(file);
    const fs::path locked =
        std::exchange(file.temporary, fs::path(file.temporary).replace_extension(".part"));
    if (::rename(locked.c_str(), file.temporary.c_str()) != 0) {
      throw_system_error(file.target, "cannot write the file", errno);
    }
    ::close(std::exchange(file.descriptor, -1));
  }
  return open_one();
}

int OutputFolder::create_pending(const fs::path& target) {
  make_folders();
  const int unnamed = open_unnamed(folder_of(target));
  if (unnamed >= 0) {
    pending_.push_back({{}, target, unnamed});
    return unnamed;
  }
  while (true) {
    pending_.push_back({next_temporary_name(target), target, -1});
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
  const OutputTarget target = output_target(folder_ / name, streams_);
  if (target.is_stream) return write_stream(folder_ / name, next_part);
  require_own_file(name, target.path);
  const int descriptor = create_pending(target.path);
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

// Links may lead two names to one file, of which the first would be lost.
void OutputFolder::require_own_file(const std::string& name, const fs::path& target) {
  const std::optional<FileIdentity> identity = identity_of(target);
  for (const auto& [other, known] : written_) {
    if (other == name || known != identity) continue;
    throw Error(ErrorKind::file, "cannot write the file: it is the same as " + (folder_ / other).string(),
                (folder_ / name).string());
  }
  written_.emplace_back(name, identity);
}

// A file without a name cannot replace another one, but one with a name can.
void OutputFolder::give_temporary_name(PendingFile& file) {
  make_folders();
  ::flock(file.descriptor, LOCK_EX | LOCK_NB);
  const std::string link = "/proc/self/fd/" + std::to_string(file.descriptor);
  while (file.temporary.empty()) {
    const fs::path name = next_temporary_name(file.target).replace_extension(".tmp");
    if (::linkat(AT_FDCWD, link.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0) {
      file.temporary = name;
    } else if (errno != EEXIST) {
      throw_system_error(file.target, "cannot write the file", errno);
    }
  }
}

void OutputFolder::commit() {
  for (const PendingFile& file : pending_) static_cast<void>(output_target(file.target));
  for (PendingFile& file : pending_) {
    if (file.descriptor >= 0) give_temporary_name(file);
  }
  std::vector<fs::path> committed;  // folders that are there to stay
  std::set<fs::path> changed = {folder_};
  while (!pending_.empty()) {
    const PendingFile file = pending_.front();
    if (::rename(file.temporary.c_str(), file.target.c_str()) != 0) {
      throw_system_error(file.target, "cannot write the file", errno);
    }
    changed.insert(folder_of(file.target));
    if (file.descriptor >= 0) ::close(file.descriptor);
    pending_.erase(pending_.begin());
    committed.insert(committed.end(), made_folders_.begin(), made_folders_.end());
    made_folders_.clear();
  }
  written_.clear();
  for (const fs::path& path : changed) {
    remove_unlocked(path);
    sync_folder(path);
  }
  for (const fs::path& path : committed) sync_folder(folder_of(path));
}

void remove_left_over(const fs::path& file) {
  const std::string end = temporary_end(file);
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder_of(file), ignored)) {
    const std::string name = fs::path(entry.path().filename()).replace_extension(".part").string();
    if (!name.starts_with(temporary_start) || !name.ends_with(end)) continue;
    const std::string number =
        name.substr(temporary_start.size(), name.size() - temporary_start.size() - end.size());
    if (number.find_first_not_of("0123456789-") == std::string::npos) fs::remove(entry.path(), ignored);
  }
}

OutputFile::OutputFile(const fs::path& path, const OutputTarget& target)
    : folder_(folder_of(target.is_stream ? path : target.path),
              target.is_stream ? Streams::needed : Streams::refused),
      name_((target.is_stream ? path : target.path).filename().string()) {}

}  // namespace kenn::base
