// The enhancer on addresses of numbers: forward and backward without a copy, for NumPy and torch alike.
//
// Addresses, since a call takes some tens of microseconds and every conversion of a tensor would show. The
// Python side has checked shapes, types and contiguity against the plan before it calls, in forward and again
// in backward.
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>

#include "bindings/bindings.h"
#include "engine/enhancer_pool.h"
#include "engine/reference_enhancer.h"

namespace kenn::python {

namespace {

using Addresses = std::vector<std::uintptr_t>;

template <typename Number>
Number* at(std::uintptr_t address) {
  return reinterpret_cast<Number*>(address);  // NOLINT(performance-no-int-to-ptr): that is what it is
}

// Torch has tensors without memory: those of a fake mode or inside of a transform, and zeros that are never
// written.
void check_address(std::uintptr_t address, std::size_t count, std::string_view name) {
  if (address != 0 || count == 0) return;
  throw Error(ErrorKind::data, "the tensor of '" + std::string(name) +
                                   "' has no memory of its own, as inside of torch.func or a fake mode");
}

template <typename Number>
std::vector<std::span<Number>> spans(const Plan& plan, const Addresses& addresses) {
  if (addresses.size() != plan.tables().size()) {
    throw Error(ErrorKind::data, "the plan has " + std::to_string(plan.tables().size()) + " tables, not " +
                                     std::to_string(addresses.size()));
  }
  std::vector<std::span<Number>> all;
  all.reserve(addresses.size());
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    const PredictedTable& table = plan.tables()[i];
    check_address(addresses[i], table.size(), table.name);
    all.emplace_back(at<Number>(addresses[i]), table.size());
  }
  return all;
}

engine::ReferenceEnhancer<double>::Tables copies(const Plan& plan, const Addresses& addresses) {
  engine::ReferenceEnhancer<double>::Tables tables;
  for (const auto& values : spans<const double>(plan, addresses))
    tables.emplace_back(values.begin(), values.end());
  return tables;
}

void write(const Plan& plan, const engine::ReferenceEnhancer<double>::Tables& tables,
           const Addresses& addresses) {
  const auto targets = spans<double>(plan, addresses);
  for (std::size_t i = 0; i < targets.size(); ++i)
    std::copy(tables[i].begin(), tables[i].end(), targets[i].begin());
}

// A double run refuses what a float run refuses.
void check_finite(const Plan& plan, const engine::ReferenceEnhancer<double>::Tables& tables) {
  for (std::size_t i = 0; i < tables.size(); ++i) {
    const auto wrong =
        std::find_if(tables[i].begin(), tables[i].end(), [](double z) { return !std::isfinite(z); });
    if (wrong == tables[i].end()) continue;
    const PredictedTable& table = plan.tables()[i];
    const auto place = static_cast<std::size_t>(wrong - tables[i].begin());
    throw Error(ErrorKind::data, "the preactivation of '" + table.name + "' at row " +
                                     std::to_string(place / table.columns.size()) + ", column '" +
                                     table.columns[place % table.columns.size()] + "' is not finite");
  }
}

// Where the weights of all layers are, [layers, clauses], and in which precision.
struct WeightsAt {
  std::uintptr_t address = 0;
  bool is_double = false;

  [[nodiscard]] double operator[](std::size_t i) const {
    return is_double ? at<const double>(address)[i] : static_cast<double>(at<const float>(address)[i]);
  }
};

// What a forward leaves for its backward.
struct Run {
  Run(Plan plan_of_run, std::vector<Weight> weights_of_knowledge)
      : plan(std::move(plan_of_run)), knowledge(std::move(weights_of_knowledge)) {}

  Plan plan;
  std::vector<Weight> knowledge;       // per clause
  std::shared_ptr<Enhancer> enhancer;  // float32
  std::vector<float> weights;
  std::unique_ptr<engine::ReferenceEnhancer<double>> reference;  // float64
  std::vector<double> reference_weights;
  bool is_outside = false;  // a weight was not in [0, 500], or not as the knowledge fixes it
  std::mutex in_backward;   // several threads may go back through one graph

  template <typename Number>
  std::vector<Number> acting(const WeightsAt& given, std::size_t count) {
    std::vector<Number> weights(count);
    for (std::size_t i = 0; i < count; ++i) {
      const Weight& weight = knowledge[i % knowledge.size()];
      const double now = given[i];
      const double fixed =
          given.is_double ? weight.value : static_cast<double>(static_cast<float>(weight.value));
      const double wanted = weight.learned ? std::clamp(now, 0.0, largest_weight) : fixed;
      is_outside = is_outside || now != wanted;
      weights[i] = static_cast<Number>(std::isnan(now) ? now : wanted);
    }
    return weights;
  }

  template <typename Number>
  void write_gradients(const std::vector<Number>& gradients, std::uintptr_t address, bool is_double) const {
    for (std::size_t i = 0; i < gradients.size(); ++i) {
      const Number gradient = knowledge[i % knowledge.size()].learned ? gradients[i] : Number{0};
      if (is_double) {
        at<double>(address)[i] = static_cast<double>(gradient);
      } else {
        at<float>(address)[i] = static_cast<float>(gradient);
      }
    }
  }

