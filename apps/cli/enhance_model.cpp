// The rules of `kenn enhance`, `kenn fit` and `kenn explain`, and how they are used.
#include "enhance_model.h"

#include <algorithm>

#include "base/thread_pool.h"
#include "common.h"
#include "engine/boost.h"
#include "io/weights_file.h"
#include "train/option_table.h"

namespace kenn::cli {

namespace {

std::vector<float> weights_in_file(const Knowledge& knowledge, const EnhanceArguments& arguments) {
  std::vector<std::string> names;
  std::vector<Weight> weights;
  for (const Clause& clause : knowledge.clauses()) {
    names.push_back(clause.name);
    weights.push_back(clause.weight);
  }
  return io::read_weights(arguments.weights, names, weights, arguments.options.layers.value());
}

}  // namespace

EnhanceArguments completed(EnhanceArguments arguments) {
  Options& options = arguments.options;
  if (arguments.fit.empty())
    train::fill(options, {.layers = 1, .boost = std::string(name_of(Boost::softmax))});
  train::fill(options, train::usual_options());
  return arguments;
}

infer::EnhancerModel read_rules(const EnhanceArguments& arguments) {
  if (!arguments.model.empty())
    return infer::load_enhancer(io::read_model_file(arguments.model), arguments.model);
  infer::EnhancerModel model{read_knowledge(arguments.knowledge, arguments.syntax),
                             arguments.options.layers.value(),
                             boost_from(arguments.options.boost.value()).value(),
                             base::from_word<Order>(arguments.options.order.value()).value(),
                             arguments.options.center == base::word_for(engine::Center::groups),
                             {}};
  if (!arguments.options.center) model.center = model.knowledge.syntax() != Syntax::kenn2;
  if (!arguments.weights.empty()) model.weights = weights_in_file(model.knowledge, arguments);
  return model;
}

EnhanceOptions options_of(const infer::EnhancerModel& model, const EnhanceArguments& arguments) {
  EnhanceOptions options;
  options.layers = model.layers;
  options.boost = model.boost;
  options.order = model.order;
  options.center = model.center;
  options.threads = base::thread_count(arguments.options.threads.value_or(0));
  return options;
}

}  // namespace kenn::cli
