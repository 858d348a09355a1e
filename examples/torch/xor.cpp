// XOR with a logistic regression: no line separates its classes, four rules do.
#include <kenn/torch.h>

#include <cstdio>
#include <functional>

namespace {

using torch::Tensor;

// The inputs are given, so the rules read them; only Y is predicted and changed.
constexpr const char* knowledge_text = R"(
  type Point
  given X1(Point), X2(Point)
  predict Y(Point)
  rule "both":    X1(p) & X2(p) -> !Y(p)
  rule "first":   X1(p) & !X2(p) -> Y(p)
  rule "second":  !X1(p) & X2(p) -> Y(p)
  rule "neither": !X1(p) & !X2(p) -> !Y(p)
)";

// Trains on all four points and returns the probabilities that come out.
Tensor train(const std::vector<Tensor>& parameters, const std::function<Tensor()>& logits, const Tensor& y) {
  torch::optim::Adam optimiser(parameters, 0.05);
  for (int epoch = 0; epoch < 200; ++epoch) {
    optimiser.zero_grad();
    torch::nn::functional::binary_cross_entropy_with_logits(logits(), y).backward();
    optimiser.step();
  }
  return torch::sigmoid(logits());
}

bool print(const char* title, const Tensor& x, const Tensor& y, const Tensor& probability) {
  const bool learned = torch::equal((probability > 0.5).to(torch::kFloat32), y);
  std::printf("%s:\n", title);
  for (std::int64_t point = 0; point < 4; ++point) {
    std::printf("  %.0f xor %.0f = %.0f  predicted %.2f\n", x[point][0].item<double>(),
                x[point][1].item<double>(), y[point].item<double>(), probability[point].item<double>());
  }
  std::printf("  XOR is %s\n", learned ? "learned" : "not learned");
  return learned;
}

void run() {
  torch::manual_seed(1);
  const Tensor x = torch::tensor({{0.0F, 0.0F}, {0.0F, 1.0F}, {1.0F, 0.0F}, {1.0F, 1.0F}});
  const Tensor y = torch::tensor({{0.0F}, {1.0F}, {1.0F}, {0.0F}});

  const auto knowledge = kenn::Knowledge::from_text(knowledge_text);
  kenn::Tables tables(knowledge);
  tables.resize("Point", 4);
  tables.list("X1", {2, 3});  // of which points X1 is true: rows of x
  tables.list("X2", {1, 3});
  const kenn::Plan plan(knowledge, tables);

  torch::nn::Linear plain(2, 1);
  print("logistic regression", x, y,
        train(
            plain->parameters(), [&] { return plain->forward(x); }, y));

  torch::nn::Linear network(2, 1);
  kenn::torch::Enhancer enhancer(knowledge);
  std::vector<Tensor> parameters = network->parameters();
  parameters.push_back(enhancer->weights);
  print("the same with rules", x, y,
        train(
            parameters, [&] { return enhancer->forward(network->forward(x), plan); }, y));
  for (const std::string& clause : enhancer->clause_names())
    std::printf("  weight %.2f  %s\n", enhancer->weights_of(clause).front(), clause.c_str());
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
