// The listed tuples of a relation, from an NPY file.
#include <array>
#include <new>

#include "base/findings.h"
#include "dataset/object_row.h"
#include "dataset/relation.h"
#include "io/npy_elements.h"
#include "io/npy_header.h"

namespace kenn::dataset {

namespace {

void check_columns(const base::InputFile& file, const io::NpyHeader& header, std::string_view relation,
                   std::size_t arity, TruthColumn truth) {
  const std::size_t columns = header.columns();
  if (columns == arity || (columns == arity + 1 && truth == TruthColumn::allowed)) return;
  std::string message = base::in_quotes(relation) + " has " + std::to_string(arity) +
                        (arity == 1 ? " argument" : " arguments") + ", one column each";
  if (truth == TruthColumn::allowed) message += " and perhaps one more with truth degrees";
  message += "; the array has " + std::to_string(columns) + (columns == 1 ? " column" : " columns");
  if (columns == arity + 1) message += ", but only what is given has truth degrees";
  throw Error(ErrorKind::data, message, file.name());
}

RelationData read_numbers(base::InputFile& file, const io::NpyHeader& header,
                          std::span<const ArgumentObjects> arguments) {
  const std::size_t arity = arguments.size();
  const bool has_truth = header.columns() > arity;
  base::require_memory(file.name(), header.rows() * (arity * sizeof(Row) + (has_truth ? sizeof(float) : 0)));
  RelationData data;
  data.tuples.resize(header.rows() * arity);
  if (has_truth) data.truth.resize(header.rows());
  std::vector<std::uint64_t> limits;
  for (const ArgumentObjects& objects : arguments) limits.push_back(row_limit(objects));

  base::Findings findings(file.name());
  io::visit_npy(file, header, [&](std::size_t row, std::size_t column, auto number) {
    if (column < arity) {
      const RowOrComplaint found = row_of_number(arguments[column], limits[column], number);
      data.tuples[row * arity + column] = found.row.value_or(0);
      if (!found.row) findings.error(base::matrix_place(row, column) + ": " + found.complaint);
      return;
    }
    const auto degree = static_cast<double>(number);
    if (is_truth_degree(degree)) {
      data.truth[row] = static_cast<float>(degree);
    } else {
      findings.error(base::matrix_place(row, column) + ": " + truth_complaint(base::to_text(degree)));
    }
  });
  findings.throw_if_any();
  return data;
}

}  // namespace

RelationData read_npy_relation(base::InputFile& file, std::string_view relation_name,
                               std::span<const ArgumentObjects> arguments, TruthColumn truth) {
  const io::NpyHeader header = io::read_npy_header(file);
  constexpr std::array accepted = {io::NumberKind::signed_integer, io::NumberKind::unsigned_integer,
                                   io::NumberKind::floating};
  io::check_npy_layout(file, header, accepted,
                       "row numbers are integers, or whole numbers as float32 or float64");
  check_columns(file, header, relation_name, arguments.size(), truth);
  try {
    return read_numbers(file, header, arguments);
  } catch (const std::bad_alloc&) {
    base::throw_no_memory(file);
  }
}

}  // namespace kenn::dataset
