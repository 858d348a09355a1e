// What is known of every boost: its name, its start weight, its kernel.
#include "engine/boost.h"

#include <algorithm>

namespace kenn {

namespace {

struct BoostEntry {
  Boost boost;
  std::string_view name;
  double default_weight;
  bool default_center;
  kernels::Boost kernel;
};

constexpr std::array entries = {
    BoostEntry{Boost::softmax, "softmax", initial_weight, false, kernels::Boost::softmax},
    BoostEntry{Boost::godel, "godel", initial_weight, false, kernels::Boost::godel},
    BoostEntry{Boost::residual, "residual", 2.5, true, kernels::Boost::residual},
};
static_assert(entries.size() == all_boosts.size());

constexpr const BoostEntry& entry_of(Boost boost) {
  return *std::find_if(entries.begin(), entries.end(),
                       [boost](const BoostEntry& entry) { return entry.boost == boost; });
}

}  // namespace

std::string_view name_of(Boost boost) {
  return entry_of(boost).name;
}

std::optional<Boost> boost_from(std::string_view name) {
  const auto found = std::find_if(entries.begin(), entries.end(),
                                  [name](const BoostEntry& entry) { return entry.name == name; });
  return found == entries.end() ? std::nullopt : std::optional(found->boost);
}

double default_weight(Boost boost) {
  return entry_of(boost).default_weight;
}

bool default_center(Boost boost) {
  return entry_of(boost).default_center;
}

}  // namespace kenn

namespace kenn::engine {

kernels::Boost kernel_boost(Boost boost) {
  return entry_of(boost).kernel;
}

}  // namespace kenn::engine
