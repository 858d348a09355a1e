// Tests of the torch module: against the same formulas in plain torch, and as a user of torch would use it.
#include <gtest/gtest.h>
#include <kenn/torch.h>

#include <sstream>
#include <thread>

namespace kenn {
namespace {

using ::torch::Tensor;

constexpr const char* citations =
    "type Paper\npredict AI(Paper), DB(Paper), ML(Paper)\ngiven Cite(Paper, Paper)\n"
    "for T in {AI, DB, ML} rule \"topic\": T(x) & Cite(x, y) -> T(y)\n"
    "rule \"apart\": AI(x) -> !DB(x)\n"
    "rule \"fixed\" weight 0.75: ML(x) -> AI(x)\n"
    "exclusive AI, DB, ML\n";

struct Papers {
  Knowledge knowledge = Knowledge::from_text(citations);
  std::vector<Row> pairs = {0, 1, 1, 2, 2, 0, 3, 1, 3, 3, 4, 0, 1, 4};
  Plan plan = make_plan();

  [[nodiscard]] Plan make_plan() const {
    Tables tables(knowledge);
    tables.resize("Paper", 5);
    tables.list("Cite", pairs);
    return {knowledge, tables};
  }

  // The sum over all groundings, written with torch's own operations.
  [[nodiscard]] Tensor plain(const Tensor& z, const Tensor& weights, const EnhanceOptions& options) const {
    const Tensor mean = options.center ? z.mean(1, true) : ::torch::zeros({5, 1}, z.dtype());
    Tensor values = z - mean;
    for (std::int64_t layer = 0; layer < weights.size(0); ++layer)
      values = plain_layer(values, weights[layer], options.boost);
    return values + mean;
  }

  // How a weight of 1 is split among the literals, [2, ...].
  static Tensor split(const Tensor& literals, Boost boost) {
    const Tensor shares = ::torch::softmax(literals, 0);
    return boost == Boost::residual ? shares * ::torch::sigmoid(-literals).prod(0) : shares;
  }

