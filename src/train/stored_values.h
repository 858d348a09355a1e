// Numbers and texts in model files and checkpoints.
#pragma once

#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/model_file.h"
#include "train/rule_model.h"
#include "trust/trust.h"

namespace kenn::train {

// Throws `Error` (kind data) about the file.
[[noreturn]] void fail_stored(const std::string& message, const std::string& name);

// How messages call a tensor.
std::string tensor_called(const std::string& name);

// A list of numbers as a tensor whose name starts with `before`.
io::StoredTensor stored_tensor(const std::string& before, const NamedValues& values);

// The tensors whose names start with `before`, without that: finite numbers.
std::vector<NamedValues> stored_values(const io::ModelFile& file, const std::string& before,
                                       const std::string& name);

// A text of the file that is JSON.
nlohmann::ordered_json stored_json(const io::ModelFile& file, const std::string& key,
                                   const std::string& name);

// That the file has no other texts.
void require_known_texts(const io::ModelFile& file, std::initializer_list<std::string_view> known,
                         const std::string& name);

// The trust in the rules, if the file has any.
std::optional<trust::Trust> stored_trust(const io::ModelFile& file, const std::string& name);

}  // namespace kenn::train
