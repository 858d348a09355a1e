// Tests of training: what is learned, what stays, and that it can go on from any epoch.
#include "train/trainer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ostream>

#include "dataset/random_data.h"
#include "infer/score.h"
#include "train/step.h"
#include "train/trained_model.h"

namespace kenn::train {
namespace {

using test::RandomData;

TrainOptions epochs(std::uint32_t count) {
  TrainOptions options;
  options.phases.front().epochs = count;
  options.learning_rate = 0.01;
  return options;
}

// First the networks as if there were no rules, then the weights of the rules.
std::vector<Phase> greedy_phases(std::uint32_t epochs) {
  Phase networks;
  networks.uses_enhancers = false;
  networks.epochs = epochs;
  Phase rules;
  rules.learns_networks = false;
  rules.epochs = epochs;
  return {networks, rules};
}

void run(Trainer& trainer) {
  while (!trainer.is_finished()) trainer.run_epoch();
}

ModelOptions small_network(std::uint32_t layers = 1) {
  ModelOptions options;
  options.hidden = {6};
  options.enhance.layers = layers;
  return options;
}

constexpr const char* xor_rules =
    "type Case\npredict Y(Case)\ngiven X1(Case), X2(Case)\n"
    "rule \"both\": X1(c) & X2(c) -> !Y(c)\n"
    "rule \"first\": X1(c) & !X2(c) -> Y(c)\n"
    "rule \"second\": !X1(c) & X2(c) -> Y(c)\n"
    "rule \"none\": !X1(c) & !X2(c) -> !Y(c)\n";

// The four cases, with x1 and x2 as features and as facts.
struct Xor {
  Xor() {
    dataset.tables.resize("Case", 4);
    dataset.tables.list("X1", {2, 3});
    dataset.tables.list("X2", {1, 3});
    dataset.features = {table::Features{4, 2, table::DenseRows{{0, 0, 0, 1, 1, 0, 1, 1}}}};
    dataset.labels.resize(3);
    dataset.tuple_features.resize(3);
    dataset.labels[0].atoms = {table::Known::no, table::Known::yes, table::Known::yes, table::Known::no};
    dataset.labels[0].splits.assign(4, table::Split::train);
  }

  double learned_accuracy(bool with_rules) const {
    const dataset::Graph graph(knowledge, dataset);
    ModelOptions options;
    options.hidden = {};
    options.uses_rules = with_rules;
    RuleModel model(knowledge, {2}, options, 0);
    TrainOptions training = epochs(500);
    training.learning_rate = 0.05;
    Trainer trainer(model, graph, graph, training);
    run(trainer);
    return *infer::accuracy_of(infer::score(graph, model.predict(graph).after, table::Split::train));
  }

  Knowledge knowledge = Knowledge::from_text(xor_rules);
  DatasetParts dataset{Tables(knowledge), {}, {}, {}, {}};
};

TEST(TrainingRun, XorNeedsTheRules) {
  const Xor world;
  EXPECT_EQ(world.learned_accuracy(true), 1.0);
  EXPECT_LT(world.learned_accuracy(false), 1.0);
}

// Two classes; edges stay in a class, links lead to the other one; some objects have features that say
// nothing.
struct Classes {
  Classes() {
    std::mt19937 random(3);
    const std::size_t objects = 300;
    std::vector<Row> edges;
    std::vector<Row> links;
    table::DenseRows values;
    for (std::size_t i = 0; i < objects; ++i) {
      const auto second = i % 2;
      const bool says_something = random() % 10 < 7;
      values.values.push_back(says_something ? (second == 0 ? 1.0F : -1.0F) : 0.0F);
      dataset.labels[0].atoms.push_back(second == 0 ? table::Known::yes : table::Known::no);
      dataset.labels[0].atoms.push_back(second == 0 ? table::Known::no : table::Known::yes);
      dataset.labels[0].splits.push_back(i < 200   ? table::Split::train
                                         : i < 250 ? table::Split::valid
                                                   : table::Split::test);
      for (int k = 0; k < 3; ++k) {
        const auto from = static_cast<Row>(i);
        const auto near = static_cast<Row>(2 * (random() % (objects / 2)) + second);
        const auto far = static_cast<Row>(2 * (random() % (objects / 2)) + 1 - second);
        edges.insert(edges.end(), {from, near, near, from});
        links.insert(links.end(), {from, far, far, from});
      }
    }
    dataset.tables.resize("P", objects);
    dataset.tables.list("Edge", edges);
    dataset.tables.list("Link", links);
    dataset.features = {table::Features{objects, 1, values}};
  }

