// Umbrella header of the library; never torch.
#pragma once

#include <kenn/version.h>

// The core, in the library kenn::kenn:
#include <kenn/clause.h>     // Type, Predicate, Literal, Clause: what the rules become
#include <kenn/enhance.h>    // Enhancer: forward and backward
#include <kenn/error.h>      // Diagnostic, Error: what goes wrong, and where
#include <kenn/explain.h>    // Explainer: why a prediction is what it is, and what would change it
#include <kenn/knowledge.h>  // Knowledge: a knowledge file, read and checked
#include <kenn/plan.h>       // Plan: which rows every clause touches
#include <kenn/tables.h>     // Tables: objects and listed tuples
#include <kenn/truth.h>      // TruthMeter: how true the rules are

// Training, in the library kenn::training:
#include <kenn/dataset.h>  // Dataset: objects, features, relations, labels
#include <kenn/model.h>    // Model: predictions
#include <kenn/options.h>  // Options: the settings of a training
#include <kenn/train.h>    // Training: a data set and rules in, a model out
