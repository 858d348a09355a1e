// The report of one training, as a page for a browser.
#pragma once

#include "learning/train_report.h"

namespace kenn::cli {

// Writes the page that --report names. Throws `Error` (kind file).
void write_page(const TrainArguments& arguments, Training& training, const TrainReport& report);

}  // namespace kenn::cli
