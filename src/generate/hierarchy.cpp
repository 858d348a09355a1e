// A synthetic multi-label data set: items with classes of a hierarchy, whose rules always hold.
#include "generate/hierarchy.h"

#include <kenn/error.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace kenn::generate {

namespace {

constexpr std::uint64_t most_own_classes = 3;
constexpr int attempts_at_own_class = 8;
constexpr std::uint32_t inherited = 30;  // per cent of the features that a child moves as its parent does
constexpr std::int32_t effect = 2000;    // of a class on a feature, in thousandths
constexpr int noise_dice = 4;
constexpr double spread_of_dice = 866;  // four dice with this spread have a standard deviation of 1000

enum Stream : std::uint32_t { forest_stream, exclusions_stream, labels_stream, traits_stream, noise_stream };

ClassForest forest_of(const HierarchyOptions& options) {
  base::Random random(options.seed, forest_stream);
  return draw_forest(options.classes, random);
}

std::vector<Pair> draw_exclusions(const HierarchyOptions& options, const ClassForest& forest) {
  const ExclusionDrawer drawer(forest);
  const std::uint64_t usual = options.classes * 8 / 5;
  base::Random random(options.seed, exclusions_stream);
  return drawer.draw(options.exclusions.value_or(std::min(usual, drawer.most())), random);
}

// Draws the classes of items one after the other: a few own classes and all their ancestors.
class LabelDrawer {
 public:
  LabelDrawer(Hierarchy& hierarchy, base::Random& random)
      : hierarchy_(hierarchy),
        random_(random),
        excluded_by_(hierarchy.forest.classes()),
        by_frequency_(hierarchy.forest.classes()) {
    for (const Pair& pair : hierarchy.exclusions) {
      excluded_by_[pair.first].push_back(pair.second);
      excluded_by_[pair.second].push_back(pair.first);
    }
    std::iota(by_frequency_.begin(), by_frequency_.end(), 0U);
    random_.shuffle(by_frequency_);
  }

  // The first own class of every item; every class is that of an item.
  std::vector<std::uint32_t> draw_first_classes(std::uint64_t items) {
    std::vector<std::uint32_t> classes(items);
    for (std::uint32_t i = 0; i < items; ++i) classes[i] = i < by_frequency_.size() ? i : frequent_class();
    random_.shuffle(classes);
    return classes;
  }

  // Appends the classes of an item to the hierarchy; returns its own classes, without those that it has only
  // as ancestors.
  std::span<const std::uint32_t> draw_item(std::uint32_t first) {
    labels_.clear();
    add(first);
    own_.assign(1, first);
    const std::uint64_t wanted = 1 + random_.below(most_own_classes);
    for (int attempt = 0; own_.size() < wanted && attempt < attempts_at_own_class; ++attempt) {
      const std::uint32_t next = frequent_class();
      if (has(next) || !fits(next)) continue;
      add(next);
      own_.push_back(next);
    }
    std::sort(labels_.begin(), labels_.end());
    hierarchy_.labels.insert(hierarchy_.labels.end(), labels_.begin(), labels_.end());
    hierarchy_.label_starts.push_back(hierarchy_.labels.size());
    return own_;
  }

 private:
  std::uint32_t frequent_class() { return by_frequency_[random_.small_below(by_frequency_.size())]; }

  [[nodiscard]] bool has(std::uint32_t label) const {
    return std::find(labels_.begin(), labels_.end(), label) != labels_.end();
  }

  // Whether the item may have it, and its ancestors, beside what it has.
  [[nodiscard]] bool fits(std::uint32_t label) const {
    for (; label != ClassForest::no_parent && !has(label); label = hierarchy_.forest.parent_of[label]) {
      const std::vector<std::uint32_t>& excluded = excluded_by_[label];
      if (std::any_of(excluded.begin(), excluded.end(), [&](std::uint32_t other) { return has(other); })) {
        return false;
      }
    }
    return true;
  }

  void add(std::uint32_t label) {
    for (; label != ClassForest::no_parent && !has(label); label = hierarchy_.forest.parent_of[label]) {
      labels_.push_back(label);
    }
  }

