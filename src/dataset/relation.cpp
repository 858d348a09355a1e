// The listed tuples of a relation, from a CSV or an NPY file.
#include "dataset/relation.h"

#include <algorithm>
#include <cctype>

namespace kenn::dataset {

RelationData read_relation(const std::filesystem::path& path, std::string_view relation_name,
                           std::span<const ArgumentObjects> arguments, TruthColumn truth,
                           const RelationOptions& options) {
  std::string ending = path.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  if (ending != ".csv" && ending != ".npy") {
    throw Error(ErrorKind::file, "a relation is read from a file whose name ends in .csv or .npy",
                path.string());
  }
  base::InputFile file(path);
  return ending == ".csv" ? read_csv_relation(file, relation_name, arguments, truth, options)
                          : read_npy_relation(file, relation_name, arguments, truth);
}

}  // namespace kenn::dataset
