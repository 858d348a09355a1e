// Moves predictions towards the rules: forward and backward of stacked enhancers, without torch.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <kenn/plan.h>

namespace kenn {

// How a clause with weight w raises its literals v_i = ±z.
enum class Boost : std::uint8_t {
  softmax,   // all of them, the truest most: by w softmax(v)_i
  godel,     // only the truest (the first of equals): by w, the smallest change that does it
  residual,  // as softmax, times how far the clause is from true: by w (1 - t) softmax(v)_i
};

// All of them, in the order in which help lists them.
inline constexpr std::array all_boosts = {Boost::softmax, Boost::godel, Boost::residual};

// The word for a boost in options, files and messages; nothing for a word that names none.
std::string_view name_of(Boost boost);
std::optional<Boost> boost_from(std::string_view name);

// Where learning starts: the weight of a clause that the knowledge does not fix.
double default_weight(Boost boost);

// Whether training with a boost centres exclusive groups (`EnhanceOptions::center`) unless it is told.
bool default_center(Boost boost);

enum class Order : std::uint8_t {
  parallel,    // every clause sees the same predictions
  sequential,  // clauses about one object first, the others on their result
};

struct EnhanceOptions {
  std::uint32_t layers = 1;
  Boost boost = Boost::softmax;
  Order order = Order::parallel;
  std::uint32_t threads = 0;  // 0: as many as the machine runs at once
  bool gradients = false;     // keep what `backward` needs
  // Move the logits of every exclusive group to mean 0, row by row, before the first layer, and back after
  // the last: the rules then see the same truths whatever constant is added to the logits of a group.
  bool center = false;
};

// Values of all predicted tables, one span per table of `Plan::tables()`, row-major.
template <typename Number>
using TableValues = std::span<const std::span<Number>>;

// L enhancers, one on the result of the other: z' = z + changes, where every grounding of a clause with
// weight w and literals v_i = ±z changes z by ± w softmax(v)_i, or as another `Boost` says.
//
// With `residual`, 1 - t is the product of sigma(-v_i), and an atom that occurs twice in a grounding counts
// once; if it occurs with both signs, the clause always holds and changes nothing.
//
// The results have the same bits for any number of threads and in every run. `forward` and `backward`
// allocate nothing. One object is for one thread at a time and remembers its last `forward`; several may work
// side by side on one plan. Every call throws `Error` when a size is wrong, and `forward` and `mean_truth`
// when a number is not finite.
class Enhancer {
 public:
  explicit Enhancer(Plan plan, const EnhanceOptions& options = {});
  ~Enhancer();
  Enhancer(Enhancer&&) noexcept;
  Enhancer& operator=(Enhancer&&) noexcept;

  // `weights` holds one weight per clause and layer, layer by layer, in the order of the clauses. Each is in
  // [0, 500]. The outputs do not overlap the inputs; after an error they are undefined.
  void forward(std::span<const float> weights, TableValues<const float> preactivations,
               TableValues<float> outputs);

  // Gradients of the last `forward` (with `gradients` in the options), given those of its outputs. They are
  // written, not added. `weights` and `preactivations` are those of that call, unchanged. The input gradients
  // overlap nothing else.
  void backward(std::span<const float> weights, TableValues<const float> preactivations,
                TableValues<const float> output_gradients, TableValues<float> input_gradients,
                std::span<float> weight_gradients);

  // The mean truth of every clause over its groundings, the truth of a grounding being that of its truest
  // literal; NaN for a clause without groundings. With `center`, it is that of the centred logits.
  [[nodiscard]] std::vector<double> mean_truth(TableValues<const float> preactivations);

  [[nodiscard]] const Plan& plan() const;
  [[nodiscard]] const EnhanceOptions& options() const;
  [[nodiscard]] std::uint64_t bytes() const;  // of the work space

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

// One forward. With one predicted table, its values can be passed as they are.
void enhance(const Plan& plan, std::span<const float> weights, TableValues<const float> preactivations,
             TableValues<float> outputs, const EnhanceOptions& options = {});
void enhance(const Plan& plan, std::span<const float> weights, std::span<const float> preactivations,
             std::span<float> outputs, const EnhanceOptions& options = {});

// The starting weights of the knowledge, for every layer: its fixed ones, and the default of the boost for
// those that are learned.
std::vector<float> initial_weights(const Plan& plan, std::uint32_t layers = 1, Boost boost = Boost::softmax);

}  // namespace kenn
