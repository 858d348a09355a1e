// Predictions as files: probabilities and chosen classes for every row of the data.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/output_folder.h"
#include "infer/rule_truth.h"
#include "json_output.h"

namespace kenn::cli {

struct WrittenTable {
  std::string name;
  std::string file;
  std::uint64_t rows = 0;
  std::vector<std::string> columns;
};

// CSV or, by the ending of `file`, NPY. With several predicted tables each gets a file of its own, named
// after it. All files are written, or none. Throws `Error` (kind file), and does so at once where the folder
// cannot be written to.
class PredictionFiles {
 public:
  explicit PredictionFiles(const std::string& file);

  std::vector<WrittenTable> write(const dataset::Graph& graph, const dataset::TableList& preactivations);

 private:
  std::filesystem::path file_;
  base::OutputFolder folder_;
};

std::string to_text(const std::vector<WrittenTable>& tables);
Json to_json(const std::vector<WrittenTable>& tables);

}  // namespace kenn::cli
