// Which files a command reads and writes: it may write none that it reads, and no two outputs into one.
#pragma once

#include <kenn/knowledge.h>

#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "base/file_identity.h"

namespace kenn::cli {

class CommandFiles {
 public:
  // `option` is what a person typed: "--knowledge". An empty file is none; "-" is standard input.
  void reads(const std::string& option, const std::string& file);

  // The files of a data set, as --data has it.
  void reads_data(const Knowledge& knowledge, const std::string& source);

  void writes(const std::string& option, const std::filesystem::path& file);

  // Throws CLI::ValidationError that names both options, however the paths are spelt.
  void check() const;

 private:
  struct File {
    std::string option;
    std::filesystem::path path;
    std::optional<base::FileIdentity> identity;
  };

  static File named(const std::string& option, const std::filesystem::path& path);

  std::vector<File> inputs_;
  std::vector<File> outputs_;
};

// Where a command prints what it did: on standard error when one of its files is standard output.
std::ostream& report_stream(const std::filesystem::path& output);

}  // namespace kenn::cli
