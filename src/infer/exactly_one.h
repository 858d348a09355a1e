// How true it is that exactly one of some predicates holds, and how that changes with their degrees.
//
// One holds and no other does, or the next holds and no other does, ...; and, or and not are those of the
// product: 1 - (1 - t_1) ... (1 - t_n), where t_k = y_k times the product of 1 - y_j over all other j.
// Of degrees 0 and 1 it is 1 if there is one 1, else 0.
#pragma once

#include <span>
#include <vector>

namespace kenn::infer {

class ExactlyOne {
 public:
  // The truth for degrees in [0, 1]; `slopes`, as many, become its derivatives unless they are empty.
  double operator()(std::span<const double> degrees, std::span<double> slopes);

 private:
  std::vector<double> alone_;   // t_k
  std::vector<double> others_;  // the product of 1 - y_j over all j but one
  std::vector<double> rest_;    // the product of 1 - t_j over all j but one
  std::vector<double> pair_;    // the product of 1 - y_j over all j but two
  std::vector<double> factors_;
};

}  // namespace kenn::infer
