// A model: one network per predicted table, and the rules on top of them.
#pragma once

#include <kenn/enhance.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "methods/graph.h"
#include "methods/map.h"

namespace kenn {

// What is done to features before a network sees them.
enum class FeatureScale : std::uint8_t {
  none,
  rows,  // every row is divided by its Euclidean length, so that long texts do not shout
};

struct ModelOptions {
  std::vector<std::uint32_t> hidden = {50, 50, 50};  // widths of the hidden layers; none: logistic regression
  bool uses_rules = true;                            // enhancers on top of the networks; false: none
  EnhanceOptions enhance;                            // its `gradients` means nothing here
  std::optional<MapOptions> map;                     // predictions are the most probable ones under the rules
  double first_rule_weight = 0.5;                    // of rules whose weights the knowledge does not fix
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
class Model {
 public:
  // `widths` has the number of input columns of every predicted table.
  Model(const Knowledge& knowledge, std::vector<std::size_t> widths, const ModelOptions& options,
        std::uint64_t seed);
  ~Model();
  Model(Model&&) noexcept;
  Model& operator=(Model&&) noexcept;

  // Throws `Error` when the graph is of another knowledge, or its inputs have other widths.
  [[nodiscard]] Predictions predict(const Graph& graph);

  // What the networks alone say: `before` of the predictions.
  [[nodiscard]] TableList run_networks(const Graph& graph);

  // How far a model without enhancers trusts each rule; nothing for models that have no use for that.
  [[nodiscard]] std::optional<std::vector<double>> trust() const;

  // All that was learned: `network.Paper.0.weight` [outputs, inputs] as in torch, `network.Paper.0.bias`,
  // ..., and `enhancer.weights` [layers, clauses], or, for the most probable predictions, `rules.weights`
  // [clauses], which no gradient changes.
  [[nodiscard]] std::vector<NamedValues> values() const;

  // Throws `Error` when names or shapes are not those of `values`.
  void set_values(const std::vector<NamedValues>& values);

  [[nodiscard]] const ModelOptions& options() const;

  struct Parts;
  [[nodiscard]] Parts& parts() { return *parts_; }

 private:
  std::unique_ptr<Parts> parts_;
};

}  // namespace kenn
