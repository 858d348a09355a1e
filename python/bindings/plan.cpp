// Plans: objects and relations from arrays, and what their groundings are.
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <limits>
#include <utility>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "bindings/bindings.h"

namespace kenn::python {

namespace {

[[noreturn]] void fail(const std::string& relation, const std::string& message) {
  throw Error(ErrorKind::data, "relation '" + relation + "': " + message);
}

// [arity, tuples] -> the arguments of a tuple side by side.
std::vector<Row> tuples_of(const std::string& relation, const RowNumbers& numbers) {
  const std::size_t arity = numbers.shape(0);
  const std::size_t count = numbers.shape(1);
  std::vector<Row> tuples(arity * count);
  for (std::size_t argument = 0; argument < arity; ++argument) {
    const std::int64_t* number = numbers.data() + static_cast<std::int64_t>(argument) * numbers.stride(0);
    for (std::size_t i = 0; i < count; ++i, number += numbers.stride(1)) {
      if (*number < 0 || *number >= std::numeric_limits<Row>::max()) {
        fail(relation, "row number " + std::to_string(*number) + " at [" + std::to_string(argument) + ", " +
                           std::to_string(i) + "] is no row");
      }
      tuples[i * arity + argument] = static_cast<Row>(*number);
    }
  }
  return tuples;
}

// A digest of the numbers, wherever they lie: 16 bytes.
nb::bytes digest(const RowNumbers& numbers) {
  XXH3_state_t state;
  XXH3_128bits_reset(&state);
  for (std::size_t argument = 0; argument < numbers.shape(0); ++argument) {
    const std::int64_t* number = numbers.data() + static_cast<std::int64_t>(argument) * numbers.stride(0);
    if (numbers.stride(1) == 1) {
      XXH3_128bits_update(&state, number, numbers.shape(1) * sizeof(std::int64_t));
      continue;
    }
    for (std::size_t i = 0; i < numbers.shape(1); ++i, number += numbers.stride(1)) {
      XXH3_128bits_update(&state, number, sizeof(std::int64_t));
    }
  }
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(&state));
  return nb::bytes(reinterpret_cast<const char*>(canonical.digest), sizeof(canonical.digest));
}

using PlanTable = std::tuple<std::string, std::size_t, std::vector<std::string>>;

std::vector<PlanTable> tables(const Plan& plan) {
  std::vector<PlanTable> all;
  for (const PredictedTable& table : plan.tables()) all.emplace_back(table.name, table.rows, table.columns);
  return all;
}

std::vector<std::pair<std::string, std::uint64_t>> groups(const Plan& plan) {
  std::vector<std::pair<std::string, std::uint64_t>> all;
  for (const GroupSummary& group : plan.groups()) all.emplace_back(group.pattern, group.groundings);
  return all;
}

}  // namespace

Tables make_tables(const Knowledge& knowledge, const World& world) {
  Tables tables(knowledge);
  for (const auto& [type, names] : world.names) tables.name_objects(type, names);
  for (const auto& [type, count] : world.counts) tables.resize(type, count);
  for (const auto& [relation, numbers, degrees] : world.relations) {
    const auto table = tables.schema().find(relation);
    if (table && !tables.schema().tables[*table].holds_all_objects()) {
      const std::size_t arity = tables.schema().tables[*table].argument_types.size();
      if (numbers.shape(0) != arity) {
        fail(relation, "expected row numbers of shape [" + std::to_string(arity) + ", tuples], got [" +
                           std::to_string(numbers.shape(0)) + ", " + std::to_string(numbers.shape(1)) + "]");
      }
    }
    std::vector<float> truth;
    if (degrees) truth.assign(degrees->data(), degrees->data() + degrees->size());
    tables.list(relation, tuples_of(relation, numbers), std::move(truth));
  }
  return tables;
}

void bind_plan(nb::module_& module) {
  nb::class_<World>(module, "World", "Objects and relations.")
      .def(nb::init<>())
      .def_rw("counts", &World::counts)
      .def_rw("names", &World::names)
      .def(
          "add",
          [](World& self, std::string relation, RowNumbers numbers, std::optional<Degrees> degrees) {
            self.relations.emplace_back(std::move(relation), std::move(numbers), std::move(degrees));
          },
          nb::arg("relation"), nb::arg("numbers"), nb::arg("degrees").none());
  nb::class_<Plan>(module, "Plan")
      .def(
          "__init__",
          [](Plan* self, const Knowledge& knowledge, const World& world, std::uint64_t max_groundings) {
            const nb::gil_scoped_release release;
            new (self) Plan(knowledge, make_tables(knowledge, world), {.max_groundings = max_groundings});
          },
          nb::arg("knowledge"), nb::arg("world"), nb::arg("max_groundings"))
      .def_prop_ro("tables", &tables)
      .def_prop_ro("groups", &groups)
      .def_prop_ro("clause_names", &Plan::clause_names)
      .def_prop_ro("groundings", &Plan::groundings)
      .def_prop_ro("instances", &Plan::instances)
      .def_prop_ro("bytes", &Plan::bytes);
  module.def("digest", &digest, nb::arg("numbers"));
}

}  // namespace kenn::python
