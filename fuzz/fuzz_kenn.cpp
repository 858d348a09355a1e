// libFuzzer target: any bytes as a text of the knowledge language.
#include "check_reader.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  kenn::check_reader(data, size, kenn::Syntax::kenn);
  return 0;
}
