// libFuzzer target: any bytes as a JSON file of weights.
#include "check_error.h"
#include "io/weights_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace kenn;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::vector<std::string> names = {"a", "b", "\"c\""};
  const std::vector<Weight> known = {{true, 0}, {true, 0}, {false, 1.5}};
  for (const std::uint32_t layers : {1U, 2U}) {
    is_accepted([&] {
      base::InputFile file("input", text);
      const std::vector<float> weights = io::read_weights(file, names, known, layers);
      require(weights.size() == names.size() * layers);
      for (const float weight : weights) require(weight >= 0 && weight <= 500);
    });
  }
  return 0;
}
