// Which files a command reads and writes.
#include "command_files.h"

#include <sys/stat.h>
#include <unistd.h>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <iostream>

#include "base/utf8.h"
#include "dataset/read_dataset.h"

namespace kenn::cli {

CommandFiles::File CommandFiles::named(const std::string& option, const std::filesystem::path& path) {
  return {option, path, base::identity_of(path)};
}

void CommandFiles::reads(const std::string& option, const std::string& file) {
  if (!file.empty()) inputs_.push_back(named(option, file == "-" ? "/dev/stdin" : file));
}

void CommandFiles::reads_data(const Knowledge& knowledge, const std::string& source) {
  for (const std::filesystem::path& file : dataset::files_of_dataset(knowledge, source)) {
    inputs_.push_back(named("--data", file));
  }
}

void CommandFiles::writes(const std::string& option, const std::filesystem::path& file) {
  if (!file.empty()) outputs_.push_back(named(option, file));
}

void CommandFiles::check() const {
  const auto require_other = [](const File& output, const File& other, const char* use) {
    if (!output.identity || output.identity != other.identity) return;
    throw CLI::ValidationError(
        output.option,
        base::printable(output.path.string()) + " is a file that " + other.option + " " + use +
            (output.path == other.path ? std::string() : " (" + base::printable(other.path.string()) + ")"));
  };
  for (auto output = outputs_.begin(); output != outputs_.end(); ++output) {
    for (const File& input : inputs_) require_other(*output, input, "reads");
    for (auto other = outputs_.begin(); other != output; ++other) require_other(*output, *other, "writes");
  }
}

std::ostream& report_stream(const std::filesystem::path& output) {
  struct stat named {};
  struct stat standard {};
  const bool is_standard_output = ::stat(output.c_str(), &named) == 0 && !S_ISCHR(named.st_mode) &&
                                  ::fstat(STDOUT_FILENO, &standard) == 0 && named.st_dev == standard.st_dev &&
                                  named.st_ino == standard.st_ino;
  return is_standard_output ? std::cerr : std::cout;
}

}  // namespace kenn::cli
