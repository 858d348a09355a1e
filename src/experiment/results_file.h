// The files that an experiment writes its results to, line by line, so that it can go on after any end.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace kenn::experiment {

// Lines that are added as they come. Whatever happens to the program, lines that were added stay whole; at
// most the last one can be cut off, and is then dropped when the file is opened again.
class ResultsFile {
 public:
  // Opens the file, or makes it. Throws `Error` (kind file), also when another program is writing to it.
  explicit ResultsFile(std::filesystem::path path);
  ~ResultsFile();
  ResultsFile(const ResultsFile&) = delete;
  ResultsFile& operator=(const ResultsFile&) = delete;

  // All of these lines, or none of them: then it throws `Error` (kind file).
  void add(const std::vector<std::string>& lines);

 private:
  void lock();
  void drop_cut_line();

  std::filesystem::path path_;
  int descriptor_ = -1;
};

}  // namespace kenn::experiment