  Knowledge knowledge = Knowledge::from_text(
      "type P\npredict A(P), B(P)\nexclusive A, B\ngiven Edge(P, P), Link(P, P)\n"
      "for T in {A, B} rule \"right\": T(x) & Edge(x, y) -> T(y)\n"
      "for T in {A, B} rule \"wrong\": T(x) & Link(x, y) -> T(y)\n"
      "rule \"fixed\" weight 0.25: A(x) -> !B(x)\n");
  DatasetParts dataset{Tables(knowledge), {}, {{}, {}, {}}, {{}, {}, {}}, {}};
};

TEST(TrainingRun, WrongRulesFadeRightOnesStayFixedOnesDoNotMove) {
  const Classes world;
  const dataset::Graph graph(world.knowledge, world.dataset);
  RuleModel model(world.knowledge, {1}, small_network(), 0);
  TrainOptions training = epochs(400);
  Trainer trainer(model, graph, graph, training);
  run(trainer);
  const std::vector<float> weights = model.values().back().values;
  const auto names = graph.plan.clause_names();
  std::size_t checked = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].starts_with("right")) {
      EXPECT_GT(weights[i], 0.3F) << names[i];
    } else if (names[i].starts_with("wrong")) {
      EXPECT_LT(weights[i], 0.02F) << names[i];
    } else {
      EXPECT_EQ(weights[i], 0.25F) << names[i];
    }
    ++checked;
  }
  EXPECT_EQ(checked, 5U);
  const double with_rules =
      *infer::accuracy_of(infer::score(graph, model.predict(graph).after, table::Split::test));
  EXPECT_GT(with_rules, 0.95);
}

TEST(TrainingRun, TheBestEpochIsKept) {
  const Classes world;
  const dataset::Graph graph(world.knowledge, world.dataset);
  RuleModel model(world.knowledge, {1}, small_network(), 0);
  Trainer trainer(model, graph, graph, epochs(60));
  run(trainer);
  EXPECT_EQ(trainer.epochs().size(), 61U);
  trainer.keep();
  const Epoch& best = trainer.epochs()[trainer.kept_epoch()];
  for (const Epoch& epoch : trainer.epochs()) EXPECT_LE(*epoch.valid_accuracy, *best.valid_accuracy);
  const double kept =
      *infer::accuracy_of(infer::score(graph, model.predict(graph).after, table::Split::valid));
  EXPECT_DOUBLE_EQ(kept, *best.valid_accuracy);
}

TEST(TrainingRun, PatienceEndsIt) {
  const Classes world;
  const dataset::Graph graph(world.knowledge, world.dataset);
  RuleModel model(world.knowledge, {1}, small_network(), 0);
  TrainOptions training = epochs(1000);
  training.patience = 5;
  Trainer trainer(model, graph, graph, training);
  run(trainer);
  EXPECT_LT(trainer.epochs().size(), 1000U);
  EXPECT_EQ(trainer.epochs().back().number, trainer.kept_epoch() + 5);
}

