// Step 2 of a plan: finds the matches of a pattern in the tables, by joins over the listed tuples.
#include "plan/matcher.h"

#include <algorithm>
#include <array>
#include <limits>

namespace kenn::plan {

namespace {

std::uint64_t saturating_product(std::uint64_t left, std::uint64_t right) {
  std::uint64_t product = 0;
  return __builtin_mul_overflow(left, right, &product) ? std::numeric_limits<std::uint64_t>::max() : product;
}

}  // namespace

// Chooses the steps, one after the other, and keeps track of what is bound.
class Matcher::Builder {
 public:
  Builder(Matcher& matcher, std::vector<bool> bound)
      : matcher_(matcher),
        pattern_(matcher.pattern_),
        tables_(matcher.tables_),
        bound_(std::move(bound)),
        atom_done_(pattern_.atoms.size()),
        different_done_(pattern_.different.size()) {}

  void run() {
    add_filters();
    while (const auto atom = next_atom()) {
      add_join(*atom);
      add_filters();
    }
    matcher_.join_steps_ = matcher_.steps_.size();
    for (std::uint32_t variable = 0; variable < bound_.size(); ++variable) {
      if (bound_[variable]) continue;
      Step step;
      step.kind = StepKind::range;
      step.subject = variable;
      matcher_.steps_.push_back(std::move(step));
      bound_[variable] = true;
      add_filters();
    }
  }

 private:
  [[nodiscard]] bool is_bound(const PatternTerm& term) const {
    return !term.is_variable || bound_[term.value];
  }

  [[nodiscard]] bool is_bound(const PatternAtom& atom) const {
    return std::all_of(atom.terms.begin(), atom.terms.end(),
                       [this](const PatternTerm& term) { return is_bound(term); });
  }

  // How many matches one match becomes when `atom` is joined: its tuples, divided by the objects of every
  // argument that is bound already.
  [[nodiscard]] double growth(const PatternAtom& atom) const {
    auto estimate = static_cast<double>(tables_.listing(atom.table).count());
    if (is_bound(atom)) return std::min(estimate, 1.0);
    for (std::size_t i = 0; i < atom.terms.size(); ++i) {
      if (is_bound(atom.terms[i])) estimate /= static_cast<double>(object_count(atom, i));
    }
    return estimate;
  }

  [[nodiscard]] std::size_t object_count(const PatternAtom& atom, std::size_t position) const {
    const TypeIndex type = tables_.schema().tables[atom.table].argument_types[position];
    return std::max<std::size_t>(1, tables_.object_count(type));
  }

  [[nodiscard]] std::optional<std::uint32_t> next_atom() const {
    std::optional<std::uint32_t> best;
    double least = 0;
    for (std::uint32_t i = 0; i < pattern_.atoms.size(); ++i) {
      if (atom_done_[i] || pattern_.atoms[i].use == AtomUse::excluded) continue;
      const double candidate = growth(pattern_.atoms[i]);
      if (best && candidate >= least) continue;
      best = i;
      least = candidate;
    }
    return best;
  }

  void add_join(std::uint32_t number) {
    const PatternAtom& atom = pattern_.atoms[number];
    Step step = look_up(number);
    for (std::size_t position = 0; position < atom.terms.size(); ++position) {
      const PatternTerm& term = atom.terms[position];
      if (is_bound(term)) continue;
      const bool repeats = std::any_of(step.binds.begin(), step.binds.end(), [&](const Argument& argument) {
        return argument.variable == term.value;
      });
      (repeats ? step.checks : step.binds).push_back({position, term.value});
    }
    for (const Argument& argument : step.binds) bound_[argument.variable] = true;
    matcher_.steps_.push_back(std::move(step));
  }

  // A step that finds the tuples of an atom by what is bound; a scan when nothing is.
  [[nodiscard]] Step look_up(std::uint32_t number) {
    const PatternAtom& atom = pattern_.atoms[number];
    atom_done_[number] = true;
    Step step;
    step.subject = number;
    std::vector<std::size_t> positions;
    for (std::size_t position = 0; position < atom.terms.size(); ++position) {
      if (!is_bound(atom.terms[position])) continue;
      positions.push_back(position);
      step.key.push_back(atom.terms[position]);
    }
    if (positions.empty()) return step;
    step.kind = StepKind::look_up;
    const std::size_t objects = object_count(atom, positions.front());
    step.index =
        std::make_shared<const RelationIndex>(tables_.listing(atom.table), std::move(positions), objects);
    return step;
  }

  // Everything that can exclude a match and has all it needs.
  void add_filters() {
    for (std::uint32_t i = 0; i < pattern_.different.size(); ++i) {
      const auto& [left, right] = pattern_.different[i];
      if (different_done_[i] || !is_bound(left) || !is_bound(right)) continue;
      different_done_[i] = true;
      Step step;
      step.kind = StepKind::different;
      step.subject = i;
      matcher_.steps_.push_back(std::move(step));
    }
    for (std::uint32_t i = 0; i < pattern_.atoms.size(); ++i) {
      if (atom_done_[i] || pattern_.atoms[i].use != AtomUse::excluded || !is_bound(pattern_.atoms[i]))
        continue;
      Step step = look_up(i);
      step.kind = StepKind::exclude;
      matcher_.steps_.push_back(std::move(step));
    }
  }

