// Umbrella header of the core library, in the order of the path from text to predictions; never torch.
#pragma once

#include <kenn/version.h>

// clang-format off: in the order of the path
#include <kenn/clause.h>     // Type, Predicate, Literal, Clause: what the rules become
#include <kenn/enhance.h>    // Enhancer: forward and backward
#include <kenn/error.h>      // Diagnostic, Error: what goes wrong, and where
#include <kenn/knowledge.h>  // Knowledge: a knowledge file, read and checked
#include <kenn/plan.h>       // Plan: which rows every clause touches
#include <kenn/tables.h>     // Tables: objects and listed tuples
#include <kenn/truth.h>      // TruthMeter: how true the rules are
// clang-format on
