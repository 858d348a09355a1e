// Writes several files into a folder, all of them or none.
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kenn::base {

// Files are written without a name, so that nothing incomplete is left even when the program is killed (where
// the system cannot do that: under a temporary name), and get their names at `commit`. Whatever was there
// before stays as it was until then. Two programs may write to one folder at once; the last commit wins, file
// by file.
class OutputFolder {
 public:
  // Makes the folder, and the folders it is in, where they are missing. Throws `Error` (kind file) when it
  // cannot be made or written to.
  explicit OutputFolder(std::filesystem::path folder);

  OutputFolder(const OutputFolder&) = delete;
  OutputFolder& operator=(const OutputFolder&) = delete;

  // Removes what was not committed, and the folders that the constructor made if nothing is in them.
  ~OutputFolder();

  // Writes the parts one after the other to the file `name` (no path), and waits until they are on the disk.
  // Throws `Error` (kind file).
  void write(const std::string& name, std::span<const std::string_view> parts);

  // The same with parts that are made one at a time; an empty one is the end.
  void write(const std::string& name, const std::function<std::string_view()>& next_part);

  // Gives all files their names. Throws `Error` (kind file) and changes nothing when one of the names is that
  // of a folder; when a later step fails, some files may have been replaced, each by a complete one.
  void commit();

  [[nodiscard]] const std::filesystem::path& path() const { return folder_; }

 private:
  struct PendingFile {
    std::filesystem::path temporary;  // empty: it has no name yet
    std::filesystem::path target;
    int descriptor = -1;  // of a file without a name, which would be gone without it
  };

  void make_folders();
  [[nodiscard]] std::filesystem::path next_temporary_name();
  [[nodiscard]] int open_unnamed();
  int create_pending(const std::string& name);  // a new, empty file; returns its descriptor
  void give_temporary_name(PendingFile& file);
  void drop_pending(const PendingFile& file) noexcept;
  void remove_made_folders() noexcept;

  std::filesystem::path folder_;
  std::vector<std::filesystem::path> made_folders_;  // outermost first
  std::vector<PendingFile> pending_;
  int next_number_ = 0;  // for temporary names
};

}  // namespace kenn::base