TEST(TrainingRun, TheLastEpochIsKeptIfSo) {
  const Classes world;
  const dataset::Graph graph(world.knowledge, world.dataset);
  RuleModel model(world.knowledge, {1}, small_network(), 0);
  TrainOptions training = epochs(60);
  training.keeps_best = false;
  Trainer trainer(model, graph, graph, training);
  run(trainer);
  const std::vector<NamedValues> last = model.values();
  trainer.keep();
  EXPECT_EQ(model.values(), last);
  EXPECT_EQ(trainer.kept_epoch(), 60U);
}

// The networks are those of a training without rules, and stay so while the rules are learned.
// Central differences of the loss, at every logit.
TEST(AddGradient, IsThatOfTheLossTimesTheWeight) {
  const RandomData data(4);
  const dataset::Graph graph(data.knowledge, data.dataset);
  const std::vector<nn::TableLoss> losses = losses_of(graph, table::Split::train);
  RuleModel model(data.knowledge, {7, 12}, small_network(), 3);
  dataset::TableList logits = model.predict(graph).before;
  const double weight = 0.7;
  dataset::TableList gradients = zeros_like(logits);
  for (std::vector<float>& table : gradients) std::fill(table.begin(), table.end(), 2.0F);
  add_gradient(losses, nn::Loss::cross_entropy, logits, weight, gradients);
  constexpr float step = 1.0F / 128;
  for (std::size_t i = 0; i < logits.size(); ++i) {
    for (std::size_t at = 0; at < logits[i].size(); ++at) {
      const float logit = logits[i][at];
      logits[i][at] = logit + step;
      const double above = measure(losses, nn::Loss::cross_entropy, logits, nullptr).loss;
      logits[i][at] = logit - step;
      const double below = measure(losses, nn::Loss::cross_entropy, logits, nullptr).loss;
      logits[i][at] = logit;
      const double slope = weight * (above - below) / (2 * static_cast<double>(step));
      EXPECT_NEAR(static_cast<double>(gradients[i][at]), 2 + slope, 1e-5);
    }
  }
}

// Rules that are strong, and wrong half of the time: a network that has to make up for them ends with logits
// of its own that predict little.
TEST(TrainingRun, TheLossOfItsOwnLogitsKeepsANetworkHonest) {
  const Classes world;
  const dataset::Graph graph(world.knowledge, world.dataset);
  const auto own_loss = [&](double weight) {
    ModelOptions options = small_network();
    options.first_rule_weight = 5;
    RuleModel model(world.knowledge, {1}, options, 0);
    TrainOptions training = epochs(200);
    training.phases.front().learns_rules = false;
    training.keeps_best = false;
    training.phases.front().own_loss = weight;
    Trainer trainer(model, graph, graph, training);
    run(trainer);
    return measure(losses_of(graph, table::Split::train), nn::Loss::cross_entropy,
                   model.predict(graph).before, nullptr)
        .loss;
  };
  EXPECT_LT(own_loss(10), 0.7 * own_loss(0));
}

TEST(TrainingRun, GreedilyTheNetworksComeFirst) {
  const Classes world;
  const dataset::Graph graph(world.knowledge, world.dataset);
  for (const bool keeps_best : {true, false}) {
    TrainOptions training = epochs(50);
    training.keeps_best = keeps_best;
    ModelOptions without = small_network(2);
    without.uses_rules = false;
    RuleModel plain(world.knowledge, {1}, without, 0);
    Trainer first(plain, graph, graph, training);
    run(first);
    first.keep();
    training.phases = greedy_phases(50);
    RuleModel model(world.knowledge, {1}, small_network(2), 0);
    Trainer trainer(model, graph, graph, training);
    run(trainer);
    trainer.keep();
    std::vector<NamedValues> networks = model.values();
    const std::vector<float> weights = networks.back().values;
    networks.pop_back();
    EXPECT_EQ(networks, plain.values());
    EXPECT_EQ(trainer.epochs().size(), 102U);
    EXPECT_GE(trainer.kept_epoch(), 51U);
    EXPECT_LT(trainer.epochs().back().loss, trainer.epochs()[51].loss);
    EXPECT_NE(weights, std::vector<float>(weights.size(), 0.5F));
  }
  ModelOptions without = small_network();
  without.uses_rules = false;
  RuleModel plain(world.knowledge, {1}, without, 0);
  TrainOptions training = epochs(5);
  training.phases = greedy_phases(5);
  EXPECT_THROW(Trainer(plain, graph, graph, training), Error);
}

