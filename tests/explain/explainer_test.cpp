// Explanations are exact: against the reference and the engine, on random knowledge, and with facts removed.
#include <kenn/explain.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "engine/random_engine_case.h"
#include "engine/random_numbers.h"
#include "engine/reference_enhancer.h"
#include "engine/run_engine.h"
#include "explain/names.h"
#include "support.h"

namespace kenn {
namespace {

using test::EngineCase;

template <typename Number>
std::vector<std::vector<Number>> split(const Plan& plan, const std::vector<float>& cells) {
  std::vector<std::vector<Number>> tables;
  auto next = cells.begin();
  for (const PredictedTable& table : plan.tables()) {
    tables.emplace_back(next, next + static_cast<std::ptrdiff_t>(table.size()));
    next += static_cast<std::ptrdiff_t>(table.size());
  }
  return tables;
}

double sum_of_sizes(const std::vector<double>& numbers) {
  double sum = 0;
  for (const double number : numbers) sum += std::abs(number);
  return sum;
}

// What the parts of an explanation add up to, and the sum of their absolute values, column by column.
struct Sums {
  explicit Sums(const Explanation& explanation)
      : of_clauses(explanation.columns.size()),
        of_groundings(explanation.columns.size()),
        sizes(explanation.columns.size()) {
    for (const RowContributions& layer : explanation.layers) {
      for (const ClauseContribution& clause : layer.clauses) {
        for (std::size_t i = 0; i < of_clauses.size(); ++i) of_clauses[i] += clause.changes[i];
        for (const ExplainedGrounding& grounding : clause.groundings) {
          for (std::size_t i = 0; i < of_clauses.size(); ++i) {
            of_groundings[i] += grounding.changes[i];
            sizes[i] += std::abs(grounding.changes[i]);
          }
        }
      }
    }
  }

  std::vector<double> of_clauses;
  std::vector<double> of_groundings;
  std::vector<double> sizes;
};

// Explains rows of a case and compares them with the reference, in double, and with the engine, in float.
class Comparison {
 public:
  explicit Comparison(const EngineCase& engine_case)
      : case_(engine_case),
        knowledge_(engine_case.knowledge()),
        tables_(test::tables_of(knowledge_, engine_case.world)),
        plan_(knowledge_, tables_),
        weights_(engine_case.weights(knowledge_)),
        names_(knowledge_, tables_),
        explainer_(knowledge_, tables_, weights_,
                   test::spans_of<const float>(plan_, std::span<const float>(engine_case.cells)),
                   engine_case.options) {
    const engine::ReferenceEnhancer<double> reference(plan_, engine_case.options);
    expected_ = reference.forward(std::vector<double>(weights_.begin(), weights_.end()),
                                  split<double>(plan_, engine_case.cells));
    engine_ = split<float>(plan_, test::run(engine_case).outputs);
    is_ambiguous_ = ambiguous();
  }

  std::string difference() {
    std::size_t predicted = 0;
    for (TableIndex table = 0; table < tables_.schema().tables.size(); ++table) {
      if (tables_.schema().tables[table].role != Role::predict) continue;
      for (Row row = 0; row < plan_.tables()[predicted].rows; ++row) {
        std::string text = difference_in_row(predicted, table, row);
        if (!text.empty()) return text;
      }
      ++predicted;
    }
    return "";
  }

 private:
  // Rounding decides which of two literals is the truest.
  [[nodiscard]] bool ambiguous() const {
    const EnhanceOptions& options = case_.options;
    if (options.boost != Boost::godel) return false;
    const test::BruteForce oracle(knowledge_, case_.world);
    return oracle
        .forward({options.boost, options.order, options.layers, options.center, 5e-7},
                 std::vector<double>(weights_.begin(), weights_.end()),
                 std::vector<double>(case_.cells.begin(), case_.cells.end()))
        .ambiguous;
  }

  // The largest weights turn the rounding of one layer into visible differences after the next.
  [[nodiscard]] bool amplifies_rounding() const {
    return case_.options.layers > 1 &&
           std::any_of(weights_.begin(), weights_.end(), [](float weight) { return weight >= 10; });
  }

