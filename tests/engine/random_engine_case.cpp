// Random cases for comparing engine and oracle.
#include "engine/random_engine_case.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "engine/ground.h"

namespace kenn::test {

namespace {

constexpr std::size_t most_work = 6'000;  // literals of all assignments of a rule: keeps the oracle fast

std::size_t work_of(const Clause& clause, const World& world) {
  std::size_t assignments = clause.literals.size();
  for (const Variable& variable : clause.variables) assignments *= world.objects[variable.type].count;
  return assignments;
}

// Not if the oracle needs too long, nor if an equality leaves a variable that no atom bounds: an error.
bool is_usable(const std::string& rule, const EngineCase& engine_case) {
  try {
    const Knowledge knowledge = Knowledge::from_text(engine_case.declarations + rule);
    std::size_t work = 0;
    for (const Clause& clause : knowledge.clauses()) work += work_of(clause, engine_case.world);
    return work <= most_work;
  } catch (const Error&) {
    return false;
  }
}

float random_degree(Random& random) {
  switch (random.below(6)) {
    case 0:
      return 0;
    case 1:
    case 2:
      return 1;
    case 3:
      return random.one_of<float>({0.5F, 1e-6F, 0.999999F, 1e-30F});
    default:
      return static_cast<float>(0.01 + 0.98 * random.uniform());
  }
}

// The tuple with a number: the arguments are its digits.
std::vector<Row> tuple_of(std::size_t number, const std::vector<std::size_t>& counts) {
  std::vector<Row> tuple(counts.size());
  for (std::size_t i = counts.size(); i-- > 0; number /= counts[i])
    tuple[i] = static_cast<Row>(number % counts[i]);
  return tuple;
}

// Around the sizes from which on exponentials need care: of floats, of their sums, of their products.
double random_saturation(Random& random) {
  if (random.once_in(2)) return 120 * random.uniform();
  return random.one_of<double>({16, 17, 20, 26, 26.5, 30, 44, 45, 60, 60.5, 87, 88, 89, 103, 104, 500});
}

float random_cell(Numbers numbers, Random& random) {
  const double sign = random.once_in(2) ? 1 : -1;
  switch (numbers) {
    case Numbers::normal:
      return static_cast<float>(2 * random.normal());
    case Numbers::ties:
      return static_cast<float>(random.between(-2, 2));
    case Numbers::zeros:
      return static_cast<float>(sign * 0);
    case Numbers::saturated:
      return static_cast<float>(random.once_in(2) ? sign * random_saturation(random) : random.normal());
    case Numbers::huge:
      return static_cast<float>(random.once_in(2) ? 1e30 * sign : random.normal());
    case Numbers::grid:
      break;
  }
  return static_cast<float>(random.between(-16, 16)) / 4;
}

void add_random_numbers(EngineCase& engine_case, std::size_t cells, Random& random) {
  EnhanceOptions& options = engine_case.options;
  options.layers = random.one_of<std::uint32_t>({1, 1, 1, 2, 3});
  options.boost = random.one_of<Boost>({Boost::softmax, Boost::godel, Boost::residual, Boost::residual});
  options.center = random.once_in(3);
  options.order = random.one_of<Order>({Order::parallel, Order::parallel, Order::sequential});
  options.gradients = true;
  engine_case.numbers =
      random.one_of<Numbers>({Numbers::normal, Numbers::normal, Numbers::normal, Numbers::ties,
                              Numbers::zeros, Numbers::saturated, Numbers::huge, Numbers::grid});
  if (options.boost == Boost::godel && !random.once_in(4)) engine_case.numbers = Numbers::grid;
  // At 1e30 the mean of a group depends on the order of its sum: no two computations agree. center_test.cpp
  // has properties that hold there.
  if (engine_case.numbers == Numbers::huge) options.center = false;
  engine_case.weight_seed = random.seed();
  engine_case.cells = random_cells(engine_case.numbers, cells, random);
  engine_case.output_gradients =
      random_cells(random.once_in(8) ? Numbers::ties : Numbers::normal, cells, random);
}

EngineCase draft_case(Random& random) {
  EngineCase result;
  if (random.once_in(8)) {
    Kenn2Text text = random_kenn2(random);
    result.declarations = std::move(text.declarations);
    result.rules = std::move(text.rules);
    result.world.objects = {random_objects(random)};
  } else {
    const Draft draft = random_draft(random);
    result.declarations = declarations_of(draft);
    result.rules = random_rules(draft, random);
    result.world.objects = draft.objects;
    std::erase_if(result.rules, [&](const std::string& rule) { return !is_usable(rule, result); });
  }
  return result;
}

void list_everything(const Knowledge& knowledge, World& world, Random& random) {
  std::vector<std::string> done;
  for (const Predicate& predicate : knowledge.predicates()) {
    const bool is_column = predicate.role == Role::predict && predicate.argument_types.size() == 1;
    if (is_column || std::find(done.begin(), done.end(), predicate.table) != done.end()) continue;
    std::vector<std::size_t> counts;
    for (const TypeIndex type : predicate.argument_types) counts.push_back(world.objects[type].count);
    world.listed.push_back(random_listing(predicate.table, predicate.role, counts, random));
    done.push_back(predicate.table);
  }
}

}  // namespace

ObjectSet random_objects(Random& random) {
  ObjectSet objects{static_cast<std::size_t>(random.one_of<int>({1, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8})), {}};
  if (random.once_in(25)) objects.count = 0;
  if (!random.once_in(3)) return objects;
  for (std::size_t i = objects.count; i-- > 0;)  // row numbers backwards, so that nobody takes ids for rows
    objects.ids.push_back(random.once_in(8) ? "the \"" + std::to_string(i) + "\"" : std::to_string(i));
  return objects;
}

ListedTable random_listing(const std::string& name, Role role, const std::vector<std::size_t>& counts,
                           Random& random) {
  ListedTable table{name, counts.size(), {}, {}};
  std::size_t possible = 1;
  for (const std::size_t count : counts) possible *= count;
  std::vector<std::size_t> numbers;
  for (std::size_t number = 0; number < possible; ++number)
    if (!random.once_in(8) || number % counts.back() == 0) numbers.push_back(number);
  random.shuffle(numbers);
  const bool is_hub = random.once_in(5);  // every tuple starts with object 0
  if (is_hub) std::erase_if(numbers, [&](std::size_t number) { return number >= possible / counts[0]; });
  numbers.resize(
      std::min(numbers.size(), static_cast<std::size_t>(random.one_of<int>({0, 3, 8, 16, 30, 30}))));
  if (role == Role::given && random.once_in(4) && !numbers.empty())
    for (int left = random.between(1, 4); left > 0; --left) numbers.push_back(random.one_of(numbers));
  const bool has_degrees = role == Role::given && random.once_in(2);
  std::map<std::size_t, float> degrees;
  for (const std::size_t number : numbers) {
    const std::vector<Row> tuple = tuple_of(number, counts);
    table.tuples.insert(table.tuples.end(), tuple.begin(), tuple.end());
    if (has_degrees) table.degrees.push_back(degrees.emplace(number, random_degree(random)).first->second);
  }
  return table;
}

std::vector<float> random_cells(Numbers numbers, std::size_t count, Random& random) {
  std::vector<float> cells(count);
  for (float& cell : cells) cell = random_cell(numbers, random);
  return cells;
}

EngineCase random_engine_case(std::uint64_t seed) {
  Random random(seed);
  EngineCase result = draft_case(random);
  const Knowledge knowledge = result.knowledge();
  list_everything(knowledge, result.world, random);
  std::size_t cells = 0;
  for (const OracleTable& table : predicted_tables(knowledge, result.world)) cells += table.size();
  add_random_numbers(result, cells, random);
  return result;
}

}  // namespace kenn::test
