// What the files of the extension share.
#pragma once

#include <kenn/kenn.h>
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace kenn::python {

namespace nb = nanobind;

// Arrays as the Python side prepares them. Row numbers of a relation are [arity, tuples], as in PyG.
using RowNumbers = nb::ndarray<nb::ro, const std::int64_t, nb::ndim<2>, nb::device::cpu>;
using Degrees = nb::ndarray<nb::ro, const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Matrix = nb::ndarray<nb::ro, const float, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// What is known of the atoms of a table: 1 they hold, 0 they do not, -1 nothing.
using KnownAtoms = nb::ndarray<nb::ro, const std::int8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// Objects and relations as Python has them.
struct World {
  std::map<std::string, std::size_t> counts;              // objects of each type
  std::map<std::string, std::vector<std::string>> names;  // instead of counts: the names of the objects
  std::vector<std::tuple<std::string, RowNumbers, std::optional<Degrees>>> relations;
};

// Throws `Error` when they do not fit the knowledge.
Tables make_tables(const Knowledge& knowledge, const World& world);

// Numbers as a new array that owns them.
nb::object to_array(std::vector<float> values, std::vector<std::size_t> shape);

// Throws `Error` for other words.
EnhanceOptions make_options(std::uint32_t layers, const std::string& boost, const std::string& order,
                            bool center, std::uint32_t threads);
std::string to_text(Order order);

void bind_errors(nb::module_& module);
void bind_knowledge(nb::module_& module);
void bind_plan(nb::module_& module);
void bind_enhancer(nb::module_& module);
void bind_explain(nb::module_& module);
void bind_fit(nb::module_& module);
void bind_model(nb::module_& module);
void bind_training(nb::module_& module);

}  // namespace kenn::python
