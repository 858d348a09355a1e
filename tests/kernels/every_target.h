// Runs tests with every instruction set of this machine.
#pragma once

#include <gtest/gtest.h>
#include <hwy/highway.h>

namespace kenn::kernels {

// Calls the test for every instruction set that this machine has, one at a time.
template <typename Test>
void on_every_target(Test test) {
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().DeInit();
    test();
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().DeInit();
}

}  // namespace kenn::kernels
