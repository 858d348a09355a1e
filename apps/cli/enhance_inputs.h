// Reads what `kenn enhance` works on: logits, ids and relations, each NAME=FILE.
#pragma once

#include <kenn/kenn.h>

#include <string>
#include <vector>

namespace kenn::cli {

// NAME=FILE as it is written on the command line.
struct NamedFile {
  std::string name;
  std::string file;
};

// Splits at the first '='; throws CLI::ValidationError when there is no name or no file.
NamedFile named_file(const std::string& option, const std::string& text);

struct EnhanceFiles {
  std::vector<NamedFile> logits;
  std::vector<NamedFile> relations;
  std::vector<NamedFile> ids;
  std::vector<NamedFile> labels;
  std::uint32_t threads = 0;  // that read a relation; 0: one per core
};

// The preactivations of one predicted table; without a file when no rule speaks of it and none was given.
struct TableLogits {
  std::string table;
  std::string file;
  std::vector<float> values;
};

struct EnhanceInputs {
  Tables tables;
  std::vector<TableLogits> logits;  // in the order of the predicted tables
  std::vector<Diagnostic> warnings;
};

// Throws `Error` when a file is wrong, something is given twice, unknown, or missing, or sizes do not fit.
EnhanceInputs read_enhance_inputs(const Knowledge& knowledge, const EnhanceFiles& files);

}  // namespace kenn::cli
