// libFuzzer target: any bytes as the two files of a data set of LINQS, with a line "---" between them.
#include "check_error.h"
#include "dataset/graph.h"
#include "dataset/linqs.h"
#include "scratch_folder.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace kenn;
  static const Knowledge knowledge = Knowledge::from_text(
      "type Paper\npredict AI(Paper), DB(Paper)\nexclusive AI, DB\ngiven Cite(Paper, Paper)\n"
      "for T in {AI, DB} rule: T(x) & Cite(x, y) -> T(y)\n");
  static const ScratchFolder folder;
  const auto parts = parts_of({reinterpret_cast<const char*>(data), size}, 2);
  folder.write("papers.content", parts[0]);
  folder.write("papers.cites", parts[1]);
  is_accepted(
      [&] { static_cast<void>(dataset::Graph(knowledge, dataset::read_linqs(knowledge, folder.path()))); });
  return 0;
}
