// The files of a synthetic hierarchy.
#include "generate/hierarchy.h"
#include "generate/text_file.h"

namespace kenn::generate {

namespace {

void append_class(std::string& text, std::uint64_t number) {
  text += 'C';
  append_number(text, number + 1);
}

std::string items_header(const Hierarchy& hierarchy) {
  std::string text = "id";
  for (std::uint64_t i = 0; i < hierarchy.forest.classes(); ++i) {
    text += ',';
    append_class(text, i);
  }
  for (std::uint64_t i = 0; i < hierarchy.feature_count; ++i) {
    text += ",f";
    append_number(text, i + 1);
  }
  return text + '\n';
}

void append_item(std::string& text, const Hierarchy& hierarchy, std::uint64_t item) {
  append_id(text, item, 'i');
  const std::size_t start = text.size();
  for (std::uint64_t i = 0; i < hierarchy.forest.classes(); ++i) text += ",0";
  for (const std::size_t label : hierarchy.labels_of(item)) text[start + 2 * label + 1] = '1';
  for (std::uint64_t i = 0; i < hierarchy.feature_count; ++i) {
    append_thousandths(text, hierarchy.features[item * hierarchy.feature_count + i]);
  }
  text += '\n';
}

}  // namespace

std::string hierarchy_knowledge(const Hierarchy& hierarchy) {
  std::string text =
      "# An item of a class belongs to its parent class, too; some classes exclude each other.\n"
      "type Item\n"
      "predict ";
  for (std::uint64_t i = 0; i < hierarchy.forest.classes(); ++i) {
    if (i > 0) text += ", ";
    append_class(text, i);
    text += "(Item)";
  }
  text += "\n\n";
  for (std::uint64_t i = 0; i < hierarchy.forest.classes(); ++i) {
    if (hierarchy.forest.parent_of[i] == ClassForest::no_parent) continue;
    text += "rule: ";
    append_class(text, i);
    text += "(x) -> ";
    append_class(text, hierarchy.forest.parent_of[i]);
    text += "(x)\n";
  }
  if (!hierarchy.exclusions.empty()) text += '\n';
  for (const Pair& pair : hierarchy.exclusions) {
    text += "rule: !";
    append_class(text, pair.first);
    text += "(x) | !";
    append_class(text, pair.second);
    text += "(x)\n";
  }
  return text;
}

std::vector<std::string> write_hierarchy(const Hierarchy& hierarchy, base::OutputFolder& folder) {
  write_text_file(folder, "Item.csv", items_header(hierarchy), hierarchy.items(),
                  [&](std::string& text, std::uint64_t item) { append_item(text, hierarchy, item); });
  write_text_file(folder, "hierarchy.kenn", hierarchy_knowledge(hierarchy), 0,
                  [](std::string&, std::uint64_t) {});
  return {"Item.csv", "hierarchy.kenn"};
}

}  // namespace kenn::generate
