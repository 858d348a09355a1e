// Umbrella header of the core library, in the order of the path from text to plan. It never includes torch.
#pragma once

#include <kenn/version.h>

#include <kenn/clause.h>     // Type, Predicate, Literal, Clause: what the rules become
#include <kenn/error.h>      // Diagnostic, Error: what goes wrong, and where
#include <kenn/knowledge.h>  // Knowledge: a knowledge file, read and checked