  Hierarchy& hierarchy_;
  base::Random& random_;
  std::vector<std::vector<std::uint32_t>> excluded_by_;
  std::vector<std::uint32_t> by_frequency_;  // classes, the frequent ones first
  std::vector<std::uint32_t> labels_;        // of the item that is drawn
  std::vector<std::uint32_t> own_;
};

// Each class raises some features and lowers the others; a child is a little like its parent.
class FeatureDrawer {
 public:
  FeatureDrawer(const HierarchyOptions& options, const ClassForest& forest)
      : count_(options.features),
        spread_(std::llround(options.noise * spread_of_dice)),
        noise_(options.seed, noise_stream) {
    base::Random random(options.seed, traits_stream);
    raises_.reserve(options.classes * count_);
    for (const std::uint32_t parent : forest.parent_of) {
      for (std::uint64_t i = 0; i < count_; ++i) {
        const bool keeps = parent != ClassForest::no_parent && random.chance(inherited);
        raises_.push_back(keeps ? raises_[parent * count_ + i] : random.chance(50));
      }
    }
  }

  // Only own classes leave a trace: a network has to learn what a parent is from its children.
  void append_item(std::span<const std::uint32_t> own_classes, std::vector<std::int32_t>& features) {
    for (std::uint64_t i = 0; i < count_; ++i) {
      auto value = static_cast<std::int32_t>(noise_.around_zero(spread_, noise_dice));
      for (const std::uint32_t label : own_classes) value += raises_[label * count_ + i] ? effect : -effect;
      features.push_back(value);
    }
  }

 private:
  std::uint64_t count_;
  std::int64_t spread_;
  base::Random noise_;
  std::vector<bool> raises_;  // class by class
};

void draw_items(const HierarchyOptions& options, Hierarchy& hierarchy) {
  base::Random random(options.seed, labels_stream);
  LabelDrawer labels(hierarchy, random);
  FeatureDrawer features(options, hierarchy.forest);
  hierarchy.features.reserve(options.nodes * options.features);
  hierarchy.label_starts.push_back(0);
  for (const std::uint32_t first : labels.draw_first_classes(options.nodes)) {
    features.append_item(labels.draw_item(first), hierarchy.features);
  }
}

}  // namespace

double Hierarchy::labels_per_item() const {
  return static_cast<double>(labels.size()) / static_cast<double>(items());
}

std::string complaint_about(const HierarchyOptions& options) {
  if (options.classes < 2 || options.classes > most_classes) return out_of_range("classes", 2, most_classes);
  if (options.features < 1 || options.features > most_features) {
    return out_of_range("features", 1, most_features);
  }
  if (options.nodes < 2 || options.nodes > most_nodes) return out_of_range("items", 2, most_nodes);
  const std::string items = std::to_string(options.nodes) + " items";
  if (options.nodes < options.classes) {
    return items + " cannot have " + std::to_string(options.classes) + " classes; every class needs an item";
  }
  if (options.nodes * options.features > most_feature_values) {
    return items + " with " + std::to_string(options.features) + " features each are too many: at most " +
           std::to_string(most_feature_values) + " numbers can be generated";
  }
  if (!(options.noise >= 0 && options.noise <= most_noise)) return "the noise must be from 0 to 1000";
  const std::uint64_t most = ExclusionDrawer(forest_of(options)).most();
  if (options.exclusions.value_or(0) > most) {
    return std::to_string(*options.exclusions) + " exclusions do not fit: the " +
           std::to_string(options.classes) + " classes of seed " + std::to_string(options.seed) +
           " have at most " + std::to_string(most);
  }
  return "";
}

Hierarchy generate_hierarchy(const HierarchyOptions& options) {
  const std::string complaint = complaint_about(options);
  if (!complaint.empty()) throw Error(ErrorKind::data, complaint);
  Hierarchy hierarchy;
  hierarchy.forest = forest_of(options);
  hierarchy.exclusions = draw_exclusions(options, hierarchy.forest);
  hierarchy.feature_count = options.features;
  draw_items(options, hierarchy);
  return hierarchy;
}

}  // namespace kenn::generate
