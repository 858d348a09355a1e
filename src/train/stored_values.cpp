// Numbers and texts in model files and checkpoints.
#include "train/stored_values.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/spelling.h"
#include "base/utf8.h"
#include "io/json_text.h"
#include "trust/trust_json.h"

namespace kenn::train {

using Json = nlohmann::ordered_json;

void fail_stored(const std::string& message, const std::string& name) {
  throw Error(ErrorKind::data, message, name);
}

std::string tensor_called(const std::string& name) {
  return "the tensor " + base::in_quotes(base::printable(name));
}

io::StoredTensor stored_tensor(const std::string& before, const NamedValues& values) {
  io::StoredTensor tensor{before + values.name, io::TensorType::float32, values.shape, {}};
  tensor.bytes.resize(values.values.size() * sizeof(float));
  if (!values.values.empty()) std::memcpy(tensor.bytes.data(), values.values.data(), tensor.bytes.size());
  return tensor;
}

std::vector<NamedValues> stored_values(const io::ModelFile& file, const std::string& before,
                                       const std::string& name) {
  std::vector<NamedValues> all;
  for (const io::StoredTensor& tensor : file.tensors) {
    if (!tensor.name.starts_with(before)) continue;
    if (tensor.type != io::TensorType::float32)
      fail_stored(tensor_called(tensor.name) + " is not float32", name);
    NamedValues values{tensor.name.substr(before.size()), tensor.shape, {}};
    values.values.resize(tensor.bytes.size() / sizeof(float));
    if (!tensor.bytes.empty()) std::memcpy(values.values.data(), tensor.bytes.data(), tensor.bytes.size());
    if (!std::all_of(values.values.begin(), values.values.end(),
                     [](float each) { return std::isfinite(each); })) {
      fail_stored(tensor_called(tensor.name) + " has a number that is not finite", name);
    }
    all.push_back(std::move(values));
  }
  return all;
}

Json stored_json(const io::ModelFile& file, const std::string& key, const std::string& name) {
  const auto found = file.texts.find(key);
  if (found == file.texts.end()) fail_stored("this is no trained model: it has no '" + key + "'", name);
  return io::parse_json(found->second, key, name);
}

void require_known_texts(const io::ModelFile& file, std::initializer_list<std::string_view> known,
                         const std::string& name) {
  for (const auto& [key, ignored] : file.texts) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    fail_stored("the text " + base::in_quotes(base::printable(key)) + " is unknown to this version of kenn",
                name);
  }
}

std::optional<trust::Trust> stored_trust(const io::ModelFile& file, const std::string& name) {
  const auto found = file.texts.find("trust");
  if (found == file.texts.end()) return std::nullopt;
  return trust::trust_from(found->second, name);
}

}  // namespace kenn::train
