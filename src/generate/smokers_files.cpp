// The files of a synthetic group of smokers and others.
#include "generate/smokers.h"
#include "generate/text_file.h"

namespace kenn::generate {

namespace {

constexpr const char* knowledge =
    "# Smoking causes cancer, friends smoke together, and friendship is mutual.\n"
    "type Person\n"
    "predict Smoker(Person), Cancer(Person), Friends(Person, Person)\n\n"
    "rule \"smoking causes cancer\": Smoker(x) -> Cancer(x)\n"
    "rule \"friends smoke together\": Smoker(x) & Friends(x, y) -> Smoker(y)\n"
    "rule \"friendship is mutual\": Friends(x, y) -> Friends(y, x)\n";

void append_label(std::string& text, Label label) {
  text += ',';
  if (label.known) text += label.truth ? '1' : '0';
}

}  // namespace

std::vector<std::string> write_smokers(const SmokersWorld& world, base::OutputFolder& folder) {
  write_text_file(folder, "Person.csv", "id,Smoker,Cancer,cough,stamina,pain\n", world.persons.size(),
                  [&](std::string& text, std::uint64_t row) {
                    const Person& person = world.persons[row];
                    append_id(text, row);
                    append_label(text, person.smoker);
                    append_label(text, person.cancer);
                    for (const int feature : person.features) append_thousandths(text, feature);
                    text += '\n';
                  });
  write_text_file(folder, "Friends.csv", "x,y,Friends,messages,distance\n", world.rows.size(),
                  [&](std::string& text, std::uint64_t i) {
                    const FriendsRow& row = world.rows[i];
                    append_id(text, row.pair.first);
                    text += ',';
                    append_id(text, row.pair.second);
                    append_label(text, row.friends);
                    for (const int feature : row.features) append_thousandths(text, feature);
                    text += '\n';
                  });
  write_text_file(folder, "smokers.kenn", knowledge, 0, [](std::string&, std::uint64_t) {});
  return {"Person.csv", "Friends.csv", "smokers.kenn"};
}

}  // namespace kenn::generate
