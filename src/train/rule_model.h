// A model: one network per predicted table, and the rules on top of them.
#pragma once

#include <kenn/enhance.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "dataset/graph.h"
#include "infer/map.h"

namespace kenn::train {

// What is done to features before a network sees them.
enum class FeatureScale : std::uint8_t {
  none,
  rows,  // every row is divided by its Euclidean length, so that long texts do not shout
};

}  // namespace kenn::train

namespace kenn::base {

template <>
inline constexpr std::array<std::string_view, 2> words_of<train::FeatureScale> = {"none", "rows"};

}  // namespace kenn::base

namespace kenn::train {

struct ModelOptions {
  std::vector<std::uint32_t> hidden = {50, 50, 50};  // widths of the hidden layers; none: logistic regression
  bool uses_rules = true;                            // enhancers on top of the networks; false: none
  EnhanceOptions enhance;                            // its `gradients` means nothing here
  std::optional<infer::MapOptions> map;              // predictions are the most probable ones under the rules
  std::optional<double> first_rule_weight;  // of rules that the knowledge does not fix; none: the boost's
  std::vector<float> rule_weights;          // or the weights of all rules, layer by layer
  FeatureScale scale = FeatureScale::none;
  double dropout = 0;        // the share of hidden values that is left out in training
  double input_dropout = 0;  // the share of features that is left out in training
};

// Numbers by name, as they are stored.
struct NamedValues {
  std::string name;
  std::vector<std::uint64_t> shape;
  std::vector<float> values;  // row by row

  friend bool operator==(const NamedValues&, const NamedValues&) = default;
};

// Preactivations of all predicted tables, row by row.
struct Predictions {
  std::vector<std::vector<float>> before;  // the rules
  std::vector<std::vector<float>> after;
};

// Weights start as Glorot's uniform ones and biases at zero: the same for the same seed on every machine,
// with and without rules. Results do not depend on the number of threads (of the enhancer's options).
//
// A model may be an ensemble of members with the same options. Its predictions are the logits of the mean of
// the members' probabilities: log p in exclusive groups, log(p / (1 - p)) elsewhere.
class RuleModel {
 public:
  // `widths` has the number of input columns of every predicted table.
  RuleModel(const Knowledge& knowledge, std::vector<std::size_t> widths, const ModelOptions& options,
            std::uint64_t seed);
  ~RuleModel();
  RuleModel(RuleModel&&) noexcept;
  RuleModel& operator=(RuleModel&&) noexcept;

  // One model is itself. `threads` are for its predictions.
  static RuleModel ensemble(std::vector<RuleModel> members, std::uint32_t threads);
  [[nodiscard]] std::size_t member_count() const { return members_.size(); }

  // Throws `Error` when the graph is of another knowledge, or its inputs have other widths.
  [[nodiscard]] Predictions predict(const dataset::Graph& graph);

  // What the networks alone say: `before` of the predictions.
  [[nodiscard]] dataset::TableList run_networks(const dataset::Graph& graph);

  // The weight of every clause in every layer, layer by layer (mean of the members); of models that search,
  // one layer; empty for models without rules.
  [[nodiscard]] std::vector<float> rule_weights() const;

  // How far a model without enhancers trusts each rule; nothing for models that have no use for that.
  [[nodiscard]] std::optional<std::vector<double>> trust() const;

  // All that was learned: `network.Paper.0.weight` [outputs, inputs] as in torch, `network.Paper.0.bias`,
  // ..., and `enhancer.weights` [layers, clauses], or, for the most probable predictions, `rules.weights`
  // [clauses], which no gradient changes. Of an ensemble, `member.0.network.Paper.0.weight`, ...
  [[nodiscard]] std::vector<NamedValues> values() const;

  // Throws `Error` when names or shapes are not those of `values`.
  void set_values(const std::vector<NamedValues>& values);

  [[nodiscard]] const ModelOptions& options() const;

  struct Parts;
  [[nodiscard]] Parts& parts() { return *members_.front(); }
  [[nodiscard]] const Parts& parts(std::size_t member) const { return *members_[member]; }

 private:
  std::vector<std::unique_ptr<Parts>> members_;  // at least one
};

}  // namespace kenn::train
