// The report of one training, as a page for a browser.
#pragma once

#include <filesystem>

#include "learning/train_report.h"

namespace kenn::cli {

// Where the explorer is that belongs to a page: "page-explorer.html" beside it; nowhere for a stream.
std::filesystem::path explorer_beside(const std::string& page);

// Writes the page that --report names, and the explorer beside it where predictions can be explained. Throws
// `Error` (kind file).
void write_page(const TrainArguments& arguments, Training& training, const Model& model, const Dataset& data,
                const TrainReport& report);

}  // namespace kenn::cli
