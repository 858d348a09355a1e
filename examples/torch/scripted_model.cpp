// Rules on top of a TorchScript model that was trained in Python, and is loaded from a file.
//
//   python3 examples/torch/make_scripted_model.py pages.pt
//   example-scripted-model pages.pt
#include <kenn/torch.h>
#include <torch/script.h>

#include <cstdio>
#include <random>

namespace {

using torch::Tensor;

constexpr const char* knowledge_text = R"(
  type Page
  predict Sport(Page), Politics(Page), Science(Page)
  given Link(Page, Page)
  exclusive Sport, Politics, Science
  for T in {Sport, Politics, Science} rule "links stay on topic": T(x) & Link(x, y) -> T(y)
)";

constexpr std::int64_t pages = 400;
constexpr std::int64_t labelled = 100;  // from these we learn how far to trust the rules

double percent_right(const Tensor& logits, const Tensor& topic) {
  const Tensor right = logits.argmax(1) == topic;
  return 100 * right.slice(0, labelled).to(torch::kFloat64).mean().item<double>();
}

void run(const char* model_file) {
  torch::manual_seed(1);
  torch::jit::Module model = torch::jit::load(model_file);
  model.eval();

  // Pages that the model has not seen: a topic shows in one of three features, and drowns in noise.
  const Tensor topic = torch::arange(pages) % 3;
  const Tensor x = torch::one_hot(topic, 3) + 0.8 * torch::randn({pages, 3});

  const auto knowledge = kenn::Knowledge::from_text(knowledge_text);
  std::mt19937 random(1);
  std::vector<kenn::Row> links;
  for (kenn::Row from = 0; from < pages; ++from) {
    for (int i = 0; i < 6; ++i) {
      const auto to = static_cast<kenn::Row>(random() % pages);
      if (from % 3 == to % 3 || random() % 20 == 0) links.insert(links.end(), {from, to, to, from});
    }
  }
  kenn::Tables tables(knowledge);
  tables.resize("Page", pages);
  tables.list("Link", links);
  const kenn::Plan plan(knowledge, tables);
  kenn::torch::Enhancer enhancer(knowledge);

  // The model stays as it is, so it needs to run once, without gradients. To train it further, call it in the
  // loop and give model.parameters() to the optimiser, too.
  Tensor logits;
  {
    const torch::NoGradGuard no_gradients;
    logits = model.forward({x}).toTensor();
  }
  torch::optim::Adam optimiser(enhancer->parameters(), 0.05);
  for (int epoch = 0; epoch < 100; ++epoch) {
    optimiser.zero_grad();
    const Tensor enhanced = enhancer->forward(logits, plan);
    torch::nn::functional::cross_entropy(enhanced.slice(0, 0, labelled), topic.slice(0, 0, labelled))
        .backward();
    optimiser.step();
  }

  std::printf("right, the model alone: %.1f %%\n", percent_right(logits, topic));
  std::printf("right, with rules:      %.1f %%\n\n", percent_right(enhancer->forward(logits, plan), topic));
  for (const std::string& clause : enhancer->clause_names())
    std::printf("weight %.2f  %s\n", enhancer->weights_of(clause).front(), clause.c_str());
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::fprintf(stderr, "usage: example-scripted-model MODEL.pt (make_scripted_model.py writes one)\n");
    return 2;
  }
  try {
    run(arguments[1]);
  } catch (const c10::Error& error) {  // torch's own, when it cannot load the file; what() adds a stack trace
    std::fprintf(stderr, "%s\n", error.what_without_backtrace());
    return 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
