// How sure out-of-fold predictions should be: a scale for their logits.
//
// Networks may be too sure (trained for long) or hardly sure at all (a strong weight decay). On logits of the
// wrong scale, rules earn trust by making predictions more or less certain, whatever they say. On calibrated
// logits only what they say counts.
#pragma once

#include <span>

#include "nn/loss.h"

namespace kenn::trust {

// The factor in [1/64, 64] for the logits with the smallest cross-entropy; 1 when there is no label.
double calibrating_factor(const nn::TableLoss& loss, std::span<const float> logits);

// Multiplies the logits by it.
void calibrate(const nn::TableLoss& loss, std::span<float> logits);

}  // namespace kenn::trust
