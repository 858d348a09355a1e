// Ctrl-C as a wish that is granted when it suits.
#include "learning/interrupt.h"

#include <unistd.h>

#include <csignal>

namespace kenn::cli {

namespace {

volatile std::sig_atomic_t is_wanted = 0;
volatile std::sig_atomic_t has_hung_up = 0;
const char* shown_text = nullptr;  // set before the handler is
std::size_t shown_size = 0;

// A terminal that goes sends several SIGHUP, of itself and by way of the shell: further ones change nothing,
// to the end of the program.
void remember(int signal) {
  is_wanted = 1;
  if (signal == SIGHUP) has_hung_up = 1;
  std::signal(signal, signal == SIGHUP ? SIG_IGN : SIG_DFL);
  if (shown_size > 0) [[maybe_unused]]
    const auto written = ::write(STDERR_FILENO, shown_text, shown_size);
}

void (*watch(int signal))(int) {
  void (*const before)(int) = std::signal(signal, remember);
  if (before == SIG_IGN) std::signal(signal, SIG_IGN);  // whoever started us does not want it
  return before;
}

}  // namespace

InterruptWatch::InterruptWatch(std::string_view text) {
  is_wanted = 0;
  shown_text = text.data();
  shown_size = text.size();
  before_interrupt_ = watch(SIGINT);
  before_end_ = watch(SIGTERM);
  before_hangup_ = watch(SIGHUP);
}

InterruptWatch::~InterruptWatch() {
  std::signal(SIGINT, before_interrupt_);
  std::signal(SIGTERM, before_end_);
  if (has_hung_up == 0) std::signal(SIGHUP, before_hangup_);
}

bool InterruptWatch::was_interrupted() {
  return is_wanted != 0;
}

}  // namespace kenn::cli
