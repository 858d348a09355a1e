// A trained model on a data set, as explanations need it.
#pragma once

#include <cstddef>
#include <optional>

#include "dataset/dataset.h"
#include "explain/source.h"
#include "train/trained_model.h"

namespace kenn::api {

// Whether its predictions are sums of contributions: it is one network with rules, and no ensemble or search.
bool is_explainable(const TrainedModel& trained);

// Throws as `Model::explainer` does. Labels are those of the data set.
explain::Source explain_source(const TrainedModel& trained, DatasetParts dataset,
                               std::optional<std::size_t> member);

}  // namespace kenn::api
