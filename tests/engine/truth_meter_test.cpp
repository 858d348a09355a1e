// Fuzzy truth of the rules: against its definition, and against finite differences.
#include <gtest/gtest.h>
#include <kenn/truth.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "engine/random_engine_case.h"
#include "engine/run_engine.h"

namespace kenn::test {

namespace {

constexpr Conorm all_conorms[] = {Conorm::lukasiewicz, Conorm::product, Conorm::godel};

// Truth degrees of all cells. For Łukasiewicz they are multiples of 1/64, so that sums are exact in float and
// both sides agree on which side of the kink they are; for the others any, so that no two literals are
// equally true.
std::vector<float> random_degrees(Conorm conorm, std::size_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const std::uint64_t steps = conorm == Conorm::lukasiewicz ? 64 : std::uint64_t{1} << 24;
  std::vector<float> degrees(count);
  for (float& degree : degrees)
    degree = static_cast<float>(random() % (steps + 1)) / static_cast<float>(steps);
  return degrees;
}

double truth_of(Conorm conorm, const std::vector<double>& literals) {
  double sum = 0;
  double falsity = 1;
  double greatest = 0;
  for (const double truth : literals) {
    sum += truth;
    falsity *= 1 - truth;
    greatest = std::max(greatest, truth);
  }
  if (conorm == Conorm::lukasiewicz) return std::min(1.0, sum);
  return conorm == Conorm::product ? 1 - falsity : greatest;
}

double slope_of(Conorm conorm, const std::vector<double>& literals, std::size_t literal) {
  if (conorm == Conorm::lukasiewicz) {
    double sum = 0;
    for (const double truth : literals) sum += truth;
    return sum < 1 ? 1 : 0;
  }
  if (conorm == Conorm::godel) {
    return std::max_element(literals.begin(), literals.end()) - literals.begin() == static_cast<long>(literal)
               ? 1
               : 0;
  }
  double product = 1;
  for (std::size_t i = 0; i < literals.size(); ++i) product *= i == literal ? 1 : 1 - literals[i];
  return product;
}

struct Truths {
  std::vector<double> sums;
  std::vector<double> gradients;
  std::vector<double> scale;  // sums of absolute contributions
  // What contributions can be off because truths are floats: 1 - t of a truth close to 1 has few digits left.
  std::vector<double> rounding;
};

// Straight from the definition.
Truths oracle(const BruteForce& world, Conorm conorm, const std::vector<float>& degrees,
              const std::vector<float>& coefficients) {
  Truths truths{std::vector<double>(coefficients.size()), std::vector<double>(degrees.size()),
                std::vector<double>(degrees.size()), std::vector<double>(degrees.size())};
  for (const Grounding& grounding : world.groundings()) {
    std::vector<double> literals;
    for (const GroundLiteral& literal : grounding.literals) {
      const double degree = literal.cell == no_cell ? 0 : static_cast<double>(degrees[literal.cell]);
      const double of_cell = literal.sign > 0 ? degree : 1 - degree;
      literals.push_back(literal.cell == no_cell ? 1 / (1 + std::exp(-literal.constant)) : of_cell);
    }
    truths.sums[grounding.clause] += truth_of(conorm, literals);
    for (std::size_t i = 0; i < literals.size(); ++i) {
      const GroundLiteral& literal = grounding.literals[i];
      if (literal.cell == no_cell) continue;
      const double change =
          literal.sign * static_cast<double>(coefficients[grounding.clause]) * slope_of(conorm, literals, i);
      truths.gradients[literal.cell] += change;
      truths.scale[literal.cell] += std::abs(change);
      truths.rounding[literal.cell] += std::abs(static_cast<double>(coefficients[grounding.clause])) *
                                       static_cast<double>(literals.size()) *
                                       static_cast<double>(std::numeric_limits<float>::epsilon());
    }
  }
  return truths;
}

struct Measured {
  std::vector<double> sums;
  std::vector<float> gradients;

