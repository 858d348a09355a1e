// The relational data that rules speak about: objects, and which tuples of them are listed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <kenn/knowledge.h>

namespace kenn {

using Row = std::uint32_t;  // an object of a type, or a row of a table; counts from 0
inline constexpr Row no_row = ~Row{0};
using TableIndex = std::uint32_t;  // into Schema::tables

// What a table holds: one row per tuple of objects, one column per predicate.
struct TableSchema {
  std::string name;
  Role role = Role::predict;
  std::vector<TypeIndex> argument_types;
  std::vector<PredicateIndex> columns;

  // The unary predictions of a type: their rows are the objects of the type, nothing is listed.
  [[nodiscard]] bool holds_all_objects() const { return role == Role::predict && argument_types.size() == 1; }

  friend bool operator==(const TableSchema&, const TableSchema&) = default;
};

// Where the atoms of a predicate are.
struct Place {
  TableIndex table = 0;
  std::uint32_t column = 0;

  friend bool operator==(const Place&, const Place&) = default;
};

// The tables of a vocabulary, in the order of their first predicates.
struct Schema {
  explicit Schema(const Vocabulary& vocabulary);

  std::vector<TableSchema> tables;
  std::vector<Place> places;  // one per predicate

  [[nodiscard]] std::optional<TableIndex> find(std::string_view table) const;
};

// A tuple's row number is its place in the listing for a predicted relation. A `given` relation is a set: its
// tuples are sorted, each is there once, and those with degree 0 are left out.
struct Listing {
  std::size_t arity = 0;
  std::vector<Row> tuples;   // `arity` rows each, one tuple after the other
  std::vector<float> truth;  // one degree in (0, 1] per tuple; empty when all are 1

  [[nodiscard]] std::uint64_t count() const { return arity == 0 ? 0 : tuples.size() / arity; }
};

// The objects of every type and the listed tuples of every relation of a knowledge.
class Tables {
 public:
  explicit Tables(const Knowledge& knowledge);

  // How many objects a type has; they are known by their row numbers, "0", "1", ...
  void resize(std::string_view type, std::size_t count);

  // The same with a name (an id) for every object. Throws when two are the same.
  void name_objects(std::string_view type, std::vector<std::string> ids);

  // Lists the tuples of a relation, as row numbers, the arguments of a tuple side by side. Truth degrees, one
  // per tuple, are for `given` relations only. Returns how many tuples of a `given` relation were listed
  // before and left out; throws when they were listed with another degree, and when a predicted relation
  // lists a tuple twice. Types have their sizes before their relations are listed; a relation is listed once.
  std::uint64_t list(std::string_view relation, std::vector<Row> tuples, std::vector<float> truth = {});

  template <std::size_t Arity>
  std::uint64_t list(std::string_view relation, std::span<const std::array<Row, Arity>> tuples) {
    std::vector<Row> flat;
    flat.reserve(tuples.size() * Arity);
    for (const auto& tuple : tuples) flat.insert(flat.end(), tuple.begin(), tuple.end());
    return list(relation, std::move(flat));
  }

  [[nodiscard]] const Vocabulary& vocabulary() const { return vocabulary_; }
  [[nodiscard]] const Schema& schema() const { return schema_; }

  // Objects of a type. `row_of` finds an object by its name, `rows_of` many: `no_row` where there is none.
  [[nodiscard]] bool has_size(TypeIndex type) const { return types_[type].count.has_value(); }
  [[nodiscard]] std::size_t object_count(TypeIndex type) const { return types_[type].count.value_or(0); }
  [[nodiscard]] bool has_names(TypeIndex type) const { return types_[type].names != nullptr; }
  [[nodiscard]] std::optional<Row> row_of(TypeIndex type, std::string_view object) const;
  void rows_of(TypeIndex type, std::span<const std::string_view> objects, std::span<Row> rows) const;
  [[nodiscard]] std::string name_of(TypeIndex type, Row row) const;
  [[nodiscard]] std::span<const std::string> names(TypeIndex type) const;  // empty when they have none

  // What is listed in a table; `holds_all_objects` tables and relations not listed yet have nothing.
  [[nodiscard]] bool is_listed(TableIndex table) const { return listings_[table].has_value(); }
  [[nodiscard]] const Listing& listing(TableIndex table) const;
  [[nodiscard]] std::uint64_t row_count(TableIndex table) const;

 private:
  class ObjectNames;
  struct Objects {
    std::optional<std::size_t> count;
    std::shared_ptr<const ObjectNames> names;
  };

  [[nodiscard]] TypeIndex find_type(std::string_view name) const;
  void set_count(TypeIndex type, std::size_t count);

  Vocabulary vocabulary_;
  Schema schema_;
  std::vector<Objects> types_;
  std::vector<std::optional<Listing>> listings_;
};

}  // namespace kenn
