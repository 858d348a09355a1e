// What every input must satisfy that is not a knowledge text: it is read, or refused with an error.
#pragma once

#include <kenn/kenn.h>

#include "check_reader.h"

namespace kenn {

// Returns whether the action came to its end.
template <typename Action>
bool is_accepted(const Action& action) {
  try {
    action();
    return true;
  } catch (const Error& error) {
    require(!error.diagnostics().empty() && !error.diagnostics().front().message.empty());
    require(error.diagnostics().size() <= shown_diagnostics + 1);
    return false;
  }
}

}  // namespace kenn
