// Tests of the trust in rules: right ones get a weight, wrong ones and random ones do not, and why.
#include "trust/trust.h"

#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <string>

#include "trust/seen_labels.h"

namespace kenn::trust {
namespace {

// Knowledge, data, labels and logits of one predicted table.
struct World {
  explicit World(const std::string& text, std::uint32_t seed = 7)
      : knowledge(Knowledge::from_text(text)), tables(knowledge), random(seed) {}

  std::size_t below(std::size_t limit) { return random() % limit; }

  // From -size to size.
  float noise(float size) { return (static_cast<float>(below(2001)) / 1000.0F - 1.0F) * size; }

  [[nodiscard]] std::vector<TrustTable> trust_tables() const {
    return {{&tables.schema().tables[0], &labels, is_in, logits}};
  }

  [[nodiscard]] Folds folds(std::uint32_t count = 5) const {
    return choose_folds({{&tables.schema().tables[0], &labels, is_in}}, count, 1);
  }

  [[nodiscard]] Trust trust(const EnhanceOptions& enhance, const TrustOptions& options = {},
                            nn::Loss loss = nn::Loss::cross_entropy) const {
    return find_trust(Plan(knowledge, tables), knowledge, trust_tables(), folds(options.folds), enhance, loss,
                      options);
  }

