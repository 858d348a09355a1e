// Learns how far to trust each rule from labels that the predictions have not seen.
#include "trust/rule_fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <limits>
#include <numeric>
#include <utility>

#include "base/thread_pool.h"
#include "trust/rule_objective.h"
#include "trust/rule_parameters.h"
#include "trust/rule_scores.h"
#include "trust/sparse_descent.h"

namespace kenn::trust {

namespace {

// Penalties to choose from, the strictest first. At less than two standard errors chance would decide.
constexpr std::array strengths = {4.5, 3.0, 2.0};
constexpr double clear_strength = 3;

// A penalty finds out which numbers are not 0, and makes those too small. So they are fitted once more, alone
// and with this share of the penalty.
constexpr double relaxation = 0.25;

// Where predictions are certain and right, penalties and losses vanish together. Less gain than this is none.
constexpr double least_gain = 1e-6;

// Multiples of the weights of constraints.
constexpr std::array multiples = {1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0, 24.0};
constexpr double kept_gain = 0.5;  // of the gain on rows left out

constexpr double tolerance = 1e-4;
constexpr std::uint32_t most_steps = 40;
constexpr std::uint32_t patience = 2;

// What is fitted to all folds but one: without rules, then for one penalty after the other.
struct FoldFit {
  std::vector<std::vector<float>> weights;
  std::vector<std::vector<double>> rows;  // what the rows of the fold left out add to the loss; 0 for others
};

// Half of a 95 % interval, from estimates that each leave out one of n parts of the data (Student's t).
double jackknife_margin(const std::vector<double>& estimates) {
  constexpr std::array quantiles = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262};
  const auto count = static_cast<double>(estimates.size());
  const double mean = std::accumulate(estimates.begin(), estimates.end(), 0.0) / count;
  double squares = 0;
  for (const double each : estimates) squares += (each - mean) * (each - mean);
  const std::size_t freedom = estimates.size() - 1;
  const double quantile = freedom <= quantiles.size() ? quantiles[freedom - 1] : 2.1;
  return quantile * std::sqrt(squares * (count - 1) / count);
}

class RuleFitter {
 public:
  RuleFitter(const Plan& plan, const Vocabulary& vocabulary, const RulePools& pools,
             const std::vector<RuleFitTable>& tables, const LogitViews& views, const Folds& folds,
             const RuleFitOptions& options)
      : plan_(plan),
        vocabulary_(vocabulary),
        tables_(tables),
        views_(views),
        folds_(folds),
        options_(options) {
    for (const PredictedTable& table : plan.tables()) rows_ += table.rows;
    all_ = losses_where([](std::uint8_t fold) { return fold != no_fold; });
    scores_ = score_rows(plan, options.enhance, views, folds, all_, options.loss);
    parameters_.emplace(plan.weights(), pools, all_constraints(), scores_, options.enhance.layers,
                        options.per_layer, options.prior);
    for (const std::vector<std::uint8_t>& of_rows : folds.of_rows) {
      labelled_ += static_cast<std::size_t>(
          std::count_if(of_rows.begin(), of_rows.end(), [](std::uint8_t fold) { return fold != no_fold; }));
    }
  }

  RuleFit run() {
    RuleFit result;
    std::vector<double> tried(strengths.begin(), strengths.end());
    if (options_.strength) tried = {*options_.strength};
    std::vector<FoldFit> fits(folds_.count);
    run_folds(tried, fits);
    EnhanceOptions enhance = options_.enhance;
    enhance.gradients = true;
    RuleObjective objective(plan_, enhance, views_, folds_);
    std::vector<std::vector<double>> values = {std::vector<double>(parameters_->count())};  // without rules
    for (const double strength : tried) values.push_back(fit(objective, all_, strength, values.back()));
    const std::size_t chosen = choose(fits, tried, values, result);
    result.strength = chosen == 0 ? std::numeric_limits<double>::infinity() : tried[chosen - 1];
    result.weights = chosen == 0 ? fits.front().weights.front()
                                 : relaxed_weights(objective, all_, result.strength, values[chosen]);
    add_support(fits, chosen, result);
    if (chosen > 0) strengthen(fits, chosen, result);
    return result;
  }

 private:
  [[nodiscard]] std::vector<bool> all_constraints() const {
    std::vector<bool> all(plan_.weights().size(), false);
    for (const std::vector<bool>& shape : options_.constraints) {
      for (std::size_t i = 0; i < all.size(); ++i) all[i] = all[i] || shape[i];
    }
    return all;
  }

  template <typename Condition>
  std::vector<nn::TableLoss> losses_where(Condition is_wanted) const {
    std::vector<nn::TableLoss> losses;
    for (std::size_t i = 0; i < tables_.size(); ++i) {
      const std::vector<std::uint8_t>& of_rows = folds_.of_rows[i];
      std::vector<bool> is_in(of_rows.size());
      for (std::size_t row = 0; row < is_in.size(); ++row) is_in[row] = is_wanted(of_rows[row]);
      losses.emplace_back(vocabulary_, *tables_[i].schema, *tables_[i].labels, is_in);
    }
    return losses;
  }

