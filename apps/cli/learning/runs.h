// The commands that need torch, and what they share.
#pragma once

#include <cstdint>
#include <exception>

#include "learning/arguments.h"

namespace kenn::cli {

void run_train(const TrainArguments& arguments);
void run_predict(const PredictArguments& arguments);
void run_evaluate(const EvaluateArguments& arguments);

// The person pressed Ctrl-C; everything worth keeping was saved and said.
class Interrupted : public std::exception {};

// How many threads to use when so many are asked for (0: all), and the same for torch.
std::uint32_t threads_of(std::uint32_t wanted);
void use_threads(std::uint32_t wanted);

}  // namespace kenn::cli
