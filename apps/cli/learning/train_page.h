// The report of one training, as a page for a browser.
#pragma once

#include <kenn/knowledge.h>

#include "learning/train_report.h"
#include "train/model.h"
#include "train/trainer.h"

namespace kenn::cli {

// Writes the page that --report names. Throws `Error` (kind file).
void write_page(const TrainArguments& given, const Knowledge& knowledge, const TrainData& data,
                const TrainReport& report, const std::vector<Epoch>& epochs, const ModelOptions& model,
                const TrainOptions& train);

}  // namespace kenn::cli
