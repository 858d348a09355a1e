// Numbers and texts in model files and checkpoints.
#include "train/stored_values.h"

#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>

#include "trust/trust_json.h"

namespace kenn::train {

using Json = nlohmann::ordered_json;

void fail_stored(const std::string& message, const std::string& name) {
  throw Error(ErrorKind::data, message, name);
}

io::StoredTensor stored_tensor(const std::string& before, const NamedValues& values) {
  io::StoredTensor tensor{before + values.name, io::TensorType::float32, values.shape, {}};
  tensor.bytes.resize(values.values.size() * sizeof(float));
  if (!values.values.empty()) std::memcpy(tensor.bytes.data(), values.values.data(), tensor.bytes.size());
  return tensor;
}

// The tensors whose names start with `before`, without that.
std::vector<NamedValues> stored_values(const io::ModelFile& file, const std::string& before,
                                       const std::string& name) {
  std::vector<NamedValues> all;
  for (const io::StoredTensor& tensor : file.tensors) {
    if (!tensor.name.starts_with(before)) continue;
    if (tensor.type != io::TensorType::float32)
      fail_stored("the tensor '" + tensor.name + "' is not float32", name);
    NamedValues values{tensor.name.substr(before.size()), tensor.shape, {}};
    values.values.resize(tensor.bytes.size() / sizeof(float));
    if (!tensor.bytes.empty()) std::memcpy(values.values.data(), tensor.bytes.data(), tensor.bytes.size());
    all.push_back(std::move(values));
  }
  return all;
}

Json stored_json(const io::ModelFile& file, const std::string& key, const std::string& name) {
  const auto found = file.texts.find(key);
  Json json = found == file.texts.end() ? Json() : Json::parse(found->second, nullptr, false);
  if (!json.is_object()) fail_stored("this is no trained model: it has no '" + key + "'", name);
  return json;
}

std::optional<trust::Trust> stored_trust(const io::ModelFile& file, const std::string& name) {
  const auto found = file.texts.find("trust");
  if (found == file.texts.end()) return std::nullopt;
  try {
    return trust::trust_from(found->second);
  } catch (const Error& error) {
    fail_stored(error.diagnostics().front().message, name);
  }
}

}  // namespace kenn::train
