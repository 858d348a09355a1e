// libFuzzer target: any bytes as a CSV file of a relation.
#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "check_reader.h"
#include "dataset/relation.h"

namespace kenn {
namespace {

const std::vector<std::string> ids = {"a", "b, \"c\"", "1", "é", "truth"};

void rows_of(std::span<const std::string_view> wanted, std::span<Row> rows) {
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const auto found = std::find(ids.begin(), ids.end(), wanted[i]);
    rows[i] = found == ids.end() ? no_row : static_cast<Row>(found - ids.begin());
  }
}

// A file is either refused with a list of errors, or gives complete tuples of objects that exist.
void check(std::string_view text, std::span<const dataset::ArgumentObjects> arguments,
           dataset::TruthColumn truth) {
  base::InputFile file("input", text);
  try {
    const dataset::RelationData data = dataset::read_csv_relation(file, "Cite", arguments, truth);
    require(data.tuples.size() % arguments.size() == 0);
    for (std::size_t i = 0; i < data.tuples.size(); ++i) {
      require(data.tuples[i] < arguments[i % arguments.size()].count.value_or(0xffffffff));
    }
    require(data.truth.empty() || data.truth.size() == data.tuples.size() / arguments.size());
    for (const float degree : data.truth) require(degree >= 0 && degree <= 1);
  } catch (const Error& error) {
    require(error.kind() == ErrorKind::data && !error.diagnostics().empty());
    require(error.diagnostics().size() <= shown_diagnostics + 1);
  }
}

}  // namespace
}  // namespace kenn

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace kenn;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const dataset::ArgumentObjects with_rows{"Paper", 1000, {}};
  const dataset::ArgumentObjects with_any_rows{"Paper", std::nullopt, {}};
  const dataset::ArgumentObjects with_ids{"Author", ids.size(), rows_of, ids};
  check(text, std::vector{with_rows, with_any_rows}, dataset::TruthColumn::allowed);
  check(text, std::vector{with_ids, with_rows}, dataset::TruthColumn::allowed);
  check(text, std::vector{with_ids}, dataset::TruthColumn::refused);
  return 0;
}
