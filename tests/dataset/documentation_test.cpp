// Tests that docs/data.md is true: its examples are read from every source that it shows.
#include <cstdlib>

#include "dataset/dataset_support.h"
#include "dataset/postgres_server.h"
#include "dataset/sqlite_support.h"

namespace kenn::dataset {
namespace {

using test::content_of;
using test::describe;
using test::Texts;

// Its name is that of the other tests that need the server.
class PostgresDocumentation : public test::DataFolder {
 protected:
  // Writes the blocks of the page that have a file's name.
  void SetUp() override {
    DataFolder::SetUp();
    const char* const source = std::getenv("KENN_SOURCE");
    ASSERT_NE(source, nullptr) << "KENN_SOURCE must be the folder of the project";
    std::ifstream page(std::filesystem::path(source) / "docs" / "data.md");
    std::string name;
    std::string text;
    for (std::string line; std::getline(page, line);) {
      const std::size_t place = line.find(" file=");
      if (line.starts_with("```")) {
        if (!name.empty()) write(name, text);
        name = place == std::string::npos ? "" : line.substr(place + 6);
        text.clear();
      } else {
        text += line + "\n";
      }
    }
  }

  Texts read(const std::string& knowledge, const std::string& data) const {
    return describe(read_dataset(Knowledge::from_file(folder_ / knowledge), data));
  }
};

TEST_F(PostgresDocumentation, ShowsPapersInEverySource) {
  const Texts expected = {"Paper: p1 p2 p3", "Paper features sparse 3x4: 1:1 | 0:1 3:0.5 | 1:1",
                          "Paper labels: 10 | 01 | 10", "Cite: (p1,p3) (p3,p2)"};
  EXPECT_EQ(read("papers.kenn", folder_), expected);
  EXPECT_EQ(read("papers.kenn", "linqs:" + folder_.string()), expected);
  test::run_in_sqlite(folder_ / "papers.db", content_of(folder_ / "papers.sql"));
  EXPECT_EQ(read("papers.kenn", "sqlite:" + (folder_ / "papers.db").string()), expected);
  const std::string uri = test::PostgresServer::shared().new_database();
  test::PostgresServer::execute(uri, content_of(folder_ / "papers.sql"));
  EXPECT_EQ(read("papers.kenn", "postgres:" + uri), expected);
}

TEST_F(PostgresDocumentation, ShowsPeople) {
  EXPECT_EQ(read("people.kenn", folder_),
            (Texts{"Person: anna bob carl", "Person features dense 3x1: 31 | 45 | 28",
                   "Person labels: 10 train | 0? train | ?? test", "Friends: (anna,bob) (anna,carl)",
                   "Friends labels: 1 train | ? test", "Friends tuple features dense 2x1: 3 | 0.5"}));
}

}  // namespace
}  // namespace kenn::dataset
