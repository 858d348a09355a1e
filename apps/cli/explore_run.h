// `kenn report --explore`, and the explorer beside the page of a training.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "explain/excerpt.h"
#include "explain_inputs.h"

namespace kenn::cli {

struct ExploreArguments {
  ExplainInputs inputs;
  std::vector<std::string> objects;  // that the page holds in any case
  std::size_t rows = explain::ExcerptLimits().rows;
  std::string out = "explorer.html";
  bool json = false;
};

// Throws `Error`.
void run_explore(const ExploreArguments& arguments, const EnhanceFiles& files);

// Writes the page to a file or a stream. `title` and `data` are what the page says about its numbers.
struct ExplorerSize {
  std::size_t rows = 0;        // that can be predicted from the page alone
  std::uint64_t all_rows = 0;  // of the data
  std::size_t bytes = 0;
};
ExplorerSize write_explorer(explain::Source source, const std::string& title, const std::string& data,
                            const std::vector<std::string>& objects, std::size_t rows,
                            const std::string& out);

}  // namespace kenn::cli
