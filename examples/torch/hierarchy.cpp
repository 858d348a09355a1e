// A hierarchy of classes: mammals are found though not one training example is labelled as a mammal.
#include <kenn/torch.h>

#include <cstdio>

namespace {

using torch::Tensor;

// A hierarchy is certain, and there are no labels from which to learn how far to trust what it says of
// mammals: the weights are fixed. The rules speak in both directions: dogs and cats are mammals, and nothing
// else is.
constexpr const char* knowledge_text = R"(
  type Thing
  predict Dog(Thing), Cat(Thing), Eagle(Thing), Oak(Thing), Animal(Thing), Mammal(Thing)
  rule weight 2: Dog(x) | Cat(x) <-> Mammal(x)
  rule weight 2: Mammal(x) | Eagle(x) -> Animal(x)
  rule weight 2: Oak(x) -> !Animal(x)
)";

constexpr const char* names[] = {"Dog", "Cat", "Eagle", "Oak", "Animal", "Mammal"};
constexpr std::int64_t classes = 6;
constexpr std::int64_t labelled_classes = 5;  // all but the last: the labels are older than the class Mammal

struct Things {
  Tensor features;
  Tensor labels;  // [things, classes]; the last column is only used to test
};

// So many dogs, as many cats, eagles and oaks; what is seen of them is noisy.
Things make_things(std::int64_t each, const Tensor& looks) {
  const Tensor labels = torch::tensor({{1, 0, 0, 0, 1, 1},    // a dog is an animal and a mammal
                                       {0, 1, 0, 0, 1, 1},    // and so is a cat
                                       {0, 0, 1, 0, 1, 0},    // an eagle is an animal
                                       {0, 0, 0, 1, 0, 0}});  // an oak is none
  const Tensor kind = torch::arange(4).repeat_interleave(each);
  const Tensor seen = looks.index_select(0, kind);
  return {seen + 0.6 * torch::randn_like(seen), labels.index_select(0, kind).to(torch::kFloat32)};
}

// A plan is for one set of things; the enhancer and its weights are for all.
kenn::Plan make_plan(const kenn::Knowledge& knowledge, const Things& things) {
  kenn::Tables tables(knowledge);
  tables.resize("Thing", static_cast<std::size_t>(things.features.size(0)));
  return {knowledge, tables};
}

void print(const Tensor& predicted, const Tensor& labels) {
  for (std::int64_t column = 0; column < classes; ++column) {
    const Tensor said = predicted.select(1, column) > 0;  // the logit of one half
    const Tensor is = labels.select(1, column) > 0.5;
    std::printf("  %-6s  found %2d of %d, false alarms %d\n", names[column], (said & is).sum().item<int>(),
                is.sum().item<int>(), (said & ~is).sum().item<int>());
  }
}

void run() {
  torch::manual_seed(1);
  const Tensor looks = torch::randn({4, 8});  // of each kind
  const Things training = make_things(40, looks);
  const Things test = make_things(25, looks);
  const auto knowledge = kenn::Knowledge::from_text(knowledge_text);
  const kenn::Plan training_plan = make_plan(knowledge, training);
  const kenn::Plan test_plan = make_plan(knowledge, test);
  kenn::torch::Enhancer enhancer(knowledge);

  for (const bool with_rules : {false, true}) {
    torch::nn::Linear network(8, classes);
    torch::nn::init::zeros_(network->weight);
    torch::nn::init::constant_(network->bias, -1);  // without evidence no class is likely
    const auto logits = [&](const Things& things, const kenn::Plan& plan) {
      const Tensor alone = network->forward(things.features);
      return with_rules ? enhancer->forward(alone, plan) : alone;
    };
    torch::optim::Adam optimiser(network->parameters(), 0.02);
    for (int epoch = 0; epoch < 200; ++epoch) {
      optimiser.zero_grad();
      // Mammal is not in the loss. With rules it still has gradients: a network that says "dog" and not
      // "mammal" has its dog lowered, so it learns to say both.
      torch::nn::functional::binary_cross_entropy_with_logits(
          logits(training, training_plan).slice(1, 0, labelled_classes),
          training.labels.slice(1, 0, labelled_classes))
          .backward();
      optimiser.step();
    }
    std::printf("%s rules:\n", with_rules ? "with" : "without");
    print(logits(test, test_plan), test.labels);
  }
}

}  // namespace

int main() {
  try {
    run();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
