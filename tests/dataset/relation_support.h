// What the tests of both kinds of relation files share.
#pragma once

#include "base/data_support.h"
#include "dataset/relation.h"

namespace kenn::test {

// `arity` arguments of type Paper with `count` objects, or any number, known by their row numbers.
inline std::vector<dataset::ArgumentObjects> papers(std::size_t arity, std::optional<std::size_t> count) {
  return std::vector<dataset::ArgumentObjects>(arity, dataset::ArgumentObjects{"Paper", count, {}});
}

// `arity` arguments of type Paper with these ids.
inline std::vector<dataset::ArgumentObjects> papers_with_ids(std::size_t arity,
                                                             const std::vector<std::string>& ids) {
  dataset::ArgumentObjects objects{.type = "Paper", .count = ids.size(), .ids = ids};
  objects.rows_of_ids = [&ids](std::span<const std::string_view> wanted, std::span<Row> rows) {
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const auto found = std::find(ids.begin(), ids.end(), wanted[i]);
      rows[i] = found == ids.end() ? no_row : static_cast<Row>(found - ids.begin());
    }
  };
  return std::vector<dataset::ArgumentObjects>(arity, objects);
}

using Rows = std::vector<Row>;
using Degrees = std::vector<float>;

// The reader of CSV files, on a text.
inline dataset::RelationData csv_relation(const std::string& text,
                                          std::span<const dataset::ArgumentObjects> arguments = papers(2,
                                                                                                       100),
                                          dataset::TruthColumn truth = dataset::TruthColumn::allowed) {
  base::InputFile file("test", text);
  return dataset::read_csv_relation(file, "Cite", arguments, truth);
}

inline Rows csv_tuples(const std::string& text,
                       std::span<const dataset::ArgumentObjects> arguments = papers(2, 100)) {
  const dataset::RelationData data = csv_relation(text, arguments);
  EXPECT_TRUE(data.truth.empty());
  return data.tuples;
}

inline Texts csv_complaints(const std::string& text,
                            std::span<const dataset::ArgumentObjects> arguments = papers(2, 100),
                            dataset::TruthColumn truth = dataset::TruthColumn::allowed) {
  return complaints_of(ErrorKind::data, [&] { csv_relation(text, arguments, truth); });
}

}  // namespace kenn::test
