// What can be generated, and what to say of what cannot.
#include "generate/limits.h"

namespace kenn::generate {

std::string out_of_range(const std::string& what, std::uint64_t least, std::uint64_t most) {
  return "the number of " + what + " must be from " + std::to_string(least) + " to " + std::to_string(most);
}

std::string complaint_about_pairs(const PairWords& words, std::uint64_t count, double homophily,
                                  PairCounts possible) {
  if (!(homophily >= 0 && homophily <= 1)) return "the homophily must be from 0 to 1";
  if (count > possible.all()) {
    return std::to_string(count) + " " + words.pairs + " do not fit: " + words.objects + " have at most " +
           std::to_string(possible.all());
  }
  const PairCounts wanted = shared_out(count, homophily);
  const auto too_many = [&](std::uint64_t of_all, const std::string& kind, std::uint64_t most) {
    return "at this homophily " + std::to_string(of_all) + " of " + std::to_string(count) + " " +
           words.pairs + " are " + kind + ", but " + words.objects + " have at most " + std::to_string(most) +
           " of that kind";
  };
  if (wanted.inside > possible.inside) return too_many(wanted.inside, words.inside, possible.inside);
  if (wanted.across > possible.across) return too_many(wanted.across, words.across, possible.across);
  return "";
}

}  // namespace kenn::generate