  friend bool operator==(const Measured&, const Measured&) = default;
};

Measured measure(const Plan& plan, Conorm conorm, std::vector<float> degrees,
                 const std::vector<float>& coefficients, std::uint32_t threads) {
  TruthMeter meter(plan, conorm, threads);
  std::vector<float> gradients(degrees.size());
  const auto views = spans_of<const float>(plan, degrees);
  meter.gradients(coefficients, views, spans_of<float>(plan, gradients));
  return {meter.sums(views), std::move(gradients)};
}

std::string difference(const EngineCase& engine_case, Enumeration enumeration) {
  const Knowledge knowledge = engine_case.knowledge();
  const Plan plan(knowledge, tables_of(knowledge, engine_case.world));
  const BruteForce world(knowledge, engine_case.world, enumeration);
  std::vector<float> coefficients = engine_case.weights(knowledge);
  coefficients.resize(knowledge.clauses().size());
  for (std::size_t i = 0; i < coefficients.size(); i += 2) coefficients[i] = -coefficients[i];
  for (const Conorm conorm : all_conorms) {
    const std::vector<float> degrees =
        random_degrees(conorm, engine_case.cells.size(), engine_case.weight_seed);
    const Truths expected = oracle(world, conorm, degrees, coefficients);
    const Measured found = measure(plan, conorm, degrees, coefficients, 1);
    for (const std::uint32_t threads : {2U, 3U, 8U}) {
      if (!(measure(plan, conorm, degrees, coefficients, threads) == found))
        return "the bits depend on the threads";
    }
    for (std::size_t i = 0; i < coefficients.size(); ++i) {
      if (std::abs(found.sums[i] - expected.sums[i]) > 1e-5 * (1 + std::abs(expected.sums[i]))) {
        return "clause " + std::to_string(i) + " has truth " + std::to_string(found.sums[i]) + ", not " +
               std::to_string(expected.sums[i]);
      }
    }
    for (std::size_t i = 0; i < degrees.size(); ++i) {
      const double off = std::abs(static_cast<double>(found.gradients[i]) - expected.gradients[i]);
      if (off > 1e-5 * expected.scale[i] + expected.rounding[i] + 1e-6) {
        return "cell " + std::to_string(i) + " has gradient " + std::to_string(found.gradients[i]) +
               ", not " + std::to_string(expected.gradients[i]);
      }
    }
  }
  return {};
}

constexpr const char* pair_rule = R"(type Paper
predict A(Paper), B(Paper)
given Cite(Paper, Paper)
rule: A(x) & Cite(x, y) -> B(y)
)";

Plan pair_plan(std::size_t rows, std::vector<Row> pairs) {
  const Knowledge knowledge = Knowledge::from_text(pair_rule);
  Tables tables(knowledge);
  tables.resize("Paper", rows);
  tables.list("Cite", std::move(pairs));
  return {knowledge, tables};
}

}  // namespace

TEST(TruthMeter, AgreesWithTheDefinitionOnRandomKnowledge) {
  check_cases(400, random_engine_case, [](const EngineCase& engine_case) {
    return difference(engine_case, Enumeration::all_assignments);
  });
}

TEST(TruthMeter, AgreesWithTheDefinitionOnGraphsWithHubs) {
  check_cases(20, random_graph_case, [](const EngineCase& engine_case) {
    return difference(engine_case, Enumeration::listed_tuples);
  });
}

// The implication of Łukasiewicz, min(1, 1 - a + b), as the papers of SBR and RNM have it.
TEST(TruthMeter, GivesTheImplicationOfLukasiewicz) {
  const Plan plan = pair_plan(3, {0, 1, 1, 2});
  const std::vector<float> degrees = {0.75F, 0, 0.25F, 0.5F, 0, 0.125F};  // A and B of the three papers
  TruthMeter meter(plan);
  EXPECT_DOUBLE_EQ(meter.sums(spans_of<const float>(plan, degrees))[0],
                   (1 - 0.75 + 0.5) + (1 - 0.25 + 0.125));
  std::vector<float> gradients(6);
  const std::vector<float> coefficients = {2};
  meter.gradients(coefficients, spans_of<const float>(plan, degrees), spans_of<float>(plan, gradients));
  EXPECT_EQ(gradients, (std::vector<float>{-2, 0, -2, 2, 0, 2}));
}

TEST(TruthMeter, GradientsAreThoseOfFiniteDifferences) {
  const Plan plan = pair_plan(4, {0, 1, 1, 2, 2, 0, 3, 3, 0, 3});
  std::vector<float> degrees = {0.3F, 0.9F, 0.62F, 0.11F, 0.48F, 0.71F, 0.05F, 0.83F};
  const std::vector<float> coefficients = {1.5F};
  for (const Conorm conorm : all_conorms) {
    TruthMeter meter(plan, conorm);
    std::vector<float> gradients(degrees.size());
    meter.gradients(coefficients, spans_of<const float>(plan, degrees), spans_of<float>(plan, gradients));
    for (std::size_t i = 0; i < degrees.size(); ++i) {
      const float step = 0.0078125F;
      std::vector<float> up = degrees;
      std::vector<float> down = degrees;
      up[i] += step;
      down[i] -= step;
      const double slope = 1.5 *
                           (meter.sums(spans_of<const float>(plan, up))[0] -
                            meter.sums(spans_of<const float>(plan, down))[0]) /
                           (static_cast<double>(up[i]) - static_cast<double>(down[i]));
      EXPECT_NEAR(slope, static_cast<double>(gradients[i]), 1e-4) << "cell " << i;
    }
  }
}

TEST(TruthMeter, RefusesWhatIsNoTruthDegree) {
  const Plan plan = pair_plan(2, {0, 1});
  TruthMeter meter(plan);
  for (const float wrong : {-0.1F, 1.5F, std::nanf(""), std::numeric_limits<float>::infinity()}) {
    const std::vector<float> degrees = {0, 0.5F, wrong, 1};
    try {
      static_cast<void>(meter.sums(spans_of<const float>(plan, degrees)));
      FAIL() << wrong;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("table 'Paper', row 1, column 'A'"), std::string::npos)
          << error.what();
    }
  }
  const std::vector<float> few = {0, 0.5F};
  const std::span<const float> view(few);
  EXPECT_THROW(static_cast<void>(meter.sums(TableValues<const float>(&view, 1))), Error);
}

TEST(TruthMeter, NothingIsTrueOfEmptyTables) {
  const Plan plan = pair_plan(0, {});
  TruthMeter meter(plan);
  const std::vector<float> nothing;
  const std::span<const float> view(nothing);
  EXPECT_EQ(meter.sums(TableValues<const float>(&view, 1)), std::vector<double>{0});
}

}  // namespace kenn::test
