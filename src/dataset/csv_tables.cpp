// Tables as CSV files in a folder.
#include "dataset/csv_tables.h"

#include <utility>

#include "io/csv_rows.h"
#include "io/matrix_market.h"
#include "io/npy.h"

namespace kenn::dataset {

namespace {

bool is_there(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

table::Features dense_features(const std::filesystem::path& path, const std::string& type,
                               std::size_t count) {
  base::InputFile file(path);
  io::Matrix matrix = io::read_npy_matrix(file);
  if (matrix.rows != count)
    throw Error(ErrorKind::data, io::row_count_complaint(matrix.rows, type, count), file.name());
  return {matrix.rows, matrix.columns, table::DenseRows{std::move(matrix.values)}};
}

}  // namespace

CsvTables::CsvTables(std::filesystem::path folder) : folder_(std::move(folder)) {}

std::unique_ptr<io::TableRows> CsvTables::open(const std::string& table) {
  const std::filesystem::path path = folder_ / (table + ".csv");
  if (!is_there(path)) return nullptr;
  return io::open_csv_table(path);
}

std::string CsvTables::missing(const std::string& /*table*/, const std::string& content) {
  return "there is no such file for " + content;
}

io::TableName CsvTables::name_of(const std::string& table) const {
  return {(folder_ / (table + ".csv")).string(), ""};
}

std::optional<io::SeparateFeatures> CsvTables::separate_features(const Tables& tables, TypeIndex type) {
  const std::string& name = tables.vocabulary().types[type].name;
  const std::size_t count = tables.object_count(type);
  const std::filesystem::path dense = folder_ / (name + ".features.npy");
  const std::filesystem::path sparse = folder_ / (name + ".features.mtx");
  const bool has_dense = is_there(dense);
  const bool has_sparse = is_there(sparse);
  if (has_dense && has_sparse) {
    throw Error(ErrorKind::data,
                "there is also " + dense.filename().string() + "; the features must be in one of the two",
                sparse.string());
  }
  if (has_dense) return io::SeparateFeatures{dense_features(dense, name, count), dense.filename().string()};
  if (!has_sparse) return std::nullopt;
  base::InputFile file(sparse);
  return io::SeparateFeatures{io::read_matrix_market(file, name, count), sparse.filename().string()};
}

}  // namespace kenn::dataset