  Matcher& matcher_;
  const Pattern& pattern_;
  const Tables& tables_;
  std::vector<bool> bound_;
  std::vector<bool> atom_done_;
  std::vector<bool> different_done_;
};

Matcher::Matcher(const Pattern& pattern, const Tables& tables) : pattern_(pattern), tables_(tables) {
  Builder(*this, std::vector<bool>(pattern.variable_types.size())).run();
}

Matcher::Matcher(const Pattern& pattern, const Tables& tables, std::vector<bool> bound)
    : pattern_(pattern), tables_(tables), keeps_excluded_(true) {
  Builder(*this, std::move(bound)).run();
}

bool Matcher::bind(const Step& step, std::uint64_t tuple, Match& match) const {
  const Listing& listing = listing_of(step);
  const Row* const arguments = &listing.tuples[tuple * listing.arity];
  for (const Argument& argument : step.binds)
    match.variables[argument.variable] = arguments[argument.position];
  for (const Argument& argument : step.checks) {
    if (match.variables[argument.variable] != arguments[argument.position]) return false;
  }
  match.atoms[step.subject] = tuple;
  return true;
}

std::pair<std::uint64_t, std::uint64_t> Matcher::find(const Step& step, const Match& match) const {
  constexpr std::size_t most = 16;
  if (step.key.size() <= most) {
    std::array<Row, most> key{};
    for (std::size_t i = 0; i < step.key.size(); ++i) key[i] = row_of(step.key[i], match);
    return step.index->find(key.data());
  }
  std::vector<Row> key;
  for (const PatternTerm& term : step.key) key.push_back(row_of(term, match));
  return step.index->find(key.data());
}

bool Matcher::is_excluded(const Step& step, Match& match) const {
  const auto [first, last] = find(step, match);
  if (first == last) {
    match.atoms[step.subject] = not_listed;
    return false;
  }
  const std::uint64_t tuple = step.index->tuple_at(first);
  match.atoms[step.subject] = tuple;
  const Listing& listing = listing_of(step);
  return listing.truth.empty() || listing.truth[tuple] == 1;
}

bool Matcher::is_same(const Step& step, const Match& match) const {
  const auto& [left, right] = pattern_.different[step.subject];
  return row_of(left, match) == row_of(right, match);
}

bool Matcher::is_listed_as_is() const {
  const auto is_filter = [](const Step& step) {
    return step.kind == StepKind::exclude || step.kind == StepKind::different;
  };
  const auto filters = static_cast<std::size_t>(std::count_if(steps_.begin(), steps_.end(), is_filter));
  return steps_.size() - filters <= 1;
}

std::uint64_t Matcher::listed_count() const {
  for (const Step& step : steps_) {
    if (step.kind == StepKind::scan || step.kind == StepKind::look_up) return listing_of(step).count();
    if (step.kind == StepKind::range) return tables_.object_count(pattern_.variable_types[step.subject]);
  }
  return 1;
}

Matcher::Size Matcher::size(std::uint64_t limit) const {
  std::uint64_t product = 1;
  for (std::size_t i = join_steps_; i < steps_.size(); ++i) {
    if (steps_[i].kind != StepKind::range) continue;
    product = saturating_product(product, tables_.object_count(pattern_.variable_types[steps_[i].subject]));
  }
  if (product == 0) return {};
  Matcher joins = *this;
  joins.steps_.resize(join_steps_);
  std::uint64_t matches = 0;
  bool is_exact = true;
  joins.for_each([&](const Match&) {
    ++matches;
    is_exact = saturating_product(matches, product) <= limit;
    return is_exact;
  });
  // A product without joins is known exactly, however large it is.
  const bool has_joins = std::any_of(joins.steps_.begin(), joins.steps_.end(), [](const Step& step) {
    return step.kind == StepKind::scan || step.kind == StepKind::look_up;
  });
  const bool is_filtered =
      std::any_of(steps_.begin() + static_cast<std::ptrdiff_t>(join_steps_), steps_.end(),
                  [](const Step& step) { return step.kind != StepKind::range; });
  return {saturating_product(matches, product), is_exact || !has_joins, is_filtered};
}

bool Matcher::matches_more_than(std::uint64_t limit) const {
  std::uint64_t matches = 0;
  for_each([&](const Match&) { return ++matches <= limit; });
  return matches > limit;
}

std::string Matcher::product_text() const {
  std::string text;
  for (const Step& step : steps_) {
    if (step.kind != StepKind::range) continue;
    const std::size_t count = tables_.object_count(pattern_.variable_types[step.subject]);
    text += (text.empty() ? "" : " x ") + std::to_string(count);
  }
  return text;
}

}  // namespace kenn::plan
