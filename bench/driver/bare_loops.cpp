// Loops of nothing but divisions or exponentials, in the widest vectors that the machine has.
#include "driver/bare_loops.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "driver/bare_loops.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <hwy/contrib/math/math-inl.h>

HWY_BEFORE_NAMESPACE();
namespace kenn::bench::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

void Divide(float* numbers, std::size_t count, int passes) {
  const hn::ScalableTag<float> lanes;
  const auto one = hn::Set(lanes, 1.0F);
  for (int pass = 0; pass < passes; ++pass) {
    for (std::size_t i = 0; i < count; i += hn::Lanes(lanes)) {
      const auto number = hn::LoadU(lanes, numbers + i);
      hn::StoreU(hn::Div(one, hn::Add(one, number)), lanes, numbers + i);
    }
  }
}

void Exponential(float* numbers, std::size_t count, int passes) {
  const hn::ScalableTag<float> lanes;
  for (int pass = 0; pass < passes; ++pass) {
    for (std::size_t i = 0; i < count; i += hn::Lanes(lanes)) {
      const auto number = hn::LoadU(lanes, numbers + i);
      hn::StoreU(hn::Exp(lanes, hn::Neg(number)), lanes, numbers + i);
    }
  }
}

const char* Target() {
  return hwy::TargetName(HWY_TARGET);
}

}  // namespace kenn::bench::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace kenn::bench {

HWY_EXPORT(Divide);
HWY_EXPORT(Exponential);
HWY_EXPORT(Target);

void divide_loop(float* numbers, std::size_t count, int passes) {
  HWY_DYNAMIC_DISPATCH(Divide)(numbers, count, passes);
}

void exponential_loop(float* numbers, std::size_t count, int passes) {
  HWY_DYNAMIC_DISPATCH(Exponential)(numbers, count, passes);
}

std::string vector_target() {
  return HWY_DYNAMIC_DISPATCH(Target)();
}

std::string highway_version() {
  return std::to_string(HWY_MAJOR) + "." + std::to_string(HWY_MINOR) + "." + std::to_string(HWY_PATCH);
}

}  // namespace kenn::bench
#endif
