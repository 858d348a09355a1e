// Rules on top of a network of your own: papers with few labels, citations, and one rule that is wrong.
#include <kenn/torch.h>

#include <cstdio>
#include <functional>
#include <random>

namespace {

using torch::Tensor;

constexpr const char* knowledge_text = R"(
  type Paper
  predict AI(Paper), DB(Paper), ML(Paper)
  given Cite(Paper, Paper), SameDay(Paper, Paper)
  exclusive AI, DB, ML
  for T in {AI, DB, ML} rule "citations stay on topic": T(x) & Cite(x, y) -> T(y)
  for T in {AI, DB, ML} rule "a day has one topic": T(x) & SameDay(x, y) -> T(y)
)";

constexpr std::int64_t papers = 600;
constexpr std::int64_t labelled = 90;  // the first ones; of the others we know all but the topic
constexpr std::int64_t words = 9;
constexpr std::int64_t topics = 3;

// Random pairs of papers; of those on one topic, and of the others, this many percent are kept. A pair counts
// in one direction only, so both are listed.
std::vector<kenn::Row> random_pairs(std::mt19937& random, unsigned one_topic, unsigned other_topics) {
  std::vector<kenn::Row> pairs;
  for (kenn::Row x = 0; x < papers; ++x) {
    for (int i = 0; i < 6; ++i) {
      const auto y = static_cast<kenn::Row>(random() % papers);
      const unsigned percent = x % 3 == y % 3 ? one_topic : other_topics;  // paper i has topic i % 3
      if (random() % 100 < percent) pairs.insert(pairs.end(), {x, y, y, x});
    }
  }
  return pairs;
}

torch::nn::Sequential make_network() {
  return torch::nn::Sequential(torch::nn::Linear(words, 16), torch::nn::ReLU(),
                               torch::nn::Linear(16, topics));
}

// The network and the rules in one module, so that one optimiser trains and one file holds both.
struct PaperModelImpl : torch::nn::Module {
  explicit PaperModelImpl(const kenn::Knowledge& knowledge)
      : network(register_module("network", make_network())),
        enhancer(register_module("enhancer", kenn::torch::Enhancer(knowledge))) {}

  Tensor forward(const Tensor& x, const kenn::Plan& plan) {
    return enhancer->forward(network->forward(x), plan);
  }

  torch::nn::Sequential network;
  kenn::torch::Enhancer enhancer;
};
TORCH_MODULE(PaperModel);

// Full batch, cross-entropy on the labelled papers; returns the share of the other papers that is right.
double train_and_test(const Tensor& topic, const std::vector<Tensor>& parameters,
                      const std::function<Tensor()>& logits) {
  torch::optim::Adam optimiser(parameters, 0.02);
  for (int epoch = 0; epoch < 100; ++epoch) {
    optimiser.zero_grad();
    torch::nn::functional::cross_entropy(logits().slice(0, 0, labelled), topic.slice(0, 0, labelled))
        .backward();
    optimiser.step();
  }
  const Tensor right = logits().argmax(1) == topic;
  return right.slice(0, labelled).to(torch::kFloat64).mean().item<double>();
}

void run() {
  torch::manual_seed(1);
  const Tensor topic = torch::arange(papers) % topics;
  const Tensor typical = (torch::arange(words) % topics).unsqueeze(0) == topic.unsqueeze(1);
  const Tensor x = (torch::rand({papers, words}) < 0.05 + 0.25 * typical).to(torch::kFloat32);

  const auto knowledge = kenn::Knowledge::from_text(knowledge_text);
  std::mt19937 random(1);
  kenn::Tables tables(knowledge);
  tables.resize("Paper", papers);
  tables.list("Cite", random_pairs(random, 100, 10));
  tables.list("SameDay", random_pairs(random, 0, 100));  // every day is mixed: the rule is wrong
  const kenn::Plan plan(knowledge, tables);              // once: it is the same graph in every epoch

  torch::nn::Sequential plain = make_network();
  PaperModel model(knowledge);
  const double without = train_and_test(topic, plain->parameters(), [&] { return plain->forward(x); });
  const double with = train_and_test(topic, model->parameters(), [&] { return model->forward(x, plan); });
  std::printf("right without rules: %.1f %%\nright with rules:    %.1f %%\n\n", 100 * without, 100 * with);

  for (const std::string& clause : model->enhancer->clause_names())
    std::printf("weight %.2f  %s\n", model->enhancer->weights_of(clause).front(), clause.c_str());

  torch::save(model, "papers.pt");
  PaperModel loaded(knowledge);  // the file has the parameters; the knowledge comes from its text again
  torch::load(loaded, "papers.pt");
  const bool same = torch::equal(model->forward(x, plan), loaded->forward(x, plan));
  std::printf("\nsaved and loaded: %s predictions\n", same ? "the same" : "OTHER");
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