  // Of a grounding that speaks of one atom with both signs only the difference is a contribution, but the
  // engine rounds both parts.
  [[nodiscard]] double largest_hidden_part() const {
    const auto has_both_signs = [](const Clause& clause) {
      return std::any_of(clause.literals.begin(), clause.literals.end(), [&](const Literal& literal) {
        return !literal.is_equality() && literal.positive &&
               std::any_of(clause.literals.begin(), clause.literals.end(), [&](const Literal& other) {
                 return !other.is_equality() && !other.positive && other.predicate == literal.predicate;
               });
      });
    };
    double largest = 0;
    const std::vector<Clause>& clauses = knowledge_.clauses();
    for (std::size_t i = 0; i < weights_.size(); ++i) {
      if (has_both_signs(clauses[i % clauses.size()])) largest = std::max(largest, double{weights_[i]});
    }
    return largest;
  }

  std::string difference_in_row(std::size_t predicted, TableIndex table, Row row) {
    const std::string name = names_.fact_text(table, row);
    const Explanation explanation = explainer_.explain(name);
    const Sums sums(explanation);
    for (std::size_t i = 0; i < explanation.columns.size(); ++i) {
      const std::size_t cell = row * explanation.columns.size() + i;
      const double size = 1 + std::abs(explanation.network.logits[i]) + sums.sizes[i];
      const std::string about = name + " " + explanation.columns[i];
      if (std::abs(sums.of_groundings[i] - explanation.changes[i]) > 1e-12 * (1 + sums.sizes[i]))
        return about + ": the groundings do not add up";
      if (std::abs(sums.of_clauses[i] - explanation.changes[i]) > 1e-12 * (1 + sums.sizes[i]))
        return about + ": the clauses do not add up";
      const double logit = explanation.rules.logits[i];
      if (logit != explanation.network.logits[i] + explanation.changes[i])
        return about + ": the logit is not the network's plus the changes";
      if (is_ambiguous_) continue;
      if (std::abs(logit - expected_[predicted][cell]) > 1e-9 * size)
        return about + " is " + std::to_string(logit) + ", reference " +
               std::to_string(expected_[predicted][cell]);
      if (amplifies_rounding()) continue;
      if (std::abs(logit - double{engine_[predicted][cell]}) > 1e-5 * (size + largest_hidden_part()))
        return about + " is " + std::to_string(logit) + ", engine " +
               std::to_string(engine_[predicted][cell]);
    }
    return "";
  }

