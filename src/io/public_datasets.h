// The public data sets that kenn can download.
#pragma once

#include <array>
#include <string_view>

namespace kenn::io {

// An archive (tar, compressed with gzip) with files in the layout of LINQS.
struct PublicDataset {
  std::string_view name;
  std::string_view address;
  std::string_view sha256;  // of the archive: 64 hexadecimal digits in lower case
  std::array<std::string_view, 2> files;
};

inline constexpr std::array public_datasets = {
    PublicDataset{"citeseer",
                  "https://linqs-data.soe.ucsc.edu/public/lbc/citeseer.tgz",
                  "b02ee7b5d83130f8fd45b59017a76fdae3e998629a1904c2c5e07343a9664685",
                  {"citeseer.content", "citeseer.cites"}},
};

// Nothing when there is none of this name.
constexpr const PublicDataset* find_public_dataset(std::string_view name) {
  for (const PublicDataset& each : public_datasets) {
    if (each.name == name) return &each;
  }
  return nullptr;
}

}  // namespace kenn::io
