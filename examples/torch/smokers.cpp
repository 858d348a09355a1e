// Smokers and friends: two networks, for persons and for pairs of persons, trained together under rules.
#include <kenn/torch.h>

#include <cstdio>
#include <random>

namespace {

using kenn::torch::Tensors;  // by the names of the predicted tables
using torch::Tensor;

constexpr const char* knowledge_text = R"(
  type Person
  predict Smoker(Person), Cancer(Person), Friends(Person, Person)
  rule "smoking causes cancer":  Smoker(x) -> Cancer(x)
  rule "friends smoke together": Smoker(x) & Friends(x, y) -> Smoker(y)
  rule "friendship is mutual":   Friends(x, y) -> Friends(y, x)
)";

constexpr std::int64_t persons = 300;
// How many rows have labels, the first ones of each table; the others are for testing.
const std::map<std::string, std::int64_t> labelled{{"Person", 60}, {"Friends", 400}};
const std::map<std::string, double> noise{{"Person", 0.9}, {"Friends", 0.4}};

struct World {
  std::vector<kenn::Row> pairs;  // who could be whose friend: both (x, y) and (y, x)
  Tensors truth;                 // Person has the columns Smoker and Cancer, Friends has one row per pair
  Tensors features;              // the truth, hidden in noise
};

World make_world() {
  std::mt19937 random(3);
  const auto happens = [&random](unsigned percent) { return random() % 100 < percent; };
  const auto smokes = [](kenn::Row person) { return person % 2 == 0; };
  World world;
  std::vector<float> health;
  std::vector<float> friends;
  for (kenn::Row x = 0; x < persons; ++x) {
    health.push_back(smokes(x) ? 1.0F : 0.0F);
    health.push_back(happens(smokes(x) ? 90 : 5) ? 1.0F : 0.0F);
    for (kenn::Row y = 0; y < x; ++y) {
      if (!happens(4)) continue;  // they never met: a pair that nobody asks about is not listed
      const float truth = happens(smokes(x) == smokes(y) ? 80 : 2) ? 1.0F : 0.0F;
      world.pairs.insert(world.pairs.end(), {x, y, y, x});
      friends.insert(friends.end(), {truth, truth});
    }
  }
  world.truth["Person"] = torch::tensor(health).view({persons, 2});
  world.truth["Friends"] = torch::tensor(friends).unsqueeze(1);
  for (const auto& [table, truth] : world.truth)
    world.features[table] = truth + noise.at(table) * torch::randn_like(truth);
  return world;
}

// The share of rows without a label that is right, in every column of a table.
Tensor percent_right(const Tensors& logits, const World& world, const std::string& table) {
  const Tensor right = (logits.at(table) > 0) == (world.truth.at(table) > 0.5);
  return 100 * right.slice(0, labelled.at(table)).to(torch::kFloat64).mean(0);
}

void train_and_test(const World& world, const kenn::Knowledge& knowledge, bool with_rules) {
  kenn::Tables tables(knowledge);
  tables.resize("Person", persons);
  tables.list("Friends", world.pairs);  // row i of the tensor Friends is about the i-th pair of this list
  const kenn::Plan plan(knowledge, tables);

  torch::nn::Linear person_network(2, 2);
  torch::nn::Linear pair_network(1, 1);
  kenn::torch::Enhancer enhancer(knowledge);
  const auto forward = [&] {
    const Tensors logits{{"Person", person_network->forward(world.features.at("Person"))},
                         {"Friends", pair_network->forward(world.features.at("Friends"))}};
    return with_rules ? enhancer->forward(logits, plan) : logits;
  };
  torch::optim::Adam optimiser(person_network->parameters(), 0.02);
  optimiser.add_param_group(pair_network->parameters());
  optimiser.add_param_group(enhancer->parameters());
  for (int epoch = 0; epoch < 200; ++epoch) {
    optimiser.zero_grad();
    Tensor loss = torch::zeros({});
    for (const auto& [table, logits] : forward()) {
      const std::int64_t rows = labelled.at(table);
      loss = loss + torch::nn::functional::binary_cross_entropy_with_logits(
                        logits.slice(0, 0, rows), world.truth.at(table).slice(0, 0, rows));
    }
    loss.backward();
    optimiser.step();
  }

  const Tensors logits = forward();
  const Tensor person = percent_right(logits, world, "Person");
  std::printf("%-15s  %6.1f  %6.1f  %7.1f\n", with_rules ? "with rules" : "without rules",
              person[0].item<double>(), person[1].item<double>(),
              percent_right(logits, world, "Friends").item<double>());
  if (!with_rules) return;
  for (const std::string& clause : enhancer->clause_names())
    std::printf("weight %.2f  %s\n", enhancer->weights_of(clause).front(), clause.c_str());
}

}  // namespace

int main() {
  try {
    torch::manual_seed(3);
    const World world = make_world();
    const auto knowledge = kenn::Knowledge::from_text(knowledge_text);
    std::printf("percent right    Smoker  Cancer  Friends\n");
    train_and_test(world, knowledge, /*with_rules=*/false);
    train_and_test(world, knowledge, /*with_rules=*/true);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
