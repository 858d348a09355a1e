// How true the rules are, and how that changes with the predictions: fuzzy logic over a plan, without torch.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <kenn/enhance.h>

namespace kenn {

// What the truth of a disjunction is, given that of its literals t_1 .. t_n.
enum class Conorm : std::uint8_t {
  lukasiewicz,  // min(1, t_1 + ... + t_n)
  product,      // 1 - (1 - t_1) ... (1 - t_n)
  godel,        // max(t_1, ..., t_n)
};

// How true a `given` tuple is that is listed with a degree.
enum class GivenTruth : std::uint8_t {
  degrees,  // as it is listed
  rounded,  // true above 1/2, false up to there
};

// The results have the same bits for any number of threads and in every run. One object is for one thread at
// a time; several may work side by side on one plan. Every call throws `Error` when a size is wrong, or a
// truth degree is not in [0, 1].
class TruthMeter {
 public:
  explicit TruthMeter(Plan plan, Conorm conorm = Conorm::lukasiewicz, std::uint32_t threads = 0,
                      GivenTruth given = GivenTruth::degrees);
  ~TruthMeter();
  TruthMeter(TruthMeter&&) noexcept;
  TruthMeter& operator=(TruthMeter&&) noexcept;

  // For every clause, the sum of the truth of its groundings. `degrees` has the truth of every predicted
  // atom. Where these are 0 or 1 and given truth is rounded, Gödel's sums are exact counts of the groundings
  // that hold.
  [[nodiscard]] std::vector<double> sums(TableValues<const float> degrees);

  // The gradient of the sum of coefficients[c] * sums[c] by the degrees. It is written, not added. Where a
  // truth has a kink (Łukasiewicz at 1, Gödel between equals) it is that of one side: 0, or that of the first
  // literal.
  void gradients(std::span<const float> coefficients, TableValues<const float> degrees,
                 TableValues<float> gradients);

  [[nodiscard]] const Plan& plan() const;

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

}  // namespace kenn
