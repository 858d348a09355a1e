// Rules with more groundings than allowed: the message, and what is always allowed.
#include "engine/refusal.h"

namespace kenn::engine {
namespace {

using test::expect_parts;
using test::message_of;

// What is said about a rule over 50 objects, a star L of 99 pairs, and 30 predicted pairs R.
std::string message_about(const std::string& rule, std::uint64_t limit) {
  const Knowledge knowledge = Knowledge::from_text(
      "type T\npredict A(T), B(T), R(T, T)\ngiven L(T, T)\nrule \"the rule\": " + rule + "\n");
  Tables tables(knowledge);
  tables.resize("T", 50);
  std::vector<Row> star;
  for (Row i = 0; i < 50; ++i) star.insert(star.end(), {i, 0, 0, i});
  tables.list("L", star);
  std::vector<Row> pairs;
  for (Row i = 0; i < 30; ++i) pairs.insert(pairs.end(), {i, 7});
  tables.list("R", pairs);
  try {
    const Plan plan(knowledge, tables, {.max_groundings = limit});
    return std::to_string(plan.groundings()) + " groundings";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::limit);
    return error.what();
  }
}

TEST(GroundingLimit, StopsProducts) {
  EXPECT_EQ(message_about("A(x) -> B(y)", 2'500), "2500 groundings");
  expect_parts(message_about("A(x) -> B(y)", 2'499), {"the rule", "2500", "given", "max-groundings"});
}

TEST(GroundingLimit, StopsJoins) {
  // A star: paths over the hub, 50 * 50, and back and forth over the others, 49.
  EXPECT_EQ(message_about("A(x) & L(x, y) & L(y, z) -> A(z)", 2'549), "2549 groundings");
  expect_parts(message_about("A(x) & L(x, y) & L(y, z) -> A(z)", 2'548),
               {"the rule", "2549", "given", "max-groundings"});
}

TEST(GroundingLimit, StopsProductsThatWouldOverflow) {
  const Knowledge knowledge = Knowledge::from_text(
      "type T\npredict A(T)\nrule \"huge\": A(a) | A(b) | A(c) | A(d) | A(e) | A(f) | A(g) | A(h)\n");
  Tables tables(knowledge);
  tables.resize("T", 100'000'000);
  expect_parts(message_of(ErrorKind::limit, [&] { const Plan plan(knowledge, tables); }),
               {"huge", "given", "max-groundings"});
}

TEST(GroundingLimit, IsWhatThereIsMemoryFor) {
  // 8 bytes for each of the pairs; a limit that would allow them does not help.
  const Knowledge knowledge =
      Knowledge::from_text("type T\npredict A(T), B(T)\nrule \"pairs\": A(x) -> B(y)\n");
  Tables tables(knowledge);
  tables.resize("T", 30'000'000);
  expect_parts(
      message_of(ErrorKind::limit,
                 [&] { const Plan plan(knowledge, tables, {.max_groundings = std::uint64_t{1} << 62}); }),
      {"pairs", "900000000000000 groundings", "7.2 PB", "free", "given"});
}

TEST(GroundingLimit, NeverStopsWhatIsListed) {
  EXPECT_EQ(message_about("A(x) & L(x, y) -> A(y)", 10), "99 groundings");
  EXPECT_EQ(message_about("R(x, y) -> A(y)", 10), "30 groundings");
}

}  // namespace
}  // namespace kenn::engine
