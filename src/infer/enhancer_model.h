// The part of a model that every model with rules has: the knowledge, and the weights of its clauses.
#pragma once

#include <kenn/enhance.h>

#include <cstdint>
#include <string>
#include <vector>

#include "io/model_file.h"

namespace kenn::infer {

struct EnhancerModel {
  Knowledge knowledge;
  std::uint32_t layers = 1;
  Boost boost = Boost::softmax;
  Order order = Order::parallel;
  bool center = false;
  std::vector<float> weights;  // one per clause and layer, layer by layer
};

// Adds the texts `knowledge`, `knowledge_name`, `syntax`, `enhancer` (its options) and `clauses` (their
// names) and the tensor `enhancer.weights`, [layers, clauses].
void store_enhancer(const EnhancerModel& model, io::ModelFile& file);

// Whether a clause may have this weight: from 0 to 500.
bool is_possible_weight(float weight);

// Throws `Error` (kind data) when something is missing, or the clauses are not those of the knowledge. `name`
// is the file that messages speak of.
EnhancerModel load_enhancer(const io::ModelFile& file, const std::string& name);

}  // namespace kenn::infer