// Every kind of training: all at once or in batches, with and without dropout, one graph or two.
struct Setting {
  std::uint32_t batch_size;
  double dropout;
  bool uses_rules;
  bool is_greedy = false;

  // How googletest names it.
  friend std::ostream& operator<<(std::ostream& stream, const Setting& setting) {
    return stream << "batches of " << setting.batch_size << ", dropout " << setting.dropout
                  << (setting.uses_rules ? ", rules" : ", no rules") << (setting.is_greedy ? ", greedy" : "");
  }
};

class EverySetting : public testing::TestWithParam<Setting> {
 protected:
  [[nodiscard]] ModelOptions model_options() const {
    ModelOptions options = small_network(2);
    options.dropout = GetParam().dropout;
    options.input_dropout = GetParam().dropout / 2;
    options.scale = GetParam().batch_size > 0 ? FeatureScale::rows : FeatureScale::none;
    options.uses_rules = GetParam().uses_rules;
    return options;
  }

  [[nodiscard]] TrainOptions train_options() const {
    TrainOptions options = epochs(9);
    options.batch_size = GetParam().batch_size;
    options.weight_decay = 0.01;
    if (GetParam().is_greedy) options.phases = greedy_phases(9);
    options.seed = 4;
    return options;
  }

  RandomData data{21, 40, 6};
  dataset::Graph graph{data.knowledge, data.dataset};
};

TEST_P(EverySetting, SameInputSameBits) {
  std::vector<TrainState> states;
  for (int i = 0; i < 2; ++i) {
    RuleModel model(data.knowledge, {7, 12}, model_options(), 9);
    Trainer trainer(model, graph, graph, train_options());
    run(trainer);
    states.push_back(trainer.state());
  }
  EXPECT_TRUE(states[0] == states[1]);
}

TEST_P(EverySetting, GoesOnFromAnyEpochAsIfNothingHadHappened) {
  RuleModel model(data.knowledge, {7, 12}, model_options(), 9);
  Trainer trainer(model, graph, graph, train_options());
  std::vector<io::ModelFile> checkpoints;
  while (!trainer.is_finished()) {
    trainer.run_epoch();
    checkpoints.push_back(store_training({{}, {}, {}, {}, {trainer.state()}}, "same"));
  }
  for (const io::ModelFile& checkpoint : checkpoints) {
    RuleModel other(data.knowledge, {7, 12}, model_options(), 1234);
    Trainer resumed(other, graph, graph, train_options());
    const io::ModelFile read = io::model_file_from_bytes(io::model_file_to_bytes(checkpoint), "test");
    resumed.restore(load_training(read, "same", "test").members.front());
    run(resumed);
    ASSERT_TRUE(resumed.state() == trainer.state());
  }
  EXPECT_THROW(static_cast<void>(load_training(checkpoints[0], "other", "test")), Error);
}

TEST_P(EverySetting, LossFalls) {
  RuleModel model(data.knowledge, {7, 12}, model_options(), 9);
  TrainOptions training = train_options();
  for (Phase& phase : training.phases) phase.epochs = 60;
  Trainer trainer(model, graph, graph, training);
  run(trainer);
  EXPECT_LT(trainer.epochs().back().loss, 0.8 * trainer.epochs().front().loss);
}

INSTANTIATE_TEST_SUITE_P(TrainingRun, EverySetting,
                         testing::Values(Setting{0, 0, true}, Setting{0, 0, false}, Setting{5, 0, true},
                                         Setting{0, 0.3, true}, Setting{7, 0.3, true}, Setting{3, 0, false},
                                         Setting{0, 0, true, true}, Setting{5, 0.3, true, true}));

