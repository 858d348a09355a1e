// What the program returns to the shell.
#pragma once

namespace kenn::cli {

enum ExitStatus : int {
  done = 0,
  bad_input = 1,
  wrong_usage = 2,
  interrupted = 130,  // as shells have it for Ctrl-C
};

}  // namespace kenn::cli
