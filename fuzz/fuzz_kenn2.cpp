// libFuzzer target: any bytes as a text of the KENN2 format.
#include "check_reader.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  kenn::check_reader(data, size, kenn::Syntax::kenn2);
  return 0;
}
