// What may happen between the forward and the backward of the torch module.
#include <gtest/gtest.h>
#include <kenn/torch.h>

#include <algorithm>
#include <thread>

namespace kenn {
namespace {

using ::torch::Tensor;

struct Graph {
  Knowledge knowledge = Knowledge::from_text(
      "type Paper\npredict AI(Paper), DB(Paper)\ngiven Cite(Paper, Paper)\n"
      "for T in {AI, DB} rule \"topic\": T(x) & Cite(x, y) -> T(y)\n");
  Plan plan = make_plan();
  torch::Enhancer enhancer{knowledge, {.layers = 2}};
  Tensor logits = 2 * ::torch::randn({6, 2});
  Tensor gradient = ::torch::randn({6, 2});

  [[nodiscard]] Plan make_plan() const {
    Tables tables(knowledge);
    tables.resize("Paper", 6);
    tables.list("Cite", {0, 1, 1, 2, 2, 0, 3, 1, 4, 0, 1, 5});
    return {knowledge, tables};
  }

  Graph() { logits.set_requires_grad(true); }

  Tensor forward() { return enhancer->forward(logits, plan); }

  // What backward complains about after a change, or "accepted".
  template <typename Change>
  std::string message_after(Change change) {
    const Tensor out = forward();
    change();
    try {
      out.backward(gradient);
    } catch (const Error& error) {
      return error.diagnostics().front().message;
    } catch (const c10::Error& error) {
      return error.what();
    }
    return "accepted";
  }
};

TEST(TorchBackward, RefusesLogitsAndWeightsThatAreNoLongerTheSame) {
  EXPECT_EQ(Graph().message_after([] {}), "accepted");
  Graph graph;
  EXPECT_EQ(
      graph.message_after([&] {
        graph.logits.set_data(::torch::ones({1, 2}));
      }),
      "the saved values of a table: expected a dense Float tensor of shape [6, 2] on the CPU, as in the "
      "forward pass, got CPUFloatType of shape [1, 2]");
  graph = Graph();
  EXPECT_NE(graph.message_after([&] { graph.logits.set_data(graph.logits.to(::torch::kFloat64)); })
                .find("got CPUDoubleType"),
            std::string::npos);
  graph = Graph();
  EXPECT_NE(
      graph.message_after([&] { graph.enhancer->to(::torch::kFloat16); }).find("the weights of the enhancer"),
      std::string::npos);
  graph = Graph();
  EXPECT_NE(graph.message_after([&] {
                   graph.enhancer->weights.set_data(::torch::ones({9, 9}));
                 })
                .find("got CPUFloatType of shape [9, 9]"),
            std::string::npos);
}

TEST(TorchBackward, NoticesThatLogitsAndWeightsWereWrittenTo) {
  for (const bool is_weights : {false, true}) {
    Graph graph;
    const std::string message = graph.message_after([&] {
      const ::torch::NoGradGuard guard;
      (is_weights ? graph.enhancer->weights : graph.logits).add_(1);
    });
    EXPECT_NE(message.find("modified by an inplace operation"), std::string::npos) << message;
  }
}

TEST(TorchBackward, CopiesLogitsThatLieInMemoryInAnotherWay) {
  Graph graph;
  graph.forward().backward(graph.gradient);
  const Tensor expected = graph.logits.grad().clone();
  graph.logits.mutable_grad().reset();
  const Tensor turned = graph.logits.detach().t().contiguous().t();
  EXPECT_EQ(graph.message_after([&] { graph.logits.set_data(turned); }), "accepted");
  EXPECT_TRUE(::torch::equal(graph.logits.grad(), expected));
  graph.logits.mutable_grad().reset();
  graph.forward().backward(::torch::_neg_view(-graph.gradient));
  EXPECT_TRUE(::torch::equal(graph.logits.grad(), expected));
}

TEST(TorchBackward, RefusesWeightsThatTheEngineCannotRead) {
  const auto message = [](const Tensor& weights) -> std::string {
    Graph graph;
    graph.enhancer->weights = weights;
    try {
      graph.forward();
    } catch (const Error& error) {
      return error.diagnostics().front().message;
    }
    return "accepted";
  };
  EXPECT_EQ(message(::torch::ones({2, 2})), "accepted");
  EXPECT_EQ(
      message(::torch::ones({2, 2}, ::torch::kMeta)),
      "the weights: expected a dense tensor of floating point numbers of shape [2, 2] (layers, clauses) on "
      "the CPU, got MetaFloatType of shape [2, 2]");
  EXPECT_NE(message(::torch::ones({4, 1})).find("of shape [4, 1]"), std::string::npos);
  EXPECT_NE(message(::torch::ones({}, ::torch::kInt64)).find("got CPULongType"), std::string::npos);
  EXPECT_NE(message(Tensor()), "accepted");
}

TEST(TorchBackward, GoesBackThroughOneGraphFromSeveralThreads) {
  const Knowledge knowledge = Graph().knowledge;
  constexpr Row papers = 2000;
  Tables tables(knowledge);
  tables.resize("Paper", papers);
  std::vector<Row> pairs;
  for (Row i = 0; i < 10 * papers; ++i)
    pairs.insert(pairs.end(), {i % papers, (i * 7 + i / papers) % papers});
  tables.list("Cite", pairs);
  const Plan plan(knowledge, tables);
  torch::Enhancer enhancer(knowledge, {.layers = 2});
  const Tensor logits = ::torch::randn({papers, 2}).requires_grad_();
  const Tensor out = enhancer->forward(logits, plan);
  std::vector<Tensor> gradients;
  std::vector<Tensor> expected;
  for (int i = 0; i < 4; ++i) {
    gradients.push_back(::torch::randn({papers, 2}));
    expected.push_back(::torch::autograd::grad({out}, {logits}, {gradients.back()}, true)[0]);
  }
  std::vector<int> right(4);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      for (int turn = 0; turn < 50; ++turn) {
        const Tensor found = ::torch::autograd::grad({out}, {logits}, {gradients[i]}, true)[0];
        right[i] += ::torch::equal(found, expected[i]) ? 1 : 0;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, std::vector<int>(4, 50));
}

}  // namespace
}  // namespace kenn