// So many rows that they are shared out among the threads.
TEST(TrainingRun, SameBitsForAnyNumberOfThreads) {
  const RandomData data(6, 4000, 50);
  const dataset::Graph graph(data.knowledge, data.dataset);
  std::vector<TrainState> states;
  for (const std::uint32_t threads : {1U, 2U, 3U, 8U}) {
    ModelOptions options = small_network(2);
    options.hidden = {60, 70};
    options.dropout = 0.1;
    options.enhance.threads = threads;
    RuleModel model(data.knowledge, {7, 12}, options, 5);
    Trainer trainer(model, graph, graph, epochs(4));
    run(trainer);
    states.push_back(trainer.state());
    EXPECT_TRUE(states.back() == states.front()) << threads;
  }
}

// Learning needs only what the labels depend on; the losses are those of the whole graph.
TEST(TrainingRun, LossesAreThoseOfTheWholeGraph) {
  for (std::uint32_t seed = 0; seed < 5; ++seed) {
    RandomData data(seed, 200, 80, 0.5);
    for (table::Labels& labels : data.dataset.labels) {
      for (std::size_t row = 0; row < labels.splits.size(); ++row) {
        if (row % 20 > 1) labels.splits[row] = table::Split::none;
      }
    }
    const dataset::Graph graph(data.knowledge, data.dataset);
    RuleModel model(data.knowledge, {7, 12}, small_network(2), seed);
    Trainer trainer(model, graph, graph, epochs(3));
    const Epoch first = trainer.run_epoch();
    RuleModel same(data.knowledge, {7, 12}, small_network(2), seed);
    const Predictions predictions = same.predict(graph);
    double loss = 0;
    for (std::size_t i = 0; i < graph.predicted.size(); ++i) {
      const nn::TableLoss table(
          graph.dataset.tables.vocabulary(), graph.schema(i), graph.labels(i),
          nn::rows_in(graph.labels(i), graph.plan.tables()[i].rows, table::Split::train));
      loss += table.add(nn::Loss::cross_entropy, predictions.after[i], {});
    }
    EXPECT_NEAR(first.loss, loss, 1e-5);
    EXPECT_NEAR(first.accuracy,
                *infer::accuracy_of(infer::score(graph, predictions.after, table::Split::train)), 1e-12);
    EXPECT_NEAR(*first.valid_accuracy,
                *infer::accuracy_of(infer::score(graph, predictions.after, table::Split::valid)), 1e-12);
  }
}

TEST(TrainingRun, RulesAndNetworksAloneStartFromTheSameNumbers) {
  const RandomData data(2);
  ModelOptions without = small_network();
  without.uses_rules = false;
  const RuleModel first(data.knowledge, {7, 12}, small_network(), 5);
  const RuleModel second(data.knowledge, {7, 12}, without, 5);
  auto values = first.values();
  values.pop_back();  // the weights of the rules
  EXPECT_EQ(values, second.values());
  EXPECT_NE(values, RuleModel(data.knowledge, {7, 12}, without, 6).values());
}

TEST(TrainingRun, RefusesWhatCannotBeLearned) {
  RandomData data(2);
  RuleModel model(data.knowledge, {7, 12}, small_network(), 5);
  RuleModel other(data.knowledge, {8, 12}, small_network(), 5);
  const dataset::Graph graph(data.knowledge, data.dataset);
  EXPECT_THROW(Trainer(other, graph, graph, epochs(1)), Error);
  EXPECT_THROW(static_cast<void>(other.predict(graph)), Error);
  for (table::Labels& labels : data.dataset.labels)
    labels.splits.assign(labels.splits.size(), table::Split::test);
  const dataset::Graph unlabelled(data.knowledge, data.dataset);
  EXPECT_THROW(Trainer(model, unlabelled, unlabelled, epochs(1)), Error);
  TrainOptions batches = epochs(1);
  batches.batch_size = 4;
  EXPECT_THROW(Trainer(model, unlabelled, unlabelled, batches), Error);
}

