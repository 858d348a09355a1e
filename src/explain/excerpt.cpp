// The part of a data set that a page can hold: some rows, and everything that their predictions depend on.
#include "explain/excerpt.h"

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "base/random.h"
#include "base/random_streams.h"

namespace kenn::explain {

namespace {

// The rows that are named, then all others in the order in which they are taken.
std::vector<RowOfTable> candidates(const Context& context, const std::vector<std::string>& names,
                                   std::size_t most, std::size_t& named) {
  std::vector<RowOfTable> rows;
  std::set<std::pair<TableIndex, Row>> taken;
  for (const std::string& name : names) {
    const RowOfTable row = context.names.row(name);
    if (taken.emplace(row.table, row.row).second) rows.push_back(row);
  }
  named = rows.size();
  std::vector<RowOfTable> others;
  for (TableIndex table = 0; table < context.source.tables.schema().tables.size(); ++table) {
    if (context.schema(table).role != Role::predict) continue;
    for (Row row = 0; row < context.source.tables.row_count(table); ++row) {
      if (!taken.contains({table, row})) others.push_back({table, row});
    }
  }
  if (named + others.size() > most) base::Random(0, base::random_stream::excerpt).shuffle(others);
  rows.insert(rows.end(), others.begin(), others.end());
  return rows;
}

std::optional<Neighbourhood> neighbourhood_within(const Context& context, std::span<const RowOfTable> rows,
                                                  std::uint64_t most_groundings) {
  try {
    return Neighbourhood(context.source, context.groundings, rows, most_groundings);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::limit) throw;
    return std::nullopt;
  }
}

}  // namespace

Excerpt take_excerpt(const Context& context, const std::vector<std::string>& names,
                     const ExcerptLimits& limits) {
  std::size_t named = 0;
  const std::vector<RowOfTable> rows = candidates(context, names, limits.rows, named);
  const auto first = [&](std::size_t count) {
    return neighbourhood_within(context, std::span(rows).first(count), limits.groundings);
  };
  // The more rows, the more groundings: `fits` rows do, `too_many` do not.
  std::size_t fits = named;
  std::size_t too_many = std::max(named, std::min(rows.size(), limits.rows)) + 1;
  std::optional<Neighbourhood> found = first(fits);
  if (!found) {
    throw Error(ErrorKind::limit, "the objects that are named depend on more than " +
                                      std::to_string(limits.groundings) +
                                      " groundings, which is too much for a page; name fewer");
  }
  for (std::size_t count = too_many - 1; fits + 1 < too_many; count = fits + (too_many - fits) / 2) {
    if (auto larger = first(count)) {
      found.emplace(std::move(*larger));
      fits = count;
    } else {
      too_many = count;
    }
  }
  return {std::move(*found), fits, rows.size()};
}

}  // namespace kenn::explain
