// Writes several files into a folder, all of them or none.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/file_identity.h"
#include "base/output_target.h"

namespace kenn::base {

// Files are written without a name, so that nothing incomplete is left even when the program is killed (where
// the system cannot do that: under a temporary name), and get their names at `commit`. Whatever was there
// before stays as it was until then. Two programs may write to one folder at once; the last commit wins, file
// by file. A symbolic link stays, and the file it leads to is replaced, in its own folder. A FIFO or a
// character device is written to at once, where such streams are accepted; where one is needed, nothing is
// asked of the folder.
class OutputFolder {
 public:
  // Makes the folder, and the folders it is in, where they are missing. Throws `Error` (kind file) when it
  // cannot be made or written to.
  explicit OutputFolder(std::filesystem::path folder, Streams streams = Streams::refused);

  OutputFolder(const OutputFolder&) = delete;
  OutputFolder& operator=(const OutputFolder&) = delete;

  // Removes what was not committed, and the folders that the constructor made if nothing is in them.
  ~OutputFolder();

  // Writes the parts one after the other to the file `name` (no path), and waits until they are on the disk.
  // Throws `Error` (kind file), also for a path that must not be replaced: a folder, a device, a socket, or
  // the file of another name.
  void write(const std::string& name, std::span<const std::string_view> parts);

  // The same with parts that are made one at a time; an empty one is the end.
  void write(const std::string& name, const std::function<std::string_view()>& next_part);

  // Gives all files their names. Throws `Error` (kind file) and changes nothing when one of the names is that
  // of something else than a file; when a later step fails, some files may have been replaced, each by a
  // complete one.
  void commit();

  [[nodiscard]] const std::filesystem::path& path() const { return folder_; }

 private:
  struct PendingFile {
    std::filesystem::path temporary;  // empty: it has no name yet
    std::filesystem::path target;
    int descriptor = -1;  // of a file without a name, which would be gone without it
  };

  void make_folders();
  [[nodiscard]] std::filesystem::path next_temporary_name(const std::filesystem::path& target);
  [[nodiscard]] int open_unnamed(const std::filesystem::path& folder);
  void require_own_file(const std::string& name, const std::filesystem::path& target);
  int create_pending(const std::filesystem::path& target);  // a new, empty file; returns its descriptor
  void give_temporary_name(PendingFile& file);
  void drop_pending(const PendingFile& file) noexcept;
  void remove_made_folders() noexcept;

  std::filesystem::path folder_;
  Streams streams_;
  std::vector<std::filesystem::path> made_folders_;  // outermost first
  std::vector<PendingFile> pending_;
  std::vector<std::pair<std::string, std::optional<FileIdentity>>> written_;
  int next_number_ = 0;  // for temporary names
};

// Removes what a program that was killed while it replaced this file may have left: the new file, complete
// but under a temporary name. Only for who keeps others from writing it (base/file_lock.h).
void remove_left_over(const std::filesystem::path& file);

// One file to write, or a stream where those are accepted. After a symbolic link the folder is that of the
// file which it leads to.
class OutputFile {
 public:
  // Throws `Error` (kind file) when it cannot be written, as far as that can be known.
  explicit OutputFile(const std::filesystem::path& path, Streams streams = Streams::refused)
      : OutputFile(path, output_target(path, streams)) {}

  [[nodiscard]] OutputFolder& folder() { return folder_; }
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  OutputFile(const std::filesystem::path& path, const OutputTarget& target);

  OutputFolder folder_;
  std::string name_;
};

}  // namespace kenn::base