TEST(TrainingRun, SaysWhenItDiverges) {
  const RandomData data(2);
  const dataset::Graph graph(data.knowledge, data.dataset);
  for (const bool uses_rules : {true, false}) {
    ModelOptions options = small_network();
    options.uses_rules = uses_rules;
    RuleModel model(data.knowledge, {7, 12}, options, 5);
    TrainOptions training = epochs(100);
    training.learning_rate = 1e30;
    Trainer trainer(model, graph, graph, training);
    EXPECT_THROW(run(trainer), Error);
  }
}

// ----------------------------------------------------------------------------------------------- model files

TEST(TrainedModelFile, GivesTheSamePredictions) {
  const RandomData data(8);
  const dataset::Graph graph(data.knowledge, data.dataset);
  for (const bool uses_rules : {true, false}) {
    ModelOptions options = small_network(2);
    options.uses_rules = uses_rules;
    options.enhance.threads = 2;
    RuleModel model(data.knowledge, {7, 12}, options, 5);
    Trainer trainer(model, graph, graph, epochs(5));
    run(trainer);
    const std::string bytes = io::model_file_to_bytes(store_model(data.knowledge, {7, 12}, model));
    TrainedModel loaded = load_model(io::model_file_from_bytes(bytes, "m"), "m", 1);
    const dataset::Graph again(loaded.knowledge, data.dataset);
    EXPECT_EQ(loaded.model.predict(again).after, model.predict(graph).after);
    EXPECT_EQ(loaded.widths, (std::vector<std::size_t>{7, 12}));
    EXPECT_EQ(io::model_file_to_bytes(store_model(loaded.knowledge, loaded.widths, loaded.model)), bytes);
  }
}

TEST(TrainedModelFile, MissingOrWrongPartsAreErrors) {
  const RandomData data(8);
  const RuleModel model(data.knowledge, {7, 12}, small_network(), 5);
  const io::ModelFile file = store_model(data.knowledge, {7, 12}, model);
  for (std::size_t i = 0; i < file.tensors.size(); ++i) {
    io::ModelFile without = file;
    without.tensors.erase(without.tensors.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_THROW(static_cast<void>(load_model(without, "m", 1)), Error) << file.tensors[i].name;
    io::ModelFile reshaped = file;
    reshaped.tensors[i].shape.insert(reshaped.tensors[i].shape.begin(), 1);
    EXPECT_THROW(static_cast<void>(load_model(reshaped, "m", 1)), Error) << file.tensors[i].name;
  }
  for (const auto& [key, text] : file.texts) {
    if (key == "knowledge_name") continue;  // may be anything
    io::ModelFile damaged = file;
    damaged.texts[key] = "[]";
    EXPECT_THROW(static_cast<void>(load_model(damaged, "m", 1)), Error) << key;
  }
  for (const char* const network :
       {R"({"widths": [7], "hidden": [6], "dropout": 0})",
        R"({"widths": [7, 12, 3], "hidden": [6], "dropout": 0})",
        R"({"widths": [7, 12], "hidden": [1000000000], "dropout": 0})",
        R"({"widths": [7, 12], "hidden": [], "dropout": 0})",
        R"({"widths": [7, 12], "hidden": [0], "dropout": 0})",
        R"({"widths": [8, 12], "hidden": [6], "dropout": 0})",
        R"({"widths": [7, 12], "hidden": [-6], "dropout": 0})",
        R"({"widths": [7, 12], "hidden": [6], "dropout": 5})", R"({"widths": [7, 12], "hidden": [6]})"}) {
    io::ModelFile other = file;
    other.texts["network"] = network;
    EXPECT_THROW(static_cast<void>(load_model(other, "m", 1)), Error) << network;
  }
}

}  // namespace
}  // namespace kenn::train
