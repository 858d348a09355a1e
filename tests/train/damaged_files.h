// What the tests of damaged model files and checkpoints share: a small training, and changes to its files.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/data_support.h"
#include "dataset/random_data.h"
#include "train/trained_model.h"

namespace kenn::test {

inline train::TrainingOptions small_training(bool ensemble = false) {
  train::TrainingOptions options;
  options.model.hidden = {4};
  options.model.enhance.layers = 2;
  options.model.enhance.boost = Boost::residual;
  options.model.enhance.threads = 1;
  options.train.phases.front().epochs = 3;
  options.train.phases.front().preparation = train::Preparation::cross_fit;
  options.trust.folds = 3;
  options.trust.ensemble = ensemble;
  options.trust.strength = 0;  // no rule gets a weight of 0
  options.seed = 11;
  return options;
}

struct SmallTraining {
  RandomData data{5, 60, 6, 2.0};
  std::shared_ptr<const dataset::Graph> graph =
      std::make_shared<const dataset::Graph>(data.knowledge, data.dataset);
};

// Replaces a part of a text of the file, which must have it.
inline void replace(io::ModelFile& file, const std::string& key, const std::string& before,
                    const std::string& after) {
  std::string& text = file.texts.at(key);
  const std::size_t place = text.find(before);
  ASSERT_NE(place, std::string::npos) << key << ": " << before << " in " << text;
  text.replace(place, before.size(), after);
}

inline io::StoredTensor& tensor_of(io::ModelFile& file, const std::string& name) {
  for (io::StoredTensor& tensor : file.tensors) {
    if (tensor.name == name) return tensor;
  }
  throw std::out_of_range(name);
}

inline void set_first(io::ModelFile& file, const std::string& name, float value) {
  std::memcpy(tensor_of(file, name).bytes.data(), &value, sizeof value);
}

// That an action is refused in one line that names the file.
template <typename Action>
void expect_refused(const Action& action, const std::string& what) {
  try {
    action();
    ADD_FAILURE() << "accepted: " << what;
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::data) << what;
    EXPECT_EQ(error.diagnostics().size(), 1U) << what;
    EXPECT_EQ(error.diagnostics().front().message.find('\n'), std::string::npos) << what;
  }
}

struct TextChange {
  const char* key;
  const char* before;
  const char* after;
};

}  // namespace kenn::test
