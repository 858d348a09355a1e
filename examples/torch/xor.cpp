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

// Trains on all four points and prints what comes out.
void train_and_print(const Tensor& x, const Tensor& y, const std::vector<Tensor>& parameters,
                     const std::function<Tensor()>& logits) {
  torch::optim::Adam optimiser(parameters, 0.05);
  for (int epoch = 0; epoch < 200; ++epoch) {
    optimiser.zero_grad();
    torch::nn::functional::binary_cross_entropy_with_logits(logits(), y).backward();
    optimiser.step();
  }
  const Tensor predicted = torch::sigmoid(logits());
  for (std::int64_t point = 0; point < 4; ++point) {
    std::printf("  %.0f xor %.0f = %.0f  predicted %.2f\n", x[point][0].item<double>(),
                x[point][1].item<double>(), y[point].item<double>(), predicted[point].item<double>());
  }
  const bool learned = (predicted - y).abs().max().item<double>() < 0.4;
  std::printf("  XOR is %s\n", learned ? "learned" : "not learned");
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

  std::printf("logistic regression:\n");
  torch::nn::Linear plain(2, 1);
  train_and_print(x, y, plain->parameters(), [&] { return plain->forward(x); });

  std::printf("the same with rules:\n");
  torch::nn::Linear network(2, 1);
  kenn::torch::Enhancer enhancer(knowledge);
  std::vector<Tensor> parameters = network->parameters();
  parameters.push_back(enhancer->weights);
  train_and_print(x, y, parameters, [&] { return enhancer->forward(network->forward(x), plan); });
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