  void check_stop() const {
    if (options_.stop != nullptr && *options_.stop) throw Error(ErrorKind::limit, "the fit was stopped");
  }

  // The values of the parameters for a penalty, from a start on. With `keeps_zeros`, those that are 0 stay.
  std::vector<double> fit(RuleObjective& objective, const std::vector<nn::TableLoss>& losses, double strength,
                          std::vector<double> start, bool keeps_zeros = false) const {
    std::vector<float> by_weights(plan_.weights().size() * options_.enhance.layers);
    const SmoothFunction function = [&](std::span<const double> values, std::span<double> gradient) {
      check_stop();
      const double loss = objective.evaluate(parameters_->weights(values), losses, options_.loss, by_weights);
      parameters_->gradient(values, by_weights, gradient);
      return loss;
    };
    SparseDescentOptions descent{strength, 0, tolerance, most_steps, keeps_zeros};
    // In units of standard errors the second derivative of a likelihood is about the number of rows.
    descent.curvature = static_cast<double>(labelled_);
    descent.patience = patience;
    return minimise_sparse(function, std::move(start), descent);
  }

  std::vector<float> relaxed_weights(RuleObjective& objective, const std::vector<nn::TableLoss>& losses,
                                     double strength, const std::vector<double>& values) const {
    return parameters_->weights(fit(objective, losses, relaxation * strength, values, true));
  }

  // The fits without one fold each.
  void run_folds(const std::vector<double>& tried, std::vector<FoldFit>& fits) const {
    for_each_fold(fits, [&](std::uint8_t fold, RuleObjective& objective, FoldFit& of_fold) {
      run_fold(fold, tried, objective, of_fold);
    });
  }

  // body(fold, objective, fit of the fold), side by side.
  template <typename Body>
  void for_each_fold(std::vector<FoldFit>& fits, const Body& body) const {
    std::vector<std::exception_ptr> errors(fits.size());
    const std::uint32_t threads = base::thread_count(options_.enhance.threads);
    base::ThreadPool::shared(threads)->run(fits.size(), [&](std::size_t fold, std::uint32_t) {
      try {
        EnhanceOptions enhance = options_.enhance;
        enhance.gradients = true;
        enhance.threads = 1;
        RuleObjective objective(plan_, enhance, views_, folds_);
        body(static_cast<std::uint8_t>(fold), objective, fits[fold]);
      } catch (...) {
        errors[fold] = std::current_exception();
      }
    });
    for (const std::exception_ptr& error : errors) {
      if (error) std::rethrow_exception(error);
    }
  }

  void run_fold(std::uint8_t fold, const std::vector<double>& tried, RuleObjective& objective,
                FoldFit& of_fold) const {
    const std::vector<nn::TableLoss> rest =
        losses_where([&](std::uint8_t other) { return other != fold && other != no_fold; });
    const std::vector<nn::TableLoss> own = losses_where([&](std::uint8_t other) { return other == fold; });
    std::vector<double> values(parameters_->count());
    measure(objective, own, parameters_->weights(values), of_fold);
    for (const double strength : tried) {
      values = fit(objective, rest, strength, std::move(values));
      measure(objective, own, relaxed_weights(objective, rest, strength, values), of_fold);
    }
  }

  void measure(RuleObjective& objective, const std::vector<nn::TableLoss>& losses, std::vector<float> weights,
               FoldFit& of_fold) const {
    check_stop();
    const dataset::TableList& outputs = objective.run(weights);
    std::vector<double>& rows = of_fold.rows.emplace_back(rows_);
    std::size_t before = 0;
    for (std::size_t i = 0; i < losses.size(); ++i) {
      losses[i].add_rows(options_.loss, outputs[i], std::span(rows).subspan(before, plan_.tables()[i].rows));
      before += plan_.tables()[i].rows;
    }
    of_fold.weights.push_back(std::move(weights));
  }

  // Which fits have the smallest loss on the rows left out; 0 are those without rules. A penalty of 3
  // standard errors or more lets nothing pass without clear evidence, which is then given up only for a loss
  // that is larger by more than its own standard error. Weaker evidence has to make the loss smaller.
  std::size_t choose(const std::vector<FoldFit>& fits, const std::vector<double>& tried,
                     const std::vector<std::vector<double>>& values, RuleFit& result) const {
    const auto is_zero = [](double value) { return value == 0; };
    result.loss_without = difference(fits, 0, no_fit).mean;
    result.loss_with = result.loss_without;
    std::size_t chosen = 0;
    double smallest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 1; i < values.size(); ++i) {
      if (std::all_of(values[i].begin(), values[i].end(), is_zero)) continue;
      const Difference worse = difference(fits, i, 0);
      const double allowed = tried[i - 1] >= clear_strength ? worse.error : 0;
      if (worse.mean > allowed || std::abs(worse.mean) < least_gain || worse.mean >= smallest) continue;
      chosen = i;
      smallest = worse.mean;
      result.loss_with = result.loss_without + worse.mean;
    }
    return chosen;
  }

