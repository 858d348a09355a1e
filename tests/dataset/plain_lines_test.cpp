// Tests of plain lines in CSV files: many threads read them as the record reader does, line by line.
#include "dataset/plain_lines.h"

#include "base/random.h"
#include "dataset/relation_support.h"

namespace kenn::dataset {
namespace {

using test::csv_complaints;
using test::papers;
using test::papers_with_ids;
using test::Rows;
using test::Texts;

RelationData read(const std::string& text, std::span<const ArgumentObjects> arguments,
                  std::uint32_t threads) {
  base::InputFile file("test", text);
  return read_csv_relation(file, "Cite", arguments, TruthColumn::allowed, {.threads = threads});
}

const std::vector<std::string> ids = {"a",    "paper 17", "é",
                                      "c\rd", "0",        "a longer id than fits into a string"};

// Papers by id and by number.
std::vector<ArgumentObjects> mixed_arguments() {
  return {papers_with_ids(1, ids)[0], papers(1, 50'000'000)[0], papers_with_ids(1, ids)[0]};
}

std::string quoted(const std::string& field) {
  return '"' + field + '"';
}

TEST(PlainLines, EndWhereALineIsNotPlain) {
  const std::vector<ArgumentObjects> arguments = {papers_with_ids(1, ids)[0], papers(1, 10)[0]};
  PlainLines lines(arguments, 2);
  for (const std::string end :
       {"a, 1\n", "a,1 \n", " a,1\n", "\"a\",1\n", "a,10\n", "a,1234567890\n", "a,+1\n", "a,\n", ",1\n", "\n",
        "\r\n", "a\n", "a,1,2\n", "b,1\n", "a,1\r\r\n", "a,1\"\n", "a,-1\n", "a,1.0\n"}) {
    Rows tuples;
    EXPECT_EQ(lines.read("a,1\npaper 17,02\r\n" + end + "a,3\n"), 17U) << end;
    EXPECT_EQ(lines.count(), 2U);
    lines.append_to(tuples);
    EXPECT_EQ(tuples, (Rows{0, 1, 1, 2})) << end;
  }
  EXPECT_EQ(lines.read("c\rd,7\n"), 6U);
  EXPECT_EQ(lines.read(""), 0U);
  EXPECT_EQ(lines.count(), 0U);
}

// Files in which plain lines and others take turns, in stretches of any length.
TEST(PlainLines, AreReadAsTheOthers) {
  const std::vector<ArgumentObjects> arguments = mixed_arguments();
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    base::Random random(seed, 1);
    const std::uint64_t mean_stretch = std::uint64_t{1} << (2 * seed);
    std::string text = "x,y,z\n";
    Rows expected;
    std::uint64_t style = 0;
    for (std::size_t line = 0; line < 60'000; ++line) {
      if (random.below(mean_stretch) == 0) style = random.below(6);
      const Rows tuple = {static_cast<Row>(random.below(ids.size())),
                          static_cast<Row>(random.below(50'000'000)),
                          static_cast<Row>(random.below(ids.size()))};
      expected.insert(expected.end(), tuple.begin(), tuple.end());
      const std::string first = ids[tuple[0]];
      const std::string number = std::to_string(tuple[1]);
      const std::string last = ids[tuple[2]];
      if (style == 0)
        text += quoted(first) + "," + number + "," + last + "\n";
      else if (style == 1)
        text += first + " , " + number + ".0\t," + quoted(last) + " \r\n";
      else if (style == 2)
        text += first + "," + number + "," + last + "\r\n";
      else
        text += first + "," + number + "," + last + "\n";
    }
    for (const std::uint32_t threads : {1U, 3U}) {
      EXPECT_EQ(read(text, arguments, threads).tuples, expected) << seed << ' ' << threads;
    }
  }
}

TEST(PlainLines, KeepTheNumbersOfLinesWithErrors) {
  const auto arguments = papers(2, 100);
  base::Random random(5, 1);
  for (int round = 0; round < 20; ++round) {
    std::string text = "x,y\n";
    Texts expected;
    const std::size_t first = random.below(30'000);
    for (std::size_t line = 0; line < 30'000; ++line) {
      const bool is_wrong = line == first || line == first + 1;
      if (is_wrong)
        expected.push_back(std::to_string(line + 2) +
                           ":4: error: there is no row 100: the rows of Paper are 0 to 99");
      text += is_wrong ? "10,100\n"
                       : std::to_string(random.below(100)) + "," + std::to_string(random.below(100)) + "\n";
    }
    EXPECT_EQ(csv_complaints(text, arguments), expected);
  }
}

TEST(PlainLines, MayBeLongerThanWhatIsLookedAtAhead) {
  const std::vector<std::string> long_ids = {std::string(5'000'000, 'x'), std::string(9000, 'y'), "z"};
  const auto arguments = papers_with_ids(2, long_ids);
  std::string text = "x,y\n";
  Rows expected;
  for (const Row row : {0U, 2U, 1U, 2U, 2U, 0U}) {
    text += long_ids[row] + "," + long_ids[2 - row] + "\n";
    expected.insert(expected.end(), {row, 2 - row});
  }
  text.pop_back();
  EXPECT_EQ(read(text, arguments, 2).tuples, expected);
}

// Where a thread finds no memory, its caller hears of it: the program goes on to say so.
TEST(PlainLines, PassOnTheErrorsOfTheirThreads) {
  std::vector<ArgumentObjects> arguments = papers_with_ids(1, ids);
  arguments[0].rows_of_ids = [](std::span<const std::string_view>, std::span<Row>) {
    throw std::bad_alloc();
  };
  std::string lines;
  for (int line = 0; line < 200'000; ++line) lines += "a\n";
  for (const std::uint32_t threads : {1U, 3U}) {
    PlainLines reader(arguments, threads);
    EXPECT_THROW(reader.read(lines), std::bad_alloc);
    EXPECT_THROW(reader.read("a\n"), std::bad_alloc);
  }
}

TEST(PlainLines, AfterAnEmptyLineAreAnError) {
  EXPECT_EQ(csv_complaints("x,y\n1,2\n\n3,4\n5,6\n"), Texts{"3:1: error: this line is empty"});
}

}  // namespace
}  // namespace kenn::dataset