  void backward(const Addresses& inputs, const Addresses& output_gradients, const Addresses& input_gradients,
                std::uintptr_t weight_gradients, bool is_double) {
    check_address(weight_gradients, std::max(weights.size(), reference_weights.size()), "clause_weights");
    if (reference != nullptr) {
      const auto found =
          reference->backward(reference_weights, copies(plan, inputs), copies(plan, output_gradients));
      write(plan, found.inputs, input_gradients);
      write_gradients(found.weights, weight_gradients, is_double);
      return;
    }
    std::vector<float> gradients(weights.size());
    const std::lock_guard lock(in_backward);
    enhancer->backward(weights, spans<const float>(plan, inputs), spans<const float>(plan, output_gradients),
                       spans<float>(plan, input_gradients), gradients);
    write_gradients(gradients, weight_gradients, is_double);
  }
};

class SharedEnhancer {
 public:
  SharedEnhancer(const Knowledge& knowledge, const EnhanceOptions& options)
      : options_(options), pool_(std::make_shared<engine::EnhancerPool>(options)) {
    for (const Clause& clause : knowledge.clauses()) {
      names_.push_back(clause.name);
      weights_.push_back(clause.weight);
    }
  }

  std::shared_ptr<Run> forward(const Plan& plan, bool gradients, bool is_double, std::uintptr_t weights,
                               bool weights_are_double, const Addresses& inputs, const Addresses& outputs) {
    if (plan.clause_names() != names_) {
      throw Error(ErrorKind::data, "the plan is not for the clauses of this enhancer");
    }
    auto run = std::make_shared<Run>(plan, weights_);
    const WeightsAt given{weights, weights_are_double};
    const std::size_t count = names_.size() * options_.layers;
    check_address(weights, count, "clause_weights");
    if (is_double) {
      run->reference = std::make_unique<engine::ReferenceEnhancer<double>>(plan, options_);
      run->reference_weights = run->acting<double>(given, count);
      const auto tables = copies(plan, inputs);
      check_finite(plan, tables);
      write(plan, run->reference->forward(run->reference_weights, tables), outputs);
    } else {
      run->enhancer = pool_->take(plan, gradients);
      run->weights = run->acting<float>(given, count);
      run->enhancer->forward(run->weights, spans<const float>(plan, inputs), spans<float>(plan, outputs));
    }
    return run;
  }

 private:
  EnhanceOptions options_;
  std::shared_ptr<engine::EnhancerPool> pool_;
  std::vector<std::string> names_;
  std::vector<Weight> weights_;
};

}  // namespace

EnhanceOptions make_options(std::uint32_t layers, const std::string& boost, const std::string& order,
                            bool center, std::uint32_t threads) {
  EnhanceOptions options;
  if (layers < 1 || layers > 1000) {
    throw Error(ErrorKind::data, "layers is a number from 1 to 1000, not " + std::to_string(layers));
  }
  const auto known_boost = boost_from(boost);
  if (!known_boost) throw Error(ErrorKind::data, "there is no boost '" + boost + "'");
  if (order != "parallel" && order != "sequential") {
    throw Error(ErrorKind::data, "order is 'parallel' or 'sequential', not '" + order + "'");
  }
  options.layers = layers;
  options.boost = *known_boost;
  options.order = order == "sequential" ? Order::sequential : Order::parallel;
  options.center = center;
  options.threads = threads;
  return options;
}

std::string to_text(Order order) {
  return order == Order::sequential ? "sequential" : "parallel";
}

void bind_enhancer(nb::module_& module) {
  nb::list boosts;
  for (const Boost boost : all_boosts) boosts.append(nb::str(name_of(boost).data(), name_of(boost).size()));
  module.attr("BOOSTS") = nb::tuple(boosts);
  module.def("default_weight",
             [](const std::string& boost) { return default_weight(boost_from(boost).value()); });
  module.def("default_center",
             [](const std::string& boost) { return default_center(boost_from(boost).value()); });
  nb::class_<Run>(module, "Run", "A forward, as its backward needs it.")
      .def_ro("is_outside", &Run::is_outside)
      .def("backward", &Run::backward, nb::arg("inputs"), nb::arg("output_gradients"),
           nb::arg("input_gradients"), nb::arg("weight_gradients"), nb::arg("is_double"),
           nb::call_guard<nb::gil_scoped_release>());
  nb::class_<SharedEnhancer>(module, "Enhancer", "Safe to use from several threads.")
      .def(
          "__init__",
          [](SharedEnhancer* self, const Knowledge& knowledge, std::uint32_t layers, const std::string& boost,
             const std::string& order, bool center, std::uint32_t threads) {
            new (self) SharedEnhancer(knowledge, make_options(layers, boost, order, center, threads));
          },
          nb::arg("knowledge"), nb::arg("layers"), nb::arg("boost"), nb::arg("order"), nb::arg("center"),
          nb::arg("threads"))
      .def("forward", &SharedEnhancer::forward, nb::arg("plan"), nb::arg("gradients"), nb::arg("is_double"),
           nb::arg("weights"), nb::arg("weights_are_double"), nb::arg("inputs"), nb::arg("outputs"),
           nb::call_guard<nb::gil_scoped_release>());
}

}  // namespace kenn::python
