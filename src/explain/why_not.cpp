// The smallest set of rules and facts without which another predicate would hold.
#include "explain/why_not.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/spelling.h"
#include "explain/evaluation.h"
#include "explain/prediction.h"
#include "explain/removals.h"

namespace kenn::explain {

namespace {

constexpr std::size_t exact_size = 2;
constexpr std::size_t most_removed = 50;

using Chosen = std::vector<std::size_t>;  // places in the list of candidates

class Search {
 public:
  Search(const Context& context, const RowOfTable& row, std::uint32_t column)
      : context_(context),
        schema_(context.schema(row.table)),
        column_(column),
        neighbourhood_(context.source, context.groundings, row),
        networks_(network_logits(context.source, neighbourhood_)),
        evaluation_(context.source, neighbourhood_, networks_),
        removals_(context, neighbourhood_, evaluation_, column) {}

  [[nodiscard]] bool holds_already() const { return removals_.margin() > 0; }

  [[nodiscard]] WhyNot run() {
    candidates_ = removals_.find();
    std::stable_sort(candidates_.begin(), candidates_.end(),
                     [](const Removal& left, const Removal& right) { return left.margin > right.margin; });
    WhyNot result;
    result.candidates = candidates_.size();
    result.searched = exact_size;
    result.tried = std::min(exact_size, candidates_.size());
    auto chosen = one();
    if (!chosen) chosen = two();
    result.is_smallest = chosen.has_value();
    if (!chosen) chosen = several(result.tried);
    result.found = chosen.has_value();
    if (!chosen) return result;
    for (const std::size_t place : *chosen) result.removed.push_back(candidates_[place].name);
    const NeighbourhoodValues changed = without(*chosen);
    result.prediction = prediction_of(context_.vocabulary(), schema_, changed.rules());
    return result;
  }

 private:
  [[nodiscard]] NeighbourhoodValues without(const Chosen& chosen) const {
    Alterations changes;
    for (const std::size_t place : chosen) changes = both(changes, candidates_[place].changes);
    return NeighbourhoodValues(context_.source, neighbourhood_, networks_, std::move(changes));
  }

  [[nodiscard]] bool holds_without(const Chosen& chosen) const {
    return margin(context_.vocabulary(), schema_, column_, without(chosen).rules().data()) > 0;
  }

  [[nodiscard]] std::optional<Chosen> one() const {
    for (std::size_t i = 0; i < candidates_.size() && candidates_[i].margin > 0; ++i) {
      if (holds_without({i})) return Chosen{i};
    }
    return std::nullopt;
  }

  // All pairs, those first whose members do most alone.
  [[nodiscard]] std::optional<Chosen> two() {
    for (std::size_t sum = 1; sum + 1 < 2 * candidates_.size(); ++sum) {
      const std::size_t last = candidates_.size() - 1;
      for (std::size_t i = sum > last ? sum - last : 0; 2 * i < sum; ++i) {
        if (removals_.margin_without(candidates_[i], candidates_[sum - i]) <= 0) continue;
        if (holds_without({i, sum - i})) return Chosen{i, sum - i};
      }
    }
    return std::nullopt;
  }

  // Takes out what helps alone, one after the other, until it is enough, then puts back what was not needed.
  [[nodiscard]] std::optional<Chosen> several(std::size_t& tried) const {
    Chosen chosen;
    bool is_enough = false;
    for (std::size_t i = 0; i < candidates_.size() && i < most_removed && !is_enough; ++i) {
      if (candidates_[i].margin <= removals_.margin()) break;
      chosen.push_back(i);
      is_enough = chosen.size() > exact_size && holds_without(chosen);
    }
    tried = std::max(tried, chosen.size());
    if (!is_enough) return std::nullopt;
    for (std::size_t i = chosen.size(); i-- > 0;) {
      Chosen fewer = chosen;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      if (holds_without(fewer)) chosen = std::move(fewer);
    }
    return chosen;
  }

  const Context& context_;
  const TableSchema& schema_;
  std::uint32_t column_;
  Neighbourhood neighbourhood_;
  std::vector<double> networks_;
  NeighbourhoodValues evaluation_;
  Removals removals_;
  std::vector<Removal> candidates_;
};

}  // namespace

WhyNot find_why_not(const Context& context, const std::string& object, const std::string& predicate) {
  const RowOfTable row = context.names.row(object);
  Search search(context, row, context.names.column(row.table, predicate));
  if (search.holds_already()) {
    throw Error(ErrorKind::data, base::in_quotes(predicate) + " is what is predicted of " +
                                     context.names.text(row.table, row.row) + " already");
  }
  WhyNot result = search.run();
  result.predicate = predicate;
  return result;
}

}  // namespace kenn::explain
