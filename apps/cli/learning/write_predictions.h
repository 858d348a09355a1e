// Predictions as files: probabilities and chosen classes for every row of the data.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/output_folder.h"
#include "infer/rule_truth.h"
#include "io/csv_field.h"
#include "json_output.h"

namespace kenn::cli {

struct WrittenTable {
  std::string name;
  std::string file;
  std::uint64_t rows = 0;
  std::vector<std::string> columns;
};

// CSV or, by the ending of `file`, NPY; a stream has CSV unless it ends in .npy. With several predicted
// tables each gets a file of its own, named after it. All files are written, or none. Throws `Error` (kind
// file), and does so at once where they cannot be written.
class PredictionFiles {
 public:
  PredictionFiles(const std::string& file, const Knowledge& knowledge, io::CsvReader reader);

  // The files, one per predicted table.
  [[nodiscard]] const std::vector<std::filesystem::path>& paths() const { return paths_; }

  std::vector<WrittenTable> write(const dataset::Graph& graph, const dataset::TableList& preactivations);

 private:
  std::vector<std::filesystem::path> paths_;
  io::CsvReader reader_;
  std::vector<std::unique_ptr<base::OutputFile>> files_;
};

// Throws CLI::ValidationError when a file is one of those that are read.
void check_files(const std::string& model, const std::string& data, const Knowledge& knowledge,
                 const PredictionFiles& files);

std::string to_text(const std::vector<WrittenTable>& tables);
Json to_json(const std::vector<WrittenTable>& tables);

}  // namespace kenn::cli
