// Numbers and texts in model files and checkpoints.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "io/model_file.h"
#include "train/rule_model.h"
#include "trust/trust.h"

namespace kenn {

// Throws `Error` (kind data) about the file.
[[noreturn]] void fail_stored(const std::string& message, const std::string& name);

// A list of numbers as a tensor whose name starts with `before`.
StoredTensor stored_tensor(const std::string& before, const NamedValues& values);

// The tensors whose names start with `before`, without that.
std::vector<NamedValues> stored_values(const ModelFile& file, const std::string& before,
                                       const std::string& name);

// A text of the file that is a JSON object.
nlohmann::ordered_json stored_json(const ModelFile& file, const std::string& key, const std::string& name);

// The trust in the rules, if the file has any.
std::optional<Trust> stored_trust(const ModelFile& file, const std::string& name);

}  // namespace kenn
