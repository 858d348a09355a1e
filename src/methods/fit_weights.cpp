// Learns how far to trust each rule from labels, on top of predictions that stay as they are.
#include "methods/fit_weights.h"

#include <algorithm>

#include "methods/adam.h"

namespace kenn {

namespace {

// It ends when the loss was not better by this share for that many epochs.
constexpr double least_progress = 1e-4;
constexpr std::uint32_t patience = 30;

class Fitter {
 public:
  Fitter(const Plan& plan, std::span<const FitTable> tables, const FitOptions& options)
      : plan_(plan), tables_(tables), options_(options), enhancer_(plan, with_gradients(options.enhance)) {
    for (const FitTable& table : tables) {
      inputs_.push_back(table.preactivations);
      outputs_.emplace_back(table.preactivations.size());
      output_gradients_.emplace_back(table.preactivations.size());
      input_gradients_.emplace_back(table.preactivations.size());
    }
    has_valid_ = std::any_of(tables.begin(), tables.end(),
                             [](const FitTable& table) { return !table.valid.is_empty(); });
    if (std::all_of(tables.begin(), tables.end(),
                    [](const FitTable& table) { return table.train.is_empty(); })) {
      throw Error(ErrorKind::data, "there is no label to learn from");
    }
  }

  FitResult run(const std::function<bool(const FitEpoch&)>& after_epoch) {
    FitResult result;
    std::vector<float> weights = initial_weights(plan_, options_.enhance.layers);
    std::vector<float> gradients(weights.size());
    Adam adam(weights.size(), {.learning_rate = options_.learning_rate});
    double best = 0;
    double goal = 0;  // the loss that counts as progress
    std::uint32_t last_progress = 0;
    for (std::uint32_t epoch = 0;; ++epoch) {
      const FitEpoch now = measure(epoch, weights);
      result.epochs.push_back(now);
      const double loss = has_valid_ ? now.valid_loss : now.loss;
      if (epoch == 0 || loss < best) {
        best = loss;
        result.best_epoch = epoch;
        result.weights = weights;
      }
      if (epoch == 0 || loss < goal) {
        goal = loss * (1 - least_progress);
        last_progress = epoch;
      }
      const bool goes_on = !after_epoch || after_epoch(now);
      if (!goes_on || epoch == options_.epochs || epoch - last_progress >= patience) return result;
      step(weights, gradients, adam);
    }
  }

 private:
  static EnhanceOptions with_gradients(EnhanceOptions options) {
    options.gradients = true;
    return options;
  }

  template <typename Number>
  static std::vector<std::span<Number>> spans(std::vector<std::vector<float>>& tables) {
    return {tables.begin(), tables.end()};
  }

  // Also leaves the gradients by the outputs.
  FitEpoch measure(std::uint32_t epoch, std::span<const float> weights) {
    enhancer_.forward(weights, inputs_, spans<float>(outputs_));
    FitEpoch now{epoch, 0, 0};
    for (std::size_t i = 0; i < tables_.size(); ++i) {
      std::fill(output_gradients_[i].begin(), output_gradients_[i].end(), 0.0F);
      now.loss += tables_[i].train.add(options_.loss, outputs_[i], output_gradients_[i]);
      now.valid_loss += tables_[i].valid.add(options_.loss, outputs_[i], {});
    }
    return now;
  }

  void step(std::span<float> weights, std::span<float> gradients, Adam& adam) {
    enhancer_.backward(weights, inputs_, spans<const float>(output_gradients_),
                       spans<float>(input_gradients_), gradients);
    adam.step(weights, gradients);
    const std::vector<Weight>& knowledge = plan_.weights();
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const Weight& weight = knowledge[i % knowledge.size()];
      weights[i] = weight.learned ? std::clamp(weights[i], 0.0F, static_cast<float>(largest_weight))
                                  : static_cast<float>(weight.value);
    }
  }

  const Plan& plan_;
  std::span<const FitTable> tables_;
  const FitOptions& options_;
  Enhancer enhancer_;
  bool has_valid_ = false;
  std::vector<std::span<const float>> inputs_;
  std::vector<std::vector<float>> outputs_;
  std::vector<std::vector<float>> output_gradients_;
  std::vector<std::vector<float>> input_gradients_;
};

}  // namespace

FitResult fit_weights(const Plan& plan, std::span<const FitTable> tables, const FitOptions& options,
                      const std::function<bool(const FitEpoch&)>& after_epoch) {
  return Fitter(plan, tables, options).run(after_epoch);
}

}  // namespace kenn
