// Which instruction sets the kernels are not compiled for; to be included before hwy/foreach_target.h.
#pragma once

// Vectors whose length is not known at compile time cannot be kept in arrays; those machines use NEON or
// scalars.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
