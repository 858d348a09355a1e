// Random cases of pair clauses over graphs that fill several chunks.
#include <algorithm>
#include <set>
#include <utility>

#include "engine/ground.h"
#include "engine/random_engine_case.h"

namespace kenn::test {

namespace {

using Texts = std::vector<std::string>;
using Pairs = std::set<std::pair<Row, Row>>;

struct Shape {
  int columns = 0;
  std::size_t papers = 0;
  std::size_t authors = 0;
  std::size_t pairs = 0;
  bool has_hub = false;
};

Shape random_shape(Random& random) {
  Shape shape;
  shape.columns = random.one_of<int>({1, 2, 3, 4, 6, 7, 8, 9, 15, 16, 17, 31, 33, 40, 64, 70});
  shape.has_hub = shape.columns < 8 && random.once_in(2);
  shape.papers = static_cast<std::size_t>(shape.has_hub ? 12'500 : random.between(150, 900));
  shape.authors = static_cast<std::size_t>(random.between(1, 90));
  const int most_pairs = shape.columns > 20 ? 2'000 : 6'000;
  shape.pairs = static_cast<std::size_t>(random.between(most_pairs / 4, most_pairs));
  return shape;
}

Pairs random_pairs(std::size_t count, std::size_t left, std::size_t right, Random& random) {
  Pairs pairs;
  for (std::size_t i = 0; i < count; ++i)
    pairs.emplace(static_cast<Row>(random.below(left)), static_cast<Row>(random.below(right)));
  return pairs;
}

// One paper is cited by all others, and perhaps cites them.
void add_hub(Pairs& pairs, std::size_t papers, Random& random) {
  const Row hub = static_cast<Row>(random.below(papers));
  const bool cites = random.once_in(2);
  for (Row paper = 0; paper < papers - papers / 25; ++paper) {
    if (cites) {
      pairs.emplace(hub, paper);
    } else {
      pairs.emplace(paper, hub);
    }
  }
}

ListedTable listing_of(const std::string& name, const Pairs& pairs, Random& random) {
  ListedTable table{name, 2, {}, {}};
  std::vector<std::pair<Row, Row>> shuffled(pairs.begin(), pairs.end());
  random.shuffle(shuffled);
  for (const auto& [x, y] : shuffled) table.tuples.insert(table.tuples.end(), {x, y});
  return table;
}

void add_degrees(ListedTable& table, Random& random) {
  for (std::size_t i = 0; i < table.count(); ++i)
    table.degrees.push_back(random.once_in(3) ? 1 : static_cast<float>(random.below(11)) / 10);
}

std::string set_of(int first, int last, int step) {
  std::string names;
  for (int column = first; column < last; column += step)
    names += (names.empty() ? "{C" : ", C") + std::to_string(column);
  return names + "}";
}

// Every topic follows the one `distance` before it: the two literals of a clause are in different columns.
std::string shifted(const Shape& shape, int distance) {
  std::string rules;
  for (int column = 0; column + distance < shape.columns; ++column) {
    rules += "rule: C" + std::to_string(column) + "(x) & Cite(x, y) -> C" +
             std::to_string(column + distance) + "(y)\n";
  }
  return rules;
}

Texts possible_rules(const Shape& shape) {
  const std::string all = "for T in " + set_of(0, shape.columns, 1) + " rule ";
  const std::string second = "for T in " + set_of(0, shape.columns, 2) + " rule ";
  const std::string half = "for T in " + set_of(shape.columns / 2, shape.columns, 1) + " rule ";
  return {
      all + "\"on topic\": T(x) & Cite(x, y) -> T(y)",
      second + "\"backwards\": T(y) & Cite(x, y) -> T(x)",
      half + "\"others differ\": Cite(x, y) & x != y -> !T(x) | !T(y)",
      half + "\"at least one\": Cite(x, y) -> T(x) | T(y)",
      all + "\"not both\": Cite(x, y) -> !T(x) | !T(y)",
      second + "\"cited\": Cite(x, y) -> T(y)",
      all + "\"with the first\": T(x) & C0(y) & Cite(y, x) -> T(y)",
      half + "\"friends\": T(x) & Friend(x, y) -> T(y)",
      "rule \"symmetric\": Friend(x, y) -> Friend(y, x)",
      second + "\"known friends\": T(x) & Friend(x, y) & Cite(x, y) -> T(y)",
      all + "\"author\": Famous(a) & Wrote(a, x) -> T(x)",
      half + "\"fame\": T(x) & Wrote(a, x) -> Famous(a)",
      all + "\"alone\": T(x) -> C0(x)",
      second + "\"not itself\": Cite(x, x) -> !T(x)",
      shifted(shape, 3),
      shifted(shape, 16),
  };
}

}  // namespace

EngineCase random_graph_case(std::uint64_t seed) {
  Random random(seed);
  const Shape shape = random_shape(random);
  EngineCase result;
  result.declarations = "type Paper, Author\n";
  for (int column = 0; column < shape.columns; ++column)
    result.declarations += "predict C" + std::to_string(column) + "(Paper)\n";
  if (random.once_in(2)) {
    std::string names;
    for (int column = random.below(2); column < shape.columns; column += random.once_in(4) ? 2 : 1)
      names += (names.empty() ? "C" : ", C") + std::to_string(column);
    if (!names.empty()) result.declarations += "exclusive " + names + "\n";
  }
  result.declarations += "predict Famous(Author), Friend(Paper, Paper)\n";
  result.declarations += "given Cite(Paper, Paper), Wrote(Author, Paper)\n";
  Texts rules = possible_rules(shape);
  if (random.once_in(2)) std::swap(rules[0], rules.back());  // the first is there in half of the cases
  random.shuffle(rules);
  rules.resize(static_cast<std::size_t>(random.between(1, 4)));
  result.rules = std::move(rules);

  Pairs cites = random_pairs(shape.pairs, shape.papers, shape.papers, random);
  if (shape.has_hub) add_hub(cites, shape.papers, random);
  for (int left = 5; left > 0; --left)
    cites.emplace(static_cast<Row>(left), static_cast<Row>(left));  // self pairs
  result.world.objects = {{shape.papers, {}}, {shape.authors, {}}};
  result.world.listed.push_back(listing_of("Cite", cites, random));
  if (random.once_in(3)) add_degrees(result.world.listed.back(), random);
  Pairs friends = random_pairs(shape.pairs / 4, shape.papers, shape.papers, random);
  const Pairs half(friends.begin(),
                   std::next(friends.begin(), static_cast<std::ptrdiff_t>(friends.size() / 2)));
  for (const auto& [x, y] : half) friends.emplace(y, x);
  result.world.listed.push_back(listing_of("Friend", friends, random));
  result.world.listed.push_back(
      listing_of("Wrote", random_pairs(shape.pairs / 2, shape.authors, shape.papers, random), random));

  std::size_t cells = 0;
  for (const OracleTable& table : predicted_tables(result.knowledge(), result.world)) cells += table.size();
  result.options.layers = random.once_in(4) ? 2 : 1;
  result.options.boost =
      random.one_of<Boost>({Boost::softmax, Boost::softmax, Boost::godel, Boost::residual, Boost::residual});
  result.options.center = random.once_in(3);
  result.options.order = random.once_in(3) ? Order::sequential : Order::parallel;
  result.options.gradients = true;
  result.numbers =
      random.one_of<Numbers>({Numbers::normal, Numbers::normal, Numbers::saturated, Numbers::huge});
  if (result.options.boost == Boost::godel) result.numbers = Numbers::grid;
  result.weight_seed = random.seed();
  result.cells = random_cells(result.numbers, cells, random);
  result.output_gradients = random_cells(Numbers::normal, cells, random);
  return result;
}

}  // namespace kenn::test
