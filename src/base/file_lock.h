// Keeps two programs from writing the same files at once.
// The locks are those of flock(2): they go with the process, however it ends.
#pragma once

#include <filesystem>
#include <memory>

namespace kenn::base {

// Whether an open file is now ours alone, until it is closed. Not when somebody else has it, and not when
// another file has got its name since it was opened. Throws `Error` (kind file) where files cannot be locked.
[[nodiscard]] bool try_lock(int descriptor, const std::filesystem::path& path);

// An empty file that stands for others, which are replaced as they are written. It goes with the object. One
// that a killed program left behind is locked by nobody, and is used again.
class LockFile {
 public:
  // Nothing when somebody else has the lock. Throws `Error` (kind file) when the file cannot be made.
  static std::unique_ptr<LockFile> try_make(const std::filesystem::path& path);

  // For `try_make`.
  explicit LockFile(int descriptor) : descriptor_(descriptor) {}
  ~LockFile();
  LockFile(const LockFile&) = delete;
  LockFile& operator=(const LockFile&) = delete;

 private:
  std::filesystem::path path_;  // empty until the lock is ours
  int descriptor_;
};

}  // namespace kenn::base
