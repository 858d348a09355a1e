// What the tests of generated data share: fingerprints of files, and plans over them.
#pragma once

#include <kenn/kenn.h>

#include <cstdint>
#include <filesystem>
#include <string>

#include "base/data_support.h"
#include "dataset/folder.h"

namespace kenn::test {

// FNV-1a: the same for the same bytes, on every machine.
inline std::uint64_t fingerprint(const std::string& bytes) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
  return hash;
}

inline std::uint64_t fingerprint_of_files(const std::filesystem::path& folder) {
  std::string all;
  for (const std::string& name : names_in(folder)) all += name + "\n" + content_of(folder / name);
  return fingerprint(all);
}

// The plan of the generated knowledge over the generated files, which must give no warnings.
inline Plan plan_over(const std::filesystem::path& folder, const std::string& knowledge_file) {
  const Knowledge knowledge = Knowledge::from_file((folder / knowledge_file).string());
  EXPECT_EQ(to_texts(knowledge.warnings()), Texts{});
  const dataset::FolderTables data = dataset::read_folder_tables(knowledge, folder);
  EXPECT_EQ(to_texts(data.warnings), Texts{});
  return Plan(knowledge, data.tables);
}

inline Texts lines_of(const std::filesystem::path& file) {
  Texts lines;
  std::istringstream in(content_of(file));
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

}  // namespace kenn::test
