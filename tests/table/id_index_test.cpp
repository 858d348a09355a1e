// Tests of the index of ids, against a map of the standard library.
#include "table/id_index.h"

#include <gtest/gtest.h>

#include <unordered_map>

#include "base/random.h"

namespace kenn::table {
namespace {

TEST(IdIndex, FindsWhatAMapFinds) {
  for (const std::size_t count : {0U, 1U, 2U, 31U, 33U, 1000U, 20'000U}) {
    base::Random random(count, 1);
    std::vector<std::string> ids;
    std::unordered_map<std::string, Row> rows;
    IdIndex index(count);
    for (Row row = 0; row < count; ++row) {
      ids.push_back("paper " + std::to_string(random.below(2 * count)));
      const auto [known, is_new] = rows.emplace(ids.back(), row);
      EXPECT_EQ(index.add(ids, row), is_new ? std::nullopt : std::optional(known->second));
    }
    std::vector<std::string> texts;
    std::vector<Row> expected;
    for (std::size_t i = 0; i < 3 * count + 5; ++i) {
      texts.push_back("paper " + std::to_string(random.below(3 * count + 1)));
      const auto found = rows.find(texts.back());
      expected.push_back(found == rows.end() ? no_row : found->second);
      EXPECT_EQ(index.find(ids, texts.back()).value_or(no_row), expected.back());
    }
    std::vector<Row> found(texts.size());
    index.find(ids, std::vector<std::string_view>(texts.begin(), texts.end()), found);
    EXPECT_EQ(found, expected);
  }
}

TEST(IdIndex, TakesTextsOfAnyKind) {
  const std::vector<std::string> ids = {"", std::string("\0", 1), std::string("\0\0", 2),
                                        std::string(100'000, 'x')};
  IdIndex index(ids.size());
  for (Row row = 0; row < ids.size(); ++row) EXPECT_EQ(index.add(ids, row), std::nullopt);
  for (Row row = 0; row < ids.size(); ++row) EXPECT_EQ(index.find(ids, ids[row]), row);
  EXPECT_EQ(index.find(ids, "x"), std::nullopt);
}

}  // namespace
}  // namespace kenn::table
