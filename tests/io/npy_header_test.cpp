// Tests of the Python dictionary in the header of NPY files.
#include "io/npy_header.h"

#include "base/data_support.h"

namespace kenn::io {
namespace {

TEST(NpyDictionary, MayBeWrittenInSeveralWays) {
  for (const char* const text : {
           "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2), }   \n",
           "{\"shape\":(3,2),\"fortran_order\":False,\"descr\":\"<f4\"}",
           " { 'fortran_order' : False , 'descr' : '<f4' , 'shape' : ( 3 , 2 , ) , } ",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (3L, 2L), }",
       }) {
    const auto header = parse_npy_dictionary(text);
    ASSERT_TRUE(header.has_value()) << text;
    EXPECT_EQ(header->description, "<f4");
    EXPECT_FALSE(header->fortran_order);
    EXPECT_EQ(header->shape, (std::vector<std::uint64_t>{3, 2}));
    ASSERT_TRUE(header->type.has_value());
    EXPECT_EQ(header->type->kind, NumberKind::floating);
    EXPECT_EQ(header->type->bytes, 4U);
    EXPECT_FALSE(header->type->big_endian);
  }
}

TEST(NpyDictionary, HasShapesOfAnyLength) {
  const auto shape_of = [](const std::string& shape) {
    const auto header =
        parse_npy_dictionary("{'descr': '<f4', 'fortran_order': True, 'shape': " + shape + "}");
    return header ? header->shape : std::vector<std::uint64_t>{99};
  };
  using Shape = std::vector<std::uint64_t>;
  EXPECT_EQ(shape_of("()"), Shape{});
  EXPECT_EQ(shape_of("(7,)"), Shape{7});
  EXPECT_EQ(shape_of("(1, 2, 3)"), (Shape{1, 2, 3}));
  EXPECT_EQ(shape_of("(18446744073709551615,)"), Shape{UINT64_MAX});
}

TEST(NpyDictionary, SaysWhatNumbersThereAre) {
  const auto type_of = [](const std::string& descr) {
    return parse_npy_dictionary("{'descr': " + descr + ", 'fortran_order': False, 'shape': (1,)}")
        .value()
        .type;
  };
  EXPECT_EQ(type_of("'|i1'").value().kind, NumberKind::signed_integer);
  EXPECT_EQ(type_of("'>u8'").value().kind, NumberKind::unsigned_integer);
  EXPECT_EQ(type_of("'>u8'").value().bytes, 8U);
  EXPECT_TRUE(type_of("'>u8'").value().big_endian);
  for (const char* const descr :
       {"'|b1'", "'<f2'", "'|f4'", "'<i3'", "'f4'", "'<f44'", "''", "[('a', '<f4')]", "[]"}) {
    EXPECT_FALSE(type_of(descr).has_value()) << descr;
  }
}

TEST(NpyDictionary, IsRefusedWhenItIsNone) {
  for (const char* const text : {
           "",
           "{",
           "{}",
           "[]",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2)",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2)} x",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2), , }",
           "{'descr': '<f4' 'fortran_order': False, 'shape': (3, 2)}",
           "{'descr': '<f4', 'fortran_order': False}",
           "{'descr': '<f4', 'descr': '<f4', 'shape': (3, 2)}",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2), 'more': 1}",
           "{'descr': '<f4', 'fortran_order': 0, 'shape': (3, 2)}",
           "{'descr': '<f4', 'fortran_order': False, 'shape': 3}",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (3 2)}",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (-3, 2)}",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (,)}",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (3.0, 2)}",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (18446744073709551616,)}",
           "{'descr': '<f4, 'fortran_order': False, 'shape': (3, 2)}",
           "{'descr': f4, 'fortran_order': False, 'shape': (3, 2)}",
           "{'descr': [('a', '<f4'), 'fortran_order': False, 'shape': (3, 2)}",
           "{'descr': ['a",
           "{'descr: '<f4'}",
       }) {
    EXPECT_FALSE(parse_npy_dictionary(text).has_value()) << text;
  }
}

}  // namespace
}  // namespace kenn::io
