// Logits after the rules, each row as judged by a model that has not seen its label.
#include "trust/ruled_logits.h"

#include <algorithm>

namespace kenn::trust {

namespace {

std::vector<std::span<float>> spans_of(dataset::TableList& tables) {
  return {tables.begin(), tables.end()};
}

}  // namespace

RuledLogits::RuledLogits(const Plan& plan, const EnhanceOptions& options, const LogitViews& views,
                         const Folds& folds)
    : plan_(plan), logits_(views), folds_(folds) {
  for (std::size_t i = 0; i < views.size(); ++i) {
    enhancers_.push_back(std::make_unique<Enhancer>(plan, options));
  }
  for (const std::span<const float> table : views.front()) outputs_.emplace_back(table.size());
  of_view_ = outputs_;
  if (options.gradients) by_inputs_ = outputs_;
}

const dataset::TableList& RuledLogits::run(std::span<const float> weights) {
  for (std::size_t view = 0; view < logits_.size(); ++view) {
    enhancers_[view]->forward(weights, logits_[view], spans_of(of_view_));
    copy_rows(view, of_view_, outputs_);
  }
  return outputs_;
}

void RuledLogits::backward(std::span<const float> weights, const dataset::TableList& by_outputs,
                           std::span<float> by_weights) {
  std::vector<float> total(by_weights.size());
  for (std::size_t view = 0; view < logits_.size(); ++view) {
    for (std::vector<float>& table : of_view_) std::fill(table.begin(), table.end(), 0.0F);
    copy_rows(view, by_outputs, of_view_);
    enhancers_[view]->backward(weights, logits_[view], TableSpans(of_view_.begin(), of_view_.end()),
                               spans_of(by_inputs_), by_weights);
    for (std::size_t i = 0; i < total.size(); ++i) total[i] += by_weights[i];
  }
  std::copy(total.begin(), total.end(), by_weights.begin());
}

void RuledLogits::copy_rows(std::size_t view, const dataset::TableList& from, dataset::TableList& to) const {
  for (std::size_t i = 0; i < from.size(); ++i) {
    const std::size_t width = plan_.tables()[i].columns.size();
    for (std::size_t row = 0; row < folds_.of_rows[i].size(); ++row) {
      if (logits_.size() > 1 && folds_.of_rows[i][row] != view) continue;
      std::copy_n(&from[i][row * width], width, &to[i][row * width]);
    }
  }
}

}  // namespace kenn::trust
