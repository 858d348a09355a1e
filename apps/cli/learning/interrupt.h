// Ctrl-C as a wish that is granted when it suits.
#pragma once

#include <string_view>

namespace kenn::cli {

// While it lives, Ctrl-C, SIGTERM and SIGHUP (the terminal is gone) ask for an end; a second Ctrl-C or
// SIGTERM ends the program as usual. The text, which must stay, is printed on standard error then, unless it
// is empty. One at a time.
class InterruptWatch {
 public:
  explicit InterruptWatch(std::string_view text);
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

  [[nodiscard]] static bool was_interrupted();

 private:
  void (*before_interrupt_)(int) = nullptr;
  void (*before_end_)(int) = nullptr;
  void (*before_hangup_)(int) = nullptr;
};

}  // namespace kenn::cli
