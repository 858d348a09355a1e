// The objects of every type and the listed tuples of every relation.
#include <kenn/tables.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>

#include "base/nearest_name.h"
#include "base/spelling.h"
#include "table/listing.h"
#include "table/object_names.h"

namespace kenn {

namespace {

// The last row number means "no row" in the plan.
constexpr std::size_t most_objects = std::numeric_limits<Row>::max();

[[noreturn]] void fail(const std::string& message) {
  throw Error(ErrorKind::data, message);
}

template <typename Named>
std::string suggest(std::string_view name, const std::vector<Named>& known) {
  std::vector<std::string_view> candidates;
  candidates.reserve(known.size());
  for (const Named& each : known) candidates.push_back(each.name);
  return base::suggestion(name, candidates);
}

}  // namespace

Tables::Tables(const Knowledge& knowledge)
    : vocabulary_(knowledge.vocabulary()),
      schema_(vocabulary_),
      types_(vocabulary_.types.size()),
      listings_(schema_.tables.size()) {}

TypeIndex Tables::find_type(std::string_view name) const {
  const auto& types = vocabulary_.types;
  const auto found =
      std::find_if(types.begin(), types.end(), [name](const Type& type) { return type.name == name; });
  if (found == types.end()) fail("unknown type " + base::in_quotes(name) + suggest(name, types));
  return static_cast<TypeIndex>(found - types.begin());
}

void Tables::set_count(TypeIndex type, std::size_t count) {
  const std::string name = base::in_quotes(vocabulary_.types[type].name);
  if (types_[type].count && types_[type].count != count) {
    fail("type " + name + " has " + std::to_string(*types_[type].count) + " objects already, not " +
         std::to_string(count));
  }
  if (count > most_objects) {
    fail("type " + name + " has " + std::to_string(count) + " objects; at most " +
         std::to_string(most_objects) + " are possible");
  }
  types_[type].count = count;
}

void Tables::resize(std::string_view type, std::size_t count) {
  set_count(find_type(type), count);
}

void Tables::name_objects(std::string_view type, std::vector<std::string> ids) {
  const TypeIndex index = find_type(type);
  if (types_[index].names) fail("the objects of type " + base::in_quotes(type) + " have names already");
  const std::size_t count = ids.size();
  auto names = std::make_shared<const ObjectNames>(std::string(type), std::move(ids));
  set_count(index, count);
  types_[index].names = std::move(names);
}

std::uint64_t Tables::list(std::string_view relation, std::vector<Row> tuples, std::vector<float> truth) {
  const auto table = schema_.find(relation);
  if (!table) fail("unknown relation " + base::in_quotes(relation) + suggest(relation, schema_.tables));
  const TableSchema& schema = schema_.tables[*table];
  if (schema.holds_all_objects()) {
    fail(base::in_quotes(relation) + " is a type; its objects are all in its table, none are listed");
  }
  if (listings_[*table]) fail("relation " + base::in_quotes(relation) + " is listed already");

  std::vector<std::size_t> counts;
  for (const TypeIndex type : schema.argument_types) {
    if (!has_size(type)) {
      fail("type " + base::in_quotes(vocabulary_.types[type].name) +
           " needs a number of objects before relation " + base::in_quotes(relation) + " is listed");
    }
    counts.push_back(object_count(type));
  }
  Listing listing{schema.argument_types.size(), std::move(tuples), std::move(truth)};
  table::check_listing(listing, schema, vocabulary_, counts);
  std::uint64_t merged = 0;
  const auto namer = [&](std::size_t argument, Row row) {
    return name_of(schema.argument_types[argument], row);
  };
  if (schema.role == Role::given) {
    merged = table::make_set(listing, schema.name, namer);
  } else {
    table::check_no_repetition(listing, schema.name, namer);
  }
  listings_[*table] = std::move(listing);
  return merged;
}

std::optional<Row> Tables::row_of(TypeIndex type, std::string_view object) const {
  if (types_[type].names) return types_[type].names->find(object);
  Row row = 0;
  const char* const end = object.data() + object.size();
  const auto [stop, problem] = std::from_chars(object.data(), end, row);
  const bool is_row = problem == std::errc{} && stop == end && row < object_count(type);
  // "00" is no other name for "0".
  if (!is_row || (object.size() > 1 && object.front() == '0')) return std::nullopt;
  return row;
}

void Tables::rows_of(TypeIndex type, std::span<const std::string_view> objects, std::span<Row> rows) const {
  if (types_[type].names) return types_[type].names->find(objects, rows);
  std::transform(objects.begin(), objects.end(), rows.begin(),
                 [&](std::string_view object) { return row_of(type, object).value_or(no_row); });
}

std::string Tables::name_of(TypeIndex type, Row row) const {
  return types_[type].names ? types_[type].names->name_of(row) : std::to_string(row);
}

std::span<const std::string> Tables::names(TypeIndex type) const {
  return types_[type].names ? types_[type].names->all() : std::span<const std::string>();
}

const Listing& Tables::listing(TableIndex table) const {
  static const Listing nothing;
  return listings_[table] ? *listings_[table] : nothing;
}

std::uint64_t Tables::row_count(TableIndex table) const {
  const TableSchema& schema = schema_.tables[table];
  return schema.holds_all_objects() ? object_count(schema.argument_types.front()) : listing(table).count();
}

}  // namespace kenn