  // The weights of some clauses, times a number.
  [[nodiscard]] std::vector<float> multiplied(std::vector<float> weights, const std::vector<bool>& clauses,
                                              double multiple) const {
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const std::size_t clause = i % clauses.size();
      if (!clauses[clause] || !plan_.weights()[clause].learned) continue;
      const double weight = static_cast<double>(weights[i]);
      weights[i] = static_cast<float>(std::max(weight, std::min(multiple * weight, largest_fitted_weight)));
    }
    return weights;
  }

  // Shape by shape, of the constraints: the largest multiple of their weights, tried in order, that keeps
  // half of the gain that the chosen fit has on the rows left out, all shapes so far together.
  void strengthen(std::vector<FoldFit>& fits, std::size_t chosen, RuleFit& result) const {
    const std::vector<float> before = result.weights;
    std::size_t now = chosen;  // among the fits of a fold
    for (const std::vector<bool>& clauses : options_.constraints) {
      if (multiplied(result.weights, clauses, multiples.front()) == result.weights) continue;
      double best = 1;
      std::size_t best_fit = now;
      for (const double multiple : multiples) {
        for_each_fold(fits, [&](std::uint8_t fold, RuleObjective& objective, FoldFit& of_fold) {
          const std::vector<nn::TableLoss> own =
              losses_where([&](std::uint8_t other) { return other == fold; });
          measure(objective, own, multiplied(of_fold.weights[now], clauses, multiple), of_fold);
        });
        const std::size_t tried = fits.front().rows.size() - 1;
        if (difference(fits, tried, 0).mean > difference(fits, chosen, 0).mean * kept_gain) break;
        best = multiple;
        best_fit = tried;
      }
      result.weights = multiplied(result.weights, clauses, best);
      now = best_fit;
    }
    result.loss_with = result.loss_without + difference(fits, now, 0).mean;
    for (std::size_t clause = 0; clause < result.support.size(); ++clause) {
      const double weight = mean_weight(before, clause);
      if (weight == 0) continue;
      result.support[clause].low *= mean_weight(result.weights, clause) / weight;
      result.support[clause].high *= mean_weight(result.weights, clause) / weight;
    }
  }

  struct Difference {
    double mean = 0;
    double error = 0;  // its standard error, over the rows
  };
  static constexpr std::size_t no_fit = static_cast<std::size_t>(-1);

  // Of the losses of two fits on the rows left out; of one fit and 0 with `no_fit`.
  static Difference difference(const std::vector<FoldFit>& fits, std::size_t fit, std::size_t other) {
    double sum = 0;
    double squares = 0;
    for (const FoldFit& each : fits) {
      for (std::size_t row = 0; row < each.rows[fit].size(); ++row) {
        const double of_row = each.rows[fit][row] - (other == no_fit ? 0 : each.rows[other][row]);
        sum += of_row;
        squares += of_row * of_row;
      }
    }
    const auto count = static_cast<double>(fits.size());
    return {sum / count, std::sqrt(squares) / count};
  }

  void add_support(const std::vector<FoldFit>& fits, std::size_t chosen, RuleFit& result) const {
    for (std::size_t clause = 0; clause < plan_.weights().size(); ++clause) {
      RuleSupport& support = result.support.emplace_back();
      double sum = 0;
      double squares = 0;
      for (const RowScore& score : scores_[clause]) {
        sum -= score.slope;
        squares += score.slope * score.slope;
      }
      support.has_rows = !scores_[clause].empty();
      support.by_template = !support.has_rows && parameters_->is_made(clause);
      support.score = squares > 0 ? sum / std::sqrt(squares) : 0;
      std::vector<double> without;  // one fold each
      without.reserve(fits.size());
      for (const FoldFit& each : fits) without.push_back(mean_weight(each.weights[chosen], clause));
      const double margin = jackknife_margin(without);
      const double weight = mean_weight(result.weights, clause);
      support.low = std::max(0.0, weight - margin);
      support.high = weight + margin;
    }
  }

  // Over the layers.
  [[nodiscard]] double mean_weight(const std::vector<float>& weights, std::size_t clause) const {
    double sum = 0;
    for (std::size_t i = clause; i < weights.size(); i += plan_.weights().size()) {
      sum += static_cast<double>(weights[i]);
    }
    return sum / options_.enhance.layers;
  }

  const Plan& plan_;
  const Vocabulary& vocabulary_;
  const std::vector<RuleFitTable>& tables_;
  const LogitViews& views_;
  const Folds& folds_;
  const RuleFitOptions& options_;
  std::size_t rows_ = 0;      // of all tables
  std::size_t labelled_ = 0;  // of these
  std::vector<nn::TableLoss> all_;
  ClauseScores scores_;
  std::optional<RuleParameters> parameters_;
};

}  // namespace

RuleFit fit_rules(const Plan& plan, const Vocabulary& vocabulary, const RulePools& pools,
                  const std::vector<RuleFitTable>& tables, const LogitViews& views, const Folds& folds,
                  const RuleFitOptions& options) {
  return RuleFitter(plan, vocabulary, pools, tables, views, folds, options).run();
}

}  // namespace kenn::trust