  Knowledge knowledge;
  Tables tables;
  std::mt19937 random;
  std::vector<float> logits;
  table::Labels labels;
  std::vector<bool> is_in;
};

EnhanceOptions residual(std::uint32_t layers = 1, std::uint32_t threads = 1) {
  EnhanceOptions options;
  options.layers = layers;
  options.boost = Boost::residual;
  options.center = true;
  options.threads = threads;
  return options;
}

void add_both_ways(std::vector<Row>& pairs, std::size_t x, std::size_t y) {
  const auto from = static_cast<Row>(x);
  const auto to = static_cast<Row>(y);
  pairs.insert(pairs.end(), {from, to, to, from});
}

enum Clause : std::size_t { right, wrong, chance, far, fixed };

// Objects with two hidden classes, half of them labelled. Edges stay in a class, links go to the other one,
// pairs go anywhere, and far ones are between objects without labels.
World two_classes(std::size_t objects = 400) {
  World world(
      "type P\npredict A(P), B(P)\nexclusive A, B\ngiven Edge(P, P), Link(P, P), Pair(P, P), Far(P, P)\n"
      "rule \"right\": A(x) & Edge(x, y) -> A(y)\n"
      "rule \"wrong\": A(x) & Link(x, y) -> A(y)\n"
      "rule \"random\": A(x) & Pair(x, y) -> A(y)\n"
      "rule \"far\": A(x) & Far(x, y) -> A(y)\n"
      "rule \"fixed\" weight 0.25: B(x) & Edge(x, y) -> B(y)\n");
  std::vector<Row> edges;
  std::vector<Row> links;
  std::vector<Row> pairs;
  std::vector<Row> far_pairs;
  for (std::size_t i = 0; i < objects; ++i) {
    const std::size_t is_second = i % 2;
    const float logit = (is_second == 0 ? 0.7F : -0.7F) + world.noise(2);
    world.logits.insert(world.logits.end(), {logit, -logit});
    world.labels.atoms.push_back(is_second == 0 ? table::Known::yes : table::Known::no);
    world.labels.atoms.push_back(is_second == 0 ? table::Known::no : table::Known::yes);
    world.is_in.push_back(i < objects / 2);
    for (int k = 0; k < 3; ++k) {
      add_both_ways(edges, i, 2 * world.below(objects / 2) + is_second);
      add_both_ways(links, i, 2 * world.below(objects / 2) + 1 - is_second);
      add_both_ways(pairs, i, world.below(objects));
    }
    if (i + 2 > objects / 2 && i + 2 < objects)
      add_both_ways(far_pairs, i + 2, objects / 2 + world.below(objects / 2));
  }
  world.tables.resize("P", objects);
  world.tables.list("Edge", edges);
  world.tables.list("Link", links);
  world.tables.list("Pair", pairs);
  world.tables.list("Far", far_pairs);
  return world;
}

TEST(Trust, TrustsRightRulesAndNoOthers) {
  const World world = two_classes();
  for (const std::uint32_t layers : {1U, 3U}) {
    for (const nn::Loss loss : {nn::Loss::cross_entropy, nn::Loss::linear}) {
      const Trust trust = world.trust(residual(layers), {}, loss);
      ASSERT_EQ(trust.rules.size(), 5U);
      ASSERT_EQ(trust.weights.size(), 5 * layers);
      EXPECT_EQ(trust.folds, 5U);
      EXPECT_LT(trust.loss_with, 0.95 * trust.loss_without);
      EXPECT_GT(trust.rules[right].weight, 0.3) << layers;
      EXPECT_GT(trust.rules[right].score, 4);
      EXPECT_EQ(trust.rules[right].verdict, Verdict::trusted);
      for (const Clause clause : {wrong, chance}) {
        EXPECT_EQ(trust.rules[clause].weight, 0) << clause;
        EXPECT_LE(trust.rules[clause].low, 0) << clause;
      }
      EXPECT_EQ(trust.rules[wrong].verdict, Verdict::contradicted);
      EXPECT_EQ(trust.rules[chance].verdict, Verdict::not_supported);
    }
  }
}

TEST(Trust, SaysWhatSpeaksForARule) {
  const Trust trust = two_classes().trust(residual());
  const RuleTrust& good = trust.rules[right];
  EXPECT_GT(good.evidence.groundings, 100U);
  EXPECT_EQ(good.evidence.holds, good.evidence.groundings);
  EXPECT_NEAR(good.evidence.chance, 0.5, 0.1);
  EXPECT_LT(good.low, good.weight);
  EXPECT_GT(good.high, good.weight);
  EXPECT_EQ(trust.rules[wrong].evidence.holds, 0U);
  EXPECT_NEAR(trust.rules[chance].evidence.compliance().value(), trust.rules[chance].evidence.chance, 0.1);
}

TEST(Trust, GivesThePriorToRulesWithoutEvidence) {
  const World world = two_classes();
  TrustOptions options;
  EXPECT_EQ(world.trust(residual(), options).rules[far].weight, 0);
  options.prior = 1.5;
  const Trust trust = world.trust(residual(2), options);
  EXPECT_EQ(trust.rules[far].evidence.groundings, 0U);
  EXPECT_EQ(trust.rules[far].verdict, Verdict::no_evidence);
  for (const std::size_t layer : {0U, 1U}) EXPECT_EQ(trust.weights[layer * 5 + far], 1.5F);
  EXPECT_EQ(trust.rules[wrong].weight, 0) << "labels speak of it, so the prior is not for it";
}

TEST(Trust, LeavesFixedWeights) {
  const Trust trust = two_classes().trust(residual(3));
  for (const std::size_t layer : {0U, 1U, 2U}) EXPECT_EQ(trust.weights[layer * 5 + fixed], 0.25F);
  EXPECT_EQ(trust.rules[fixed].verdict, Verdict::fixed);
}

TEST(Trust, GivesTheSameBitsForAnyThreads) {
  const World world = two_classes();
  const Trust one = world.trust(residual(2, 1));
  for (const std::uint32_t threads : {2U, 3U}) EXPECT_EQ(world.trust(residual(2, threads)), one);
}

TEST(Trust, GivesThePriorWhenThereAreTooFewLabels) {
  World world = two_classes(20);
  world.is_in.assign(20, false);
  for (const std::size_t row : {0, 1, 2}) world.is_in[row] = true;
  TrustOptions options;
  options.prior = 0.75;
  const Trust trust = world.trust(residual(), options);
  EXPECT_EQ(trust.folds, 0U);
  for (const Clause clause : {right, wrong, chance, far}) EXPECT_EQ(trust.rules[clause].weight, 0.75);
  EXPECT_EQ(trust.rules[fixed].weight, 0.25);
}

TEST(Trust, TrustsNothingUnderAStrongPenalty) {
  TrustOptions options;
  options.strength = 1000;
  const Trust trust = two_classes().trust(residual(), options);
  for (const Clause clause : {right, wrong, chance, far}) EXPECT_EQ(trust.rules[clause].weight, 0);
}

TEST(Trust, TrustsNothingWhenPredictionsAreCertainAndRight) {
  World world = two_classes();
  for (std::size_t i = 0; i < world.logits.size(); ++i) {
    world.logits[i] = world.labels.atoms[i] == table::Known::yes ? 10.0F : -10.0F;
  }
  const Trust trust = world.trust(residual());
  for (const Clause clause : {right, wrong, chance, far}) EXPECT_EQ(trust.rules[clause].weight, 0);
  EXPECT_EQ(trust.rules[right].verdict, Verdict::adds_nothing);
}

// Where the networks of all folds say the same, it does not matter by which a row is judged.
TEST(Trust, IsTheSameByFoldWhenTheFoldsAgree) {
  const World world = two_classes();
  std::vector<TrustTable> tables = world.trust_tables();
  tables[0].by_fold.assign(5, world.logits);
  const Trust stitched = world.trust(residual(2));
  const Trust by_fold = find_trust(Plan(world.knowledge, world.tables), world.knowledge, tables,
                                   world.folds(), residual(2), nn::Loss::cross_entropy, {});
  ASSERT_EQ(by_fold.weights.size(), stitched.weights.size());
  for (std::size_t i = 0; i < stitched.weights.size(); ++i) {
    EXPECT_NEAR(by_fold.weights[i], stitched.weights[i], 0.02F) << i;
  }
}

// Labels are random, but every network passes those that it was trained on to their neighbours, as a graph
// network does. Stitched together, the neighbours of a row know its label; judged by one network, they do
// not.
TEST(Trust, ByFoldLearnsNothingFromLabelsThatNetworksPassOn) {
  constexpr std::size_t objects = 300;
  World world(
      "type P\npredict A(P), B(P)\nexclusive A, B\ngiven Edge(P, P)\n"
      "for T in {A, B} rule \"near\": T(x) & Edge(x, y) -> T(y)\n");
  std::vector<Row> edges;
  for (std::size_t i = 0; i < objects; ++i) {
    const bool is_first = world.below(2) == 0;
    world.labels.atoms.insert(world.labels.atoms.end(), {is_first ? table::Known::yes : table::Known::no,
                                                         is_first ? table::Known::no : table::Known::yes});
    world.is_in.push_back(true);
    add_both_ways(edges, i, (i + 1) % objects);
  }
  world.tables.resize("P", objects);
  world.tables.list("Edge", edges);
  const Folds folds = world.folds();
  std::vector<std::vector<float>> by_fold(5);
  for (std::uint32_t fold = 0; fold < 5; ++fold) {
    for (std::size_t i = 0; i < objects; ++i) {
      float logit = world.noise(0.1F);
      for (const std::size_t other : {(i + 1) % objects, (i + objects - 1) % objects}) {
        if (folds.of_rows[0][other] == fold) continue;
        logit += world.labels.atoms[2 * other] == table::Known::yes ? 0.2F : -0.2F;
      }
      by_fold[fold].insert(by_fold[fold].end(), {logit, -logit});
    }
  }
  for (std::size_t i = 0; i < 2 * objects; ++i) world.logits.push_back(by_fold[folds.of_rows[0][i / 2]][i]);
  EXPECT_GT(world.trust(residual()).rules[0].weight, 0.3);
  std::vector<TrustTable> tables = world.trust_tables();
  tables[0].by_fold.assign(by_fold.begin(), by_fold.end());
  const Trust trust = find_trust(Plan(world.knowledge, world.tables), world.knowledge, tables, folds,
                                 residual(), nn::Loss::cross_entropy, {});
  EXPECT_EQ(trust.rules[0].weight, 0);
}

// Thirty rules push objects away from their labels; one is right, though not by much.
TEST(Trust, FindsARightRuleAmongManyContradictedOnes) {
  constexpr std::size_t wrong_rules = 30;
  constexpr std::size_t objects = 200;
  std::string text = "type P\npredict R(P), S(P)";
  std::string rules = "\nrule \"right\": R(x) -> S(x)\n";
  for (std::size_t i = 0; i < wrong_rules; ++i) {
    const std::string name = "W" + std::to_string(i);
    text += ", " + name + "(P)";
    rules += "rule: R(x) -> " + name + "(x)\n";
  }
  World world(text + rules);
  for (std::size_t i = 0; i < objects; ++i) {
    const bool has_body = i % 2 == 0;
    world.labels.atoms.insert(world.labels.atoms.end(),
                              {has_body ? table::Known::yes : table::Known::no,
                               has_body || i % 4 == 1 ? table::Known::yes : table::Known::no});
    world.logits.insert(world.logits.end(), {has_body ? 3.0F : -3.0F, 0.5F + world.noise(1)});
    for (std::size_t rule = 0; rule < wrong_rules; ++rule) {
      const bool holds = !has_body && world.below(2) == 0;
      world.labels.atoms.push_back(holds ? table::Known::yes : table::Known::no);
      world.logits.push_back(world.noise(1));
    }
    world.is_in.push_back(true);
  }
  world.tables.resize("P", objects);
  const Trust trust = world.trust(residual());
  EXPECT_GT(trust.rules[0].weight, 0.3);
  EXPECT_EQ(trust.rules[0].verdict, Verdict::trusted);
  for (std::size_t rule = 1; rule < trust.rules.size(); ++rule) {
    EXPECT_EQ(trust.rules[rule].weight, 0) << rule;
    EXPECT_EQ(trust.rules[rule].verdict, Verdict::contradicted) << rule;
  }
}

TEST(Trust, CanBeStopped) {
  const World world = two_classes();
  const std::atomic<bool> stop = true;
  EXPECT_THROW(find_trust(Plan(world.knowledge, world.tables), world.knowledge, world.trust_tables(),
                          world.folds(), residual(), nn::Loss::cross_entropy, {}, &stop),
               Error);
}

// Twelve parents with two children each, of which a row has some: every rule child -> parent always holds,
// and each has few labels.
TEST(Trust, PoolsRulesThatAlwaysHold) {
  constexpr std::size_t parents = 12;
  std::string text = "type P\npredict ";
  std::string rules;
  for (std::size_t parent = 0; parent < parents; ++parent) {
    const std::string name = "C" + std::to_string(parent);
    text += (parent == 0 ? "" : ", ") + name + "(P), " + name + "a(P), " + name + "b(P)";
    for (const char* const child : {"a", "b"}) {
      rules += "rule: " + name;
      rules += std::string(child) + "(x) -> " + name + "(x)\n";
    }
  }
  World world(text + "\n" + rules);
  constexpr std::size_t objects = 150;
  for (std::size_t i = 0; i < objects; ++i) {
    for (std::size_t parent = 0; parent < parents; ++parent) {
      const bool has_parent = world.below(6) == 0;
      const bool has_first = has_parent && world.below(2) == 0;
      const bool has_second = has_parent && world.below(2) == 0;
      for (const bool holds : {has_parent, has_first, has_second}) {
        world.labels.atoms.push_back(holds ? table::Known::yes : table::Known::no);
        world.logits.push_back((holds ? 0.3F : -2.0F) + world.noise(2));
      }
    }
    world.is_in.push_back(true);
  }
  world.tables.resize("P", objects);
  const Trust trust = world.trust(residual());
  std::size_t trusted = 0;
  for (const RuleTrust& rule : trust.rules) {
    EXPECT_EQ(rule.evidence.holds, rule.evidence.groundings);
    trusted += rule.verdict == Verdict::trusted ? 1 : 0;
  }
  EXPECT_EQ(trust.rules.size(), 2 * parents);
  EXPECT_EQ(trusted, 2 * parents) << "evidence of the shape is shared";
  EXPECT_EQ(trust.weights, std::vector<float>(trust.weights.size(), trust.weights.front()));
  EXPECT_LT(trust.loss_with, trust.loss_without);
}

TEST(SeenLabels, CountsRowsWhoseLabelsAreAllRight) {
  World world("type P\npredict A(P), B(P), C(P)\nexclusive A, B\nrule: A(x) -> C(x)\n");
  for (std::size_t i = 0; i < 30; ++i) {
    world.logits.insert(world.logits.end(), {2, 1, -1});
    world.labels.atoms.insert(world.labels.atoms.end(),
                              {table::Known::yes, table::Known::no, table::Known::no});
    world.is_in.push_back(true);
  }
  world.tables.resize("P", 30);
  const auto count = [&] { return rows_right(world.knowledge.vocabulary(), world.trust_tables()); };
  EXPECT_EQ(count().rows, 30U);
  EXPECT_TRUE(count().look_seen());
  world.labels.atoms[2] = table::Known::yes;  // C of the first row
  EXPECT_EQ(count().right, 29U);
  EXPECT_FALSE(count().look_seen());
  for (std::size_t i = 0; i < 3; ++i) world.labels.atoms[i] = table::Known::nothing;
  EXPECT_EQ(count().rows, 29U);
  EXPECT_TRUE(count().look_seen());
  world.is_in.assign(30, false);
  for (std::size_t i = 0; i < 15; ++i) world.is_in[i] = true;
  EXPECT_FALSE(count().look_seen()) << "too few rows to tell";
}

}  // namespace
}  // namespace kenn::trust
