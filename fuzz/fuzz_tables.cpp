// libFuzzer target: any bytes as the CSV tables of a data folder, with lines "---" between them.
#include "check_error.h"
#include "dataset/graph.h"
#include "dataset/read_dataset.h"
#include "scratch_folder.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace kenn;
  static const Knowledge knowledge = Knowledge::from_text(
      "type Paper, Author\npredict AI(Paper), DB(Paper), Old(Paper), Wrote(Author, Paper)\nexclusive AI, DB\n"
      "given Cite(Paper, Paper), Known(Author)\n"
      "rule: AI(x) & Cite(x, y) -> AI(y)\nrule: Wrote(a, x) & Known(a) -> Old(x)\n");
  static const ScratchFolder folder;
  const auto parts = parts_of({reinterpret_cast<const char*>(data), size}, 5);
  const char* const names[] = {"Paper.csv", "Author.csv", "Cite.csv", "Known.csv", "Wrote.csv"};
  for (std::size_t i = 0; i < parts.size(); ++i) folder.write(names[i], parts[i]);
  is_accepted([&] {
    static_cast<void>(dataset::Graph(knowledge, dataset::read_dataset(knowledge, folder.path().string())));
  });
  return 0;
}
