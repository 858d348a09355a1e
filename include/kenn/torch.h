// The enhancer as a module of torch's C++ front end. Needs LibTorch; link kenn::torch.
//
//   auto knowledge = kenn::Knowledge::from_file("citations.kenn");
//   kenn::torch::Enhancer enhancer(knowledge, {.layers = 3});
//   auto enhanced = enhancer->forward({{"Paper", network->forward(x)}}, plan);
#pragma once

#include <kenn/enhance.h>

#include <torch/torch.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace kenn::torch {

// Tensors by the names of the predicted tables: [rows, columns], all float32, or all float64 (for gradient
// checks; slow). On the CPU.
using Tensors = std::map<std::string, ::torch::Tensor>;

// Stacked enhancers with weights that are learned. The only parameter is `weights`, [layers, clauses]: those
// that the knowledge fixes have no gradient and always act with their fixed values, the others are moved back
// to [0, 500] when a step left it. Tensors are not copied if they are contiguous.
//
// Modules may be called from several threads at once, also with one plan. A plan must come from a knowledge
// with the same clauses.
class EnhancerImpl : public ::torch::nn::Cloneable<EnhancerImpl> {
 public:
  // `gradients` of the options means nothing here: what is needed is known when it is called.
  explicit EnhancerImpl(const Knowledge& knowledge, const EnhanceOptions& options = {});

  // One tensor for every predicted table of the plan. Throws `Error` when a table is missing or unknown, when
  // a shape or a type does not fit, and when a number is not finite.
  Tensors forward(const Tensors& preactivations, const Plan& plan);

  // The same for a plan with one predicted table.
  ::torch::Tensor forward(const ::torch::Tensor& preactivations, const Plan& plan);

  // Moves the weights to [0, 500], and those that are fixed to their values. `forward` does it too; after the
  // last step of an optimiser this is how the parameter itself gets there.
  void project();

  // The names of the clauses, in the order of the columns of `weights`.
  [[nodiscard]] const std::vector<std::string>& clause_names() const;

  // The weight of a clause in every layer. Throws `Error` for an unknown name.
  [[nodiscard]] std::vector<double> weights_of(const std::string& clause) const;

  [[nodiscard]] const EnhanceOptions& options() const;

  void reset() override;
  void pretty_print(std::ostream& stream) const override;

  // Loading checks that the weights are those of the same clauses. Throws `Error`.
  void load(::torch::serialize::InputArchive& archive) override;

  ::torch::Tensor weights;

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;
  ::torch::Tensor clause_text_;  // the names, saved with the weights
};

// Holds an EnhancerImpl, as torch's own modules are held.
class Enhancer : public ::torch::nn::ModuleHolder<EnhancerImpl> {
 public:
  using ::torch::nn::ModuleHolder<EnhancerImpl>::ModuleHolder;
  explicit Enhancer(const Knowledge& knowledge, const EnhanceOptions& options = {})
      : ModuleHolder(std::make_shared<EnhancerImpl>(knowledge, options)) {}
};

}  // namespace kenn::torch