  [[nodiscard]] Tensor plain_layer(const Tensor& z, const Tensor& weights, Boost boost) const {
    std::vector<std::int64_t> from;
    std::vector<std::int64_t> to;
    for (std::size_t i = 0; i < pairs.size(); i += 2) {
      // In a self pair both literals are about one atom: the clause holds, and nothing of it is left.
      if (boost == Boost::residual && pairs[i] == pairs[i + 1]) continue;
      from.push_back(pairs[i]);
      to.push_back(pairs[i + 1]);
    }
    const Tensor x = ::torch::tensor(from);
    const Tensor y = ::torch::tensor(to);
    const Tensor shares = split(::torch::stack({-z.index_select(0, x), z.index_select(0, y)}), boost);
    const Tensor topics = weights.slice(0, 0, 3);
    Tensor delta =
        ::torch::zeros_like(z).index_add(0, x, -shares[0] * topics).index_add(0, y, shares[1] * topics);
    const auto unary = [&](std::int64_t left, double left_sign, std::int64_t right, double right_sign,
                           const Tensor& weight) {
      const Tensor each =
          split(::torch::stack({left_sign * z.select(1, left), right_sign * z.select(1, right)}), boost);
      const auto column = [&](std::int64_t index, const Tensor& values) {
        return ::torch::one_hot(::torch::tensor({index}), 3).to(z.dtype()) * values.unsqueeze(1);
      };
      delta =
          delta + column(left, left_sign * weight * each[0]) + column(right, right_sign * weight * each[1]);
    };
    unary(0, -1, 1, -1, weights[3]);
    unary(2, -1, 0, 1, weights[4]);
    return z + delta;
  }
};

Tensor random_tensor(std::initializer_list<std::int64_t> shape, ::torch::ScalarType type) {
  return 2 * ::torch::randn(shape, ::torch::TensorOptions().dtype(type));
}

std::vector<EnhanceOptions> smooth_options() {
  std::vector<EnhanceOptions> all;
  for (const Boost boost : {Boost::softmax, Boost::residual}) {
    for (const std::uint32_t layers : {1U, 3U}) {
      for (const bool center : {false, true})
        all.push_back({.layers = layers, .boost = boost, .center = center});
    }
  }
  return all;
}

TEST(TorchEnhancer, AgreesWithPlainTorchForwardAndBackward) {
  ::torch::manual_seed(1);
  const Papers papers;
  for (const auto type : {::torch::kFloat32, ::torch::kFloat64}) {
    for (const EnhanceOptions& options : smooth_options()) {
      torch::Enhancer enhancer(papers.knowledge, options);
      const Tensor z = random_tensor({5, 3}, type).requires_grad_();
      const Tensor target = random_tensor({5, 3}, type);
      const Tensor ours = enhancer->forward(z, papers.plan);
      (ours * target).sum().backward();

      const Tensor same = z.detach().clone().requires_grad_();
      const Tensor weights = enhancer->weights.detach().to(type).clone().requires_grad_();
      const Tensor theirs = papers.plain(same, weights, options);
      (theirs * target).sum().backward();
      Tensor weight_gradients = weights.grad().clone();
      weight_gradients.select(1, 4).zero_();  // fixed
      const double tolerance = type == ::torch::kFloat64 ? 1e-12 : 1e-5;
      EXPECT_TRUE(::torch::allclose(ours, theirs, tolerance, tolerance));
      EXPECT_TRUE(::torch::allclose(z.grad(), same.grad(), tolerance, tolerance));
      EXPECT_TRUE(
          ::torch::allclose(enhancer->weights.grad(), weight_gradients.to(::torch::kFloat32), 1e-5, 1e-5))
          << enhancer->weights.grad() << weight_gradients;
    }
  }
}

TEST(TorchEnhancer, GradientsInDoubleAreThoseOfDifferences) {
  ::torch::manual_seed(2);
  const Papers papers;
  for (EnhanceOptions options : smooth_options()) {
    options.order = Order::sequential;
    torch::Enhancer enhancer(papers.knowledge, options);
    const Tensor z = random_tensor({5, 3}, ::torch::kFloat64).requires_grad_();
    const Tensor target = random_tensor({5, 3}, ::torch::kFloat64);
    const auto loss = [&](const Tensor& values) {
      return (enhancer->forward(values, papers.plan) * target).sum();
    };
    loss(z).backward();
    const ::torch::NoGradGuard guard;
    for (std::int64_t i = 0; i < z.numel(); ++i) {
      constexpr double step = 1e-6;
      Tensor above = z.clone();
      Tensor below = z.clone();
      above.view(-1)[i] += step;
      below.view(-1)[i] -= step;
      const double slope = (loss(above) - loss(below)).item<double>() / (2 * step);
      EXPECT_NEAR(z.grad().view(-1)[i].item<double>(), slope, 2e-7 * std::max(1.0, std::abs(slope)));
    }
  }
}

TEST(TorchEnhancer, StartsWithTheWeightOfItsBoost) {
  const Papers papers;
  for (const Boost boost : all_boosts) {
    torch::Enhancer enhancer(papers.knowledge, {.layers = 2, .boost = boost});
    const auto start = static_cast<float>(default_weight(boost));
    EXPECT_EQ(enhancer->weights_of("apart"), std::vector<double>(2, start));
    EXPECT_EQ(enhancer->weights_of("fixed"), std::vector<double>(2, 0.75));
  }
}

TEST(TorchEnhancer, LearnsAndKeepsWeightsInRange) {
  ::torch::manual_seed(3);
  const Papers papers;
  torch::Enhancer enhancer(papers.knowledge, EnhanceOptions{});
  // Weight decay would move the fixed weight, and this learning rate goes far below 0.
  ::torch::optim::SGD optimiser(enhancer->parameters(), ::torch::optim::SGDOptions(50).weight_decay(0.1));
  const Tensor z = random_tensor({5, 3}, ::torch::kFloat32);
  for (int step = 0; step < 5; ++step) {
    optimiser.zero_grad();
    enhancer->forward(z, papers.plan).square().sum().backward();
    EXPECT_EQ(enhancer->weights.grad().select(1, 4).abs().max().item<float>(), 0.0F);
    optimiser.step();
  }
  enhancer->project();
  EXPECT_EQ(enhancer->weights_of("fixed"), std::vector<double>{0.75});
  EXPECT_GE(enhancer->weights.min().item<double>(), 0.0);
  EXPECT_LE(enhancer->weights.max().item<double>(), 500.0);
  EXPECT_THROW(static_cast<void>(enhancer->weights_of("none")), Error);
}

TEST(TorchEnhancer, WorksInAModelThatIsTrainedSavedAndLoaded) {
  ::torch::manual_seed(4);
  const Papers papers;
  struct Net : ::torch::nn::Module {
    explicit Net(const Knowledge& knowledge)
        : layers(register_module("layers",
                                 ::torch::nn::Sequential(::torch::nn::Linear(4, 8), ::torch::nn::ReLU(),
                                                         ::torch::nn::Linear(8, 3)))),
          enhancer(register_module("enhancer", torch::Enhancer(knowledge, {.layers = 2}))) {}
    Tensor forward(const Tensor& x, const Plan& plan) { return enhancer->forward(layers->forward(x), plan); }
    ::torch::nn::Sequential layers;
    torch::Enhancer enhancer;
  };
  const auto net = std::make_shared<Net>(papers.knowledge);
  EXPECT_TRUE(net->named_parameters().contains("enhancer.weights"));
  const Tensor x = ::torch::randn({5, 4});
  const Tensor target = ::torch::tensor({0, 1, 2, 0, 1});
  ::torch::optim::Adam optimiser(net->parameters(), 0.05);
  const auto loss = [&] { return ::torch::cross_entropy_loss(net->forward(x, papers.plan), target); };
  const double before = loss().item<double>();
  for (int step = 0; step < 100; ++step) {
    optimiser.zero_grad();
    loss().backward();
    optimiser.step();
  }
  EXPECT_LT(loss().item<double>(), 0.2 * before);

  std::stringstream stream;
  ::torch::save(net, stream);
  const auto other = std::make_shared<Net>(papers.knowledge);
  auto loaded = other;
  ::torch::load(loaded, stream);
  net->eval();
  loaded->eval();
  const ::torch::NoGradGuard guard;
  EXPECT_TRUE(::torch::equal(net->forward(x, papers.plan), loaded->forward(x, papers.plan)));

  const Knowledge foreign = Knowledge::from_text(
      "type P\npredict A(P), B(P)\nrule \"a\": A(x)\nrule \"b\": B(x)\nrule \"c\": A(x) -> B(x)\n"
      "rule \"d\": B(x) -> A(x)\nrule \"e\": A(x) | B(x)\n");
  torch::Enhancer wrong(foreign, {.layers = 2});
  std::stringstream enhancer_stream;
  ::torch::save(net->enhancer, enhancer_stream);
  EXPECT_THROW(::torch::load(wrong, enhancer_stream), Error);
}

TEST(TorchEnhancer, TakesTensorsThatAreNotContiguous) {
  ::torch::manual_seed(5);
  const Papers papers;
  torch::Enhancer enhancer(papers.knowledge, EnhanceOptions{});
  const Tensor transposed = random_tensor({3, 5}, ::torch::kFloat32).t().requires_grad_();
  ASSERT_FALSE(transposed.is_contiguous());
  const Tensor plain = transposed.detach().contiguous().requires_grad_();
  const Tensor first = enhancer->forward(transposed, papers.plan);
  const Tensor second = enhancer->forward(plain, papers.plan);
  EXPECT_TRUE(::torch::equal(first, second));
  first.t().sum().backward();
  second.sum().backward();
  EXPECT_TRUE(::torch::equal(transposed.grad(), plain.grad()));
}

TEST(TorchEnhancer, CanBeUsedFromSeveralThreadsAndInSeveralGraphsAtOnce) {
  ::torch::manual_seed(6);
  const Papers papers;
  torch::Enhancer enhancer(papers.knowledge, {.layers = 2, .threads = 2});
  std::vector<Tensor> inputs;
  std::vector<Tensor> expected;
  for (int i = 0; i < 8; ++i) {
    inputs.push_back(random_tensor({5, 3}, ::torch::kFloat32).requires_grad_());
    expected.push_back(::torch::autograd::grad({enhancer->forward(inputs.back(), papers.plan).square().sum()},
                                               {inputs.back()})[0]);
  }
  std::vector<std::thread> threads;
  std::vector<int> right(8);
  for (std::size_t i = 0; i < 8; ++i) {
    threads.emplace_back([&, i] {
      for (int turn = 0; turn < 50; ++turn) {
        const Tensor loss = enhancer->forward(inputs[i], papers.plan).square().sum();
        right[i] += ::torch::equal(::torch::autograd::grad({loss}, {inputs[i]})[0], expected[i]) ? 1 : 0;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, std::vector<int>(8, 50));

  // All forwards before all backwards, and one backward twice.
  std::vector<Tensor> losses;
  for (const Tensor& input : inputs) losses.push_back(enhancer->forward(input, papers.plan).square().sum());
  for (std::size_t i = 8; i-- > 0;) {
    EXPECT_TRUE(::torch::equal(::torch::autograd::grad({losses[i]}, {inputs[i]}, {}, true)[0], expected[i]));
    EXPECT_TRUE(::torch::equal(::torch::autograd::grad({losses[i]}, {inputs[i]})[0], expected[i]));
  }
}

TEST(TorchEnhancer, HasNoGraphWithoutGradients) {
  const Papers papers;
  torch::Enhancer enhancer(papers.knowledge, EnhanceOptions{});
  const ::torch::NoGradGuard guard;
  EXPECT_FALSE(enhancer->forward(::torch::ones({5, 3}), papers.plan).requires_grad());
}

TEST(TorchEnhancer, TakesSeveralTablesByTheirNames) {
  ::torch::manual_seed(7);
  const Knowledge knowledge = Knowledge::from_text(
      "type Person\npredict Smoker(Person), Friends(Person, Person)\n"
      "rule \"r\": Smoker(x) & Friends(x, y) -> Smoker(y)\n");
  Tables tables(knowledge);
  tables.resize("Person", 2);
  tables.list("Friends", {0, 1});
  const Plan plan(knowledge, tables);
  torch::Enhancer enhancer(knowledge, EnhanceOptions{});
  const Tensor person = random_tensor({2, 1}, ::torch::kFloat64).requires_grad_();
  const Tensor friends = random_tensor({1, 1}, ::torch::kFloat64).requires_grad_();
  const auto enhanced = enhancer->forward({{"Person", person}, {"Friends", friends}}, plan);
  const Tensor shares = ::torch::softmax(::torch::stack({-person[0][0], -friends[0][0], person[1][0]}), 0);
  EXPECT_TRUE(::torch::allclose(enhanced.at("Friends"), friends - 0.5 * shares[1]));
  enhanced.at("Friends").sum().backward();  // nothing came back for the other table
  const Tensor expected = ::torch::autograd::grad({(friends - 0.5 * shares[1]).sum()}, {person})[0];
  EXPECT_TRUE(::torch::allclose(person.grad(), expected));
  EXPECT_THROW(enhancer->forward(person, plan), Error);
  EXPECT_THROW(enhancer->forward({{"Person", person}}, plan), Error);
  EXPECT_THROW(enhancer->forward({{"Person", person}, {"Friends", friends}, {"Other", person}}, plan), Error);
  EXPECT_THROW(enhancer->forward({{"Person", person}, {"Friends", friends.to(::torch::kFloat32)}}, plan),
               Error);
}

TEST(TorchEnhancer, RefusesWhatDoesNotFit) {
  const Papers papers;
  torch::Enhancer enhancer(papers.knowledge, EnhanceOptions{});
  const auto message = [&](const Tensor& tensor) -> std::string {
    try {
      enhancer->forward(tensor, papers.plan);
    } catch (const Error& error) {
      return error.diagnostics().front().message;
    }
    return "accepted";
  };
  EXPECT_EQ(message(::torch::ones({5, 2})),
            "the tensor of 'Paper' has the shape [5, 2], but the plan has [5, 3]");
  EXPECT_EQ(message(::torch::ones({15})),
            "the tensor of 'Paper' has the shape [15], but the plan has [5, 3]");
  EXPECT_EQ(message(::torch::ones({5, 3}, ::torch::kInt64)),
            "the tensor of 'Paper' is neither float32 nor float64");
  EXPECT_EQ(message(Tensor()), "the tensor of 'Paper' is not defined");
  EXPECT_NE(message(::torch::full({5, 3}, NAN)), "accepted");
  const Knowledge other = Knowledge::from_text("type P\npredict A(P)\nrule: A(x)\n");
  Tables tables(other);
  tables.resize("P", 5);
  EXPECT_THROW(enhancer->forward(::torch::ones({5, 1}), Plan(other, tables)), Error);
  const Tensor z = ::torch::ones({5, 3}).requires_grad_();
  const Tensor loss = enhancer->forward(z, papers.plan).square().sum();
  EXPECT_ANY_THROW(::torch::autograd::grad({loss}, {z}, {}, true, /*create_graph=*/true));
}

TEST(TorchEnhancer, HasNothingToDoWithoutClausesOrRows) {
  const Knowledge knowledge = Knowledge::from_text("type P\npredict A(P), B(P)\n");
  Tables tables(knowledge);
  tables.resize("P", 2);
  torch::Enhancer enhancer(knowledge, EnhanceOptions{});
  const Tensor z = ::torch::ones({2, 2}).requires_grad_();
  const Tensor out = enhancer->forward(z, Plan(knowledge, tables));
  out.sum().backward();
  EXPECT_TRUE(::torch::equal(out, z));
  EXPECT_TRUE(::torch::equal(z.grad(), ::torch::ones({2, 2})));

  const Papers papers;
  Tables empty(papers.knowledge);
  empty.resize("Paper", 0);
  empty.list("Cite", std::vector<Row>{});
  torch::Enhancer other(papers.knowledge, EnhanceOptions{});
  const Tensor nothing = ::torch::ones({0, 3}).requires_grad_();
  other->forward(nothing, Plan(papers.knowledge, empty)).sum().backward();
  EXPECT_EQ(other->weights.grad().abs().max().item<float>(), 0.0F);
}

TEST(TorchEnhancer, IsClonedAndPrinted) {
  const Papers papers;
  torch::Enhancer enhancer(papers.knowledge, {.layers = 2});
  const auto copy = std::dynamic_pointer_cast<torch::EnhancerImpl>(enhancer->clone());
  const ::torch::NoGradGuard guard;
  copy->weights.fill_(3);
  EXPECT_EQ(enhancer->weights_of("apart"), (std::vector<double>{0.5, 0.5}));
  EXPECT_EQ(copy->weights_of("apart"), (std::vector<double>{3, 3}));
  std::stringstream stream;
  stream << *enhancer;
  EXPECT_EQ(stream.str(), "kenn::torch::Enhancer(layers=2, clauses=5, boost=softmax, order=parallel)");
  stream.str("");
  stream << torch::Enhancer(papers.knowledge, {.boost = Boost::residual, .center = true});
  EXPECT_EQ(stream.str(),
            "kenn::torch::Enhancer(layers=1, clauses=5, boost=residual, order=parallel, center=true)");
}

}  // namespace
}  // namespace kenn
