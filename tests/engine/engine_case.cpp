// What a case says, its weights, its text for a report, and smaller cases that fail as well.
#include "engine/engine_case.h"

#include <algorithm>
#include <sstream>

#include "engine/random_numbers.h"

namespace kenn::test {

namespace {

constexpr std::size_t shown_numbers = 400;

// The same on every machine, unlike std::hash.
std::uint64_t hash_of(const std::string& text) {
  std::uint64_t hash = 14'695'981'039'346'656'037U;
  for (const char letter : text) hash = (hash ^ static_cast<unsigned char>(letter)) * 1'099'511'628'211U;
  return hash;
}

float random_weight(const Clause& clause, bool on_grid, Random& random) {
  const int kind = random.below(12);
  if (kind == 0) return 0;
  if (kind == 1 && !on_grid) return random.once_in(2) ? 500.0F : 20.0F;
  if (kind < 6) return static_cast<float>(clause.weight.value);
  return on_grid ? static_cast<float>(random.below(12)) / 4 : static_cast<float>(3 * random.uniform());
}

template <typename Number>
void print(std::ostream& out, const std::string& what, const std::vector<Number>& numbers) {
  out << what << " {";
  for (std::size_t i = 0; i < std::min(numbers.size(), shown_numbers); ++i)
    out << (i == 0 ? "" : ", ") << numbers[i];
  out << (numbers.size() > shown_numbers ? ", ...}\n" : "}\n");
}

void print(std::ostream& out, const std::string& what, const std::vector<std::string>& texts) {
  out << what << " {";
  for (std::size_t i = 0; i < texts.size(); ++i) out << (i == 0 ? "" : ", ") << string_literal(texts[i]);
  out << "}\n";
}

bool fails_safely(const EngineCase& engine_case, const std::function<bool(const EngineCase&)>& fails) {
  try {
    return fails(engine_case);
  } catch (const std::exception&) {
    return false;  // it fails for another reason
  }
}

class Reducer {
 public:
  Reducer(EngineCase engine_case, const std::function<bool(const EngineCase&)>& fails)
      : best_(std::move(engine_case)), fails_(fails) {}

  EngineCase reduce() {
    for (std::size_t i = best_.rules.size(); i-- > 0;)
      attempt([i](EngineCase& smaller) { smaller.rules.erase(smaller.rules.begin() + offset(i)); });
    for (std::size_t table = 0; table < best_.world.listed.size(); ++table) leave_out_facts(table);
    attempt([](EngineCase& simpler) { simpler.options.layers = 1; });
    attempt([](EngineCase& simpler) { simpler.options.order = Order::parallel; });
    attempt([](EngineCase& simpler) { simpler.options.center = false; });
    for (std::size_t i = 0; i < std::min(best_.cells.size(), shown_numbers); ++i) {
      attempt([i](EngineCase& simpler) { simpler.cells[i] = 0; });
      attempt([i](EngineCase& simpler) { simpler.output_gradients[i] = 0; });
    }
    return std::move(best_);
  }

 private:
  static std::ptrdiff_t offset(std::size_t index) { return static_cast<std::ptrdiff_t>(index); }

  template <typename Step>
  void attempt(const Step& step) {
    EngineCase candidate = best_;
    step(candidate);
    if (fails_safely(candidate, fails_)) best_ = std::move(candidate);
  }

  // Only given tables: the cells of a predicted one have their rows.
  void leave_out_facts(std::size_t table) {
    const Knowledge knowledge = best_.knowledge();
    for (const Predicate& predicate : knowledge.predicates())
      if (predicate.table == best_.world.listed[table].name && predicate.role == Role::predict) return;
    for (std::size_t length = best_.world.listed[table].count(); length > 0; length /= 2)
      for (std::size_t first = 0; first + length <= best_.world.listed[table].count(); first += length)
        attempt([&](EngineCase& smaller) { erase(smaller.world.listed[table], first, length); });
  }

  static void erase(ListedTable& table, std::size_t first, std::size_t length) {
    const auto begin = table.tuples.begin() + offset(first * table.arity);
    table.tuples.erase(begin, begin + offset(length * table.arity));
    if (table.degrees.empty()) return;
    const auto degree = table.degrees.begin() + offset(first);
    table.degrees.erase(degree, degree + offset(length));
  }

  EngineCase best_;
  const std::function<bool(const EngineCase&)>& fails_;
};

}  // namespace

Knowledge EngineCase::knowledge() const {
  std::string text = declarations;
  for (const std::string& rule : rules) text += rule + "\n";
  return Knowledge::from_text(text, "case");
}

std::vector<float> EngineCase::weights(const Knowledge& knowledge) const {
  std::vector<float> weights;
  for (std::uint32_t layer = 0; layer < options.layers; ++layer) {
    for (const Clause& clause : knowledge.clauses()) {
      Random random(weight_seed ^ hash_of(clause.name + std::to_string(layer)));
      weights.push_back(random_weight(clause, numbers == Numbers::grid, random));
    }
  }
  return weights;
}

std::string to_text(const EngineCase& engine_case) {
  std::ostringstream out;
  out.precision(9);
  out << engine_case.declarations;
  for (const std::string& rule : engine_case.rules) out << rule << "\n";
  for (std::size_t type = 0; type < engine_case.world.objects.size(); ++type) {
    const ObjectSet& objects = engine_case.world.objects[type];
    out << "type " << type << ": " << objects.count << " objects\n";
    if (!objects.ids.empty()) print(out, "  ids", objects.ids);
  }
  for (const ListedTable& table : engine_case.world.listed) {
    print(out, table.name + " in groups of " + std::to_string(table.arity), table.tuples);
    if (!table.degrees.empty()) print(out, "  degrees", table.degrees);
  }
  out << "layers " << engine_case.options.layers;
  out << ", " << name_of(engine_case.options.boost) << (engine_case.options.center ? ", centred" : "");
  out << (engine_case.options.order == Order::parallel ? ", parallel\n" : ", sequential\n");
  print(out, "weights", engine_case.weights(engine_case.knowledge()));
  print(out, "cells", engine_case.cells);
  print(out, "output gradients", engine_case.output_gradients);
  return out.str();
}

EngineCase reduced(EngineCase engine_case, const std::function<bool(const EngineCase&)>& fails) {
  return Reducer(std::move(engine_case), fails).reduce();
}

}  // namespace kenn::test
