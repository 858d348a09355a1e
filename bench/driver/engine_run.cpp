// One enhancer layer of this library on a case: built once, then run as often as wanted.
#include "driver/engine_run.h"

#include <kenn/knowledge.h>

#include <array>
#include <stdexcept>
#include <string>

#include "driver/stopwatch.h"

namespace kenn::bench {
namespace {

// T0(x) & Cite(x, y) -> T0(y), and the same for the other topics.
Knowledge citation_knowledge(std::uint64_t rules) {
  std::string declarations;
  std::string topics;
  for (std::uint64_t i = 0; i < rules; ++i) {
    const std::string topic = "T" + std::to_string(i);
    declarations += "predict " + topic + "(Paper)\n";
    topics += (i == 0 ? "" : ", ") + topic;
  }
  return Knowledge::from_text("type Paper\ngiven Cite(Paper, Paper)\n" + declarations + "for T in {" +
                              topics + "} rule \"same topic\": T(x) & Cite(x, y) -> T(y)\n");
}

}  // namespace

// The plan comes first and the values after it, as in training, so that the tables are gone when the values
// come.
EngineRun::EngineRun(const Case& measured) {
  const Knowledge knowledge = citation_knowledge(measured.rules);
  {
    Tables tables(knowledge);
    tables.resize("Paper", measured.rows);
    std::vector<Row> pairs = all_pairs(measured);
    const Stopwatch listing;
    if (tables.list("Cite", std::move(pairs)) != 0) throw std::logic_error("a pair was generated twice");
    list_seconds_ = listing.seconds();
    const Stopwatch planning;
    Plan plan(knowledge, tables);
    plan_seconds_ = planning.seconds();
    if (plan.tables().size() != 1 || plan.tables()[0].size() != measured.values() ||
        plan.groundings() != measured.pairs || plan.clause_names().size() != measured.rules) {
      throw std::logic_error("the plan is not the one that the shape describes");
    }
    enhancer_.emplace(std::move(plan),
                      EnhanceOptions{.boost = measured.is_residual ? Boost::residual : Boost::softmax,
                                     .threads = measured.threads,
                                     .gradients = true});
  }
  inputs_.emplace(measured);
  outputs_.resize(measured.values());
  input_gradients_.resize(measured.values());
  weight_gradients_.resize(measured.rules);
}

Results EngineRun::run() {
  const std::array<std::span<const float>, 1> preactivations = {inputs_->preactivations};
  const std::array<std::span<const float>, 1> output_gradients = {inputs_->output_gradients};
  const std::array<std::span<float>, 1> outputs = {outputs_};
  const std::array<std::span<float>, 1> input_gradients = {input_gradients_};
  enhancer_->forward(inputs_->weights, preactivations, outputs);
  enhancer_->backward(inputs_->weights, preactivations, output_gradients, input_gradients, weight_gradients_);
  return {outputs_, input_gradients_, weight_gradients_};
}

}  // namespace kenn::bench