  const EngineCase& case_;
  Knowledge knowledge_;
  Tables tables_;
  Plan plan_;
  std::vector<float> weights_;
  explain::Names names_;
  Explainer explainer_;
  std::vector<std::vector<double>> expected_;
  std::vector<std::vector<float>> engine_;
  bool is_ambiguous_ = false;
};

std::string difference_in_explanations(const EngineCase& engine_case) {
  return Comparison(engine_case).difference();
}

// Centring at 1e30 says nothing of the other numbers of a row.
EngineCase random_case(std::uint64_t seed) {
  EngineCase result = test::random_engine_case(seed);
  if (result.numbers == test::Numbers::huge) result.options.center = false;
  return result;
}

TEST(ExplainProperty, ContributionsAddUpToWhatTheEngineComputes) {
  test::check_cases(2'000, random_case, difference_in_explanations);
}

// ------------------------------------------------------------------------------------------------- strongest

// The sizes of all groundings of a layer, the largest first.
std::vector<double> sizes_of(const RowContributions& layer) {
  std::vector<double> sizes;
  for (const ClauseContribution& clause : layer.clauses) {
    for (const ExplainedGrounding& grounding : clause.groundings)
      sizes.push_back(sum_of_sizes(grounding.changes));
  }
  std::sort(sizes.rbegin(), sizes.rend());
  return sizes;
}

// With `top` the groundings are the strongest, and the sums and counts those of all.
std::string difference_with_top(const EngineCase& engine_case) {
  const Knowledge knowledge = engine_case.knowledge();
  const Tables tables = test::tables_of(knowledge, engine_case.world);
  const Plan plan(knowledge, tables);
  const Explainer explainer(knowledge, tables, engine_case.weights(knowledge),
                            test::spans_of<const float>(plan, std::span<const float>(engine_case.cells)),
                            engine_case.options);
  const explain::Names names(knowledge, tables);
  TableIndex table = 0;
  while (tables.schema().tables[table].role != Role::predict) ++table;
  for (Row row = 0; row < tables.row_count(table); ++row) {
    const std::string name = names.fact_text(table, row);
    const Explanation all = explainer.explain(name);
    for (const std::size_t top : {std::size_t{1}, std::size_t{3}, std::size_t{1000}}) {
      const Explanation some = explainer.explain(name, {0, {}, {}, top});
      if (some.changes != all.changes) return name + ": other sums";
      for (std::size_t i = 0; i < all.layers.size(); ++i) {
        std::vector<double> expected = sizes_of(all.layers[i]);
        expected.resize(std::min(expected.size(), top));
        if (sizes_of(some.layers[i]) != expected) return name + ": not the strongest";
        for (std::size_t j = 0; j < all.layers[i].clauses.size(); ++j) {
          const ClauseContribution& clause = some.layers[i].clauses[j];
          if (clause.changes != all.layers[i].clauses[j].changes) return name + ": another sum of a clause";
          if (clause.grounding_count != all.layers[i].clauses[j].groundings.size())
            return name + ": another count";
        }
      }
    }
  }
  return "";
}

TEST(ExplainProperty, TopKeepsTheStrongestGroundings) {
  test::check_cases(200, random_case, difference_with_top);
}

// ------------------------------------------------------------------------------------------------- what if

// The same case without one clause or one tuple of a relation, as a case of its own.
std::string difference_without(const EngineCase& engine_case) {
  const Knowledge knowledge = engine_case.knowledge();
  const Tables tables = test::tables_of(knowledge, engine_case.world);
  const Plan plan(knowledge, tables);
  std::vector<float> weights = engine_case.weights(knowledge);
  const auto logits = test::spans_of<const float>(plan, std::span<const float>(engine_case.cells));
  const Explainer explainer(knowledge, tables, weights, logits, engine_case.options);
  const explain::Names names(knowledge, tables);

  test::Random random(engine_case.weight_seed);
  std::vector<std::string> taken;
  EngineCase changed = engine_case;
  const std::vector<Clause>& clauses = knowledge.clauses();
  if (!clauses.empty() && random.once_in(2)) {
    const std::size_t clause = random.below(clauses.size());
    taken.push_back(clauses[clause].name);
    for (std::size_t i = clause; i < weights.size(); i += clauses.size()) weights[i] = 0;
  }
  for (test::ListedTable& listed : changed.world.listed) {
    const TableIndex table = tables.schema().find(listed.name).value();
    if (tables.schema().tables[table].role != Role::given || tables.listing(table).count() == 0) continue;
    const std::uint64_t tuple = random.below(tables.listing(table).count());
    taken.push_back(names.fact_text(table, tuple));
    const Row* const first = &tables.listing(table).tuples[tuple * listed.arity];
    for (std::size_t i = listed.count(); i-- > 0;) {
      const auto begin = listed.tuples.begin() + static_cast<std::ptrdiff_t>(i * listed.arity);
      if (!std::equal(first, first + listed.arity, begin)) continue;
      listed.tuples.erase(begin, begin + static_cast<std::ptrdiff_t>(listed.arity));
      if (!listed.degrees.empty())
        listed.degrees.erase(listed.degrees.begin() + static_cast<std::ptrdiff_t>(i));
    }
    if (random.once_in(2)) break;
  }
  if (taken.empty()) return "";
  const Tables fewer = test::tables_of(knowledge, changed.world);
  const Explainer expected(knowledge, fewer, weights, logits, engine_case.options);
  std::size_t predicted = 0;
  for (TableIndex table = 0; table < tables.schema().tables.size(); ++table) {
    if (tables.schema().tables[table].role != Role::predict) continue;
    for (Row row = 0; row < plan.tables()[predicted].rows; ++row) {
      const std::string name = names.fact_text(table, row);
      const Explanation explanation = explainer.explain(name, {0, taken, {}});
      const std::vector<double>& found = explanation.what_if.value().logits;
      const std::vector<double> wanted = expected.explain(name).rules.logits;
      const double size = 1 + sum_of_sizes(wanted);
      for (std::size_t i = 0; i < found.size(); ++i) {
        if (std::abs(found[i] - wanted[i]) > 1e-9 * size)
          return name + " without " + taken.front() + " is " + std::to_string(found[i]) + ", expected " +
                 std::to_string(wanted[i]);
      }
    }
    ++predicted;
  }
  return "";
}

TEST(ExplainProperty, WithoutARuleOrFactIsAsIfItHadNeverBeen) {
  test::check_cases(500, random_case, difference_without);
}

// ------------------------------------------------------------------------------------------------- why not

// Everything that could be taken out: rules, clauses, and listed tuples but the one that is explained.
std::vector<std::string> all_removals(const explain::Names& names, const Tables& tables,
                                      const std::string& explained) {
  std::vector<std::string> all;
  for (const explain::NamedRule& rule : names.rules()) all.push_back(rule.name);
  for (TableIndex table = 0; table < tables.schema().tables.size(); ++table) {
    if (tables.schema().tables[table].holds_all_objects()) continue;
    for (std::uint64_t tuple = 0; tuple < tables.listing(table).count(); ++tuple) {
      all.push_back(names.fact_text(table, tuple));
    }
  }
  std::erase(all, explained);
  return all;
}

bool holds(const ExplainedPrediction& prediction, const std::string& predicate) {
  return std::count(prediction.predicates.begin(), prediction.predicates.end(), predicate) > 0;
}

// Tries all sets of one or two; 3 when none of them does it.
std::size_t smallest_by_trying(const Explainer& explainer, const std::string& object,
                               const std::string& predicate, const std::vector<std::string>& removals) {
  const auto works = [&](const std::vector<std::string>& without) {
    return holds(explainer.explain(object, {0, without, {}}).what_if.value(), predicate);
  };
  for (const std::string& one : removals) {
    if (works({one})) return 1;
  }
  for (std::size_t i = 0; i < removals.size(); ++i) {
    for (std::size_t j = i + 1; j < removals.size(); ++j) {
      if (works({removals[i], removals[j]})) return 2;
    }
  }
  return 3;
}

// Trying all pairs takes its time.
constexpr std::size_t most_removals = 15;

std::string difference_in_why_not(const EngineCase& engine_case) {
  const Knowledge knowledge = engine_case.knowledge();
  const Tables tables = test::tables_of(knowledge, engine_case.world);
  const Plan plan(knowledge, tables);
  const Explainer explainer(knowledge, tables, engine_case.weights(knowledge),
                            test::spans_of<const float>(plan, std::span<const float>(engine_case.cells)),
                            engine_case.options);
  const explain::Names names(knowledge, tables);
  TableIndex table = 0;
  while (tables.schema().tables[table].role != Role::predict) ++table;
  if (tables.row_count(table) == 0) return "";
  const std::string object = names.fact_text(table, 0);
  const Explanation explanation = explainer.explain(object);
  for (const std::string& predicate : explanation.columns) {
    if (holds(explanation.rules, predicate)) continue;
    const WhyNot found = explainer.why_not(object, predicate);
    const std::vector<std::string> removals = all_removals(names, tables, object);
    if (removals.size() > most_removals) continue;
    const std::size_t expected = smallest_by_trying(explainer, object, predicate, removals);
    const std::string about = predicate + " of " + object;
    if (found.is_smallest != (expected < 3))
      return about + ": the smallest set has " + std::to_string(expected);
    if (found.is_smallest && found.removed.size() != expected)
      return about + ": found " + std::to_string(found.removed.size()) + ", expected " +
             std::to_string(expected);
    if (!found.found) continue;
    const Explanation again = explainer.explain(object, {0, found.removed, {}});
    if (!holds(again.what_if.value(), predicate)) return about + ": does not hold without what was found";
    if (again.what_if->logits != found.prediction.logits) return about + ": another prediction than promised";
  }
  return "";
}

TEST(ExplainProperty, WhyNotFindsTheSmallestSet) {
  test::check_cases(40, random_case, difference_in_why_not);
}

// ------------------------------------------------------------------------------------------------- examples

const char* const topics =
    "type Paper\npredict AI(Paper), DB(Paper)\ngiven Cite(Paper, Paper)\nexclusive AI, DB\n"
    "for T in {AI, DB} rule \"topic\" weight 2: T(x) & Cite(x, y) -> T(y)\n";

struct Papers {
  Papers() : knowledge(Knowledge::from_text(topics)), tables(knowledge) {
    tables.name_objects("Paper", {"a", "b", "c, d", "alone"});
    tables.list("Cite", {0, 1, 2, 1});
  }

  [[nodiscard]] Explainer explainer() const {
    return {knowledge, tables, {2, 2}, std::vector<std::span<const float>>{logits}, {}};
  }

  Knowledge knowledge;
  Tables tables;
  std::vector<float> logits = {3, -3, -1, 1, 3, -3, 1, 0};
};

std::string refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.diagnostics().front().message;
  }
  return "accepted";
}

TEST(Explain, NamesWhatMovedAPrediction) {
  const Explanation explanation = Papers().explainer().explain("b");
  EXPECT_EQ(explanation.network.predicates, test::Texts{"DB"});
  EXPECT_EQ(explanation.rules.predicates, test::Texts{"AI"});
  ASSERT_EQ(explanation.layers.size(), 1U);
  ASSERT_EQ(explanation.layers[0].clauses.size(), 2U);
  for (const ClauseContribution& clause : explanation.layers[0].clauses) {
    ASSERT_EQ(clause.groundings.size(), 2U);
    EXPECT_EQ(clause.weight, 2);
  }
  const ClauseContribution& topic_db = explanation.layers[0].clauses[1];
  EXPECT_EQ(topic_db.clause, "topic[T=DB]");
  const ExplainedGrounding& grounding = topic_db.groundings[0];
  ASSERT_EQ(grounding.literals.size(), 3U);
  EXPECT_EQ(grounding.literals[1].predicate, "Cite");
  EXPECT_TRUE(grounding.literals[1].is_given);
  EXPECT_EQ(grounding.literals[1].objects.size(), 2U);
  EXPECT_NEAR(grounding.literals[0].probability, 1 / (1 + std::exp(6.0)), 1e-12);
}

TEST(Explain, SetReplacesWhatTheNetworkSays) {
  const Explainer explainer = Papers().explainer();
  const Explanation known = explainer.explain("b", {0, {}, {"DB(a)=1", "DB(\"c, d\")=1"}});
  EXPECT_EQ(known.what_if->predicates, test::Texts{"DB"});
  const Explanation own = explainer.explain("alone", {0, {}, {"DB(alone)=0.75"}});
  EXPECT_NEAR(own.what_if->probabilities[1], 0.75, 1e-12);
}

TEST(Explain, LeavesARowAloneThatNoRuleTouches) {
  const Explanation explanation = Papers().explainer().explain("alone");
  EXPECT_TRUE(explanation.layers[0].clauses.empty());
  EXPECT_EQ(explanation.rules.logits, explanation.network.logits);
}

TEST(Explain, RefusesWhatIsNotThere) {
  const Explainer explainer = Papers().explainer();
  const auto explain = [&](const std::string& object, const ExplainOptions& options) {
    return refusal([&] { (void)explainer.explain(object, options); });
  };
  EXPECT_EQ(explain("alonw", {}), "there is no object 'alonw' of Paper; did you mean 'alone'?");
  EXPECT_EQ(explain("b", {0, {"Cite(b, a)"}, {}}), "Cite(b, a) is not listed");
  EXPECT_EQ(explain("b", {0, {"topics"}, {}}), "there is no rule 'topics'; did you mean 'topic'?");
  EXPECT_EQ(explain("b", {0, {"anything"}, {}}),
            "there is no rule 'anything'; a fact is written as Cite(a, b)");
  EXPECT_EQ(explain("b", {0, {}, {"AI(a)=2"}}), "'2' is no probability between 0 and 1, in 'AI(a)=2'");
  EXPECT_EQ(explain("b", {0, {}, {"AI(a)=nan"}}), "'nan' is no probability between 0 and 1, in 'AI(a)=nan'");
  EXPECT_EQ(explain("b", {0, {}, {"XI(a)=1"}}), "there is no predicate 'XI'; did you mean 'AI'?");
  EXPECT_EQ(refusal([&] { (void)explainer.why_not("b", "AI"); }), "'AI' is what is predicted of b already");
}

}  // namespace
}  // namespace kenn
