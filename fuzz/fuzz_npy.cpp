// libFuzzer target: any bytes as an NPY file, of a matrix and of a relation.
#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

#include "check_reader.h"
#include "dataset/relation.h"
#include "io/npy.h"

namespace kenn {
namespace {

template <typename Read>
void check(std::string_view bytes, Read read) {
  base::InputFile file("input", bytes);
  try {
    read(file);
  } catch (const Error& error) {
    require(error.kind() == ErrorKind::data && !error.diagnostics().empty());
  }
}

void check_matrix(base::InputFile& file) {
  const io::Matrix matrix = io::read_npy_matrix(file);
  require(matrix.values.size() == (matrix.columns == 0 ? 0 : matrix.rows * matrix.columns));
  for (const float value : matrix.values) require(std::isfinite(value));
}

void check_relation(base::InputFile& file) {
  const std::vector<dataset::ArgumentObjects> arguments(2, dataset::ArgumentObjects{"Paper", 1000, {}});
  const dataset::RelationData data =
      dataset::read_npy_relation(file, "Cite", arguments, dataset::TruthColumn::allowed);
  for (const Row row : data.tuples) require(row < 1000);
  for (const float degree : data.truth) require(degree >= 0 && degree <= 1);
  require(data.truth.empty() || data.truth.size() == data.tuples.size() / 2);
}

}  // namespace
}  // namespace kenn

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  kenn::check(bytes, kenn::check_matrix);
  kenn::check(bytes, kenn::check_relation);
  return 0;
}
