// Tests of the model file: what is written is read again, and nothing damaged is.
#include "io/model_file.h"

#include <cstring>

#include "base/data_support.h"

namespace kenn::io {
namespace {

using test::complaints_of;
using test::content_of;
using test::names_in;
using test::Texts;

std::string bytes_of(const std::vector<float>& values) {
  std::string bytes(values.size() * sizeof(float), '\0');
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

ModelFile small_model() {
  return {{{"knowledge", "type P\npredict A(P)\nrule \"\u00fc\": A(x)\n"}, {"configuration", "{}"}},
          {{"weights", TensorType::float32, {2, 1}, bytes_of({0.5F, 1.5F})},
           {"empty", TensorType::int64, {0, 3}, ""},
           {"scalar", TensorType::float64, {}, std::string(8, '\1')}}};
}

Texts complaints(const std::string& bytes) {
  return complaints_of(ErrorKind::data, [&] { model_file_from_bytes(bytes, "m.kenn"); });
}

TEST(ModelFile, IsReadAsItWasWritten) {
  for (const ModelFile& model : {small_model(), ModelFile{}}) {
    const std::string bytes = model_file_to_bytes(model);
    EXPECT_EQ(model_file_from_bytes(bytes, "m.kenn"), model);
    EXPECT_EQ(model_file_to_bytes(model_file_from_bytes(bytes, "m.kenn")), bytes);
  }
}

TEST(ModelFile, StartsTensorsAtMultiplesOfEight) {
  const std::string bytes = model_file_to_bytes(small_model());
  std::uint64_t header_size = 0;
  std::memcpy(&header_size, bytes.data(), 8);
  EXPECT_EQ(header_size % 8, 0U);
  EXPECT_EQ(bytes.size(), 8 + header_size + 16);
}

TEST(ModelFile, IsRefusedWhenAnyByteDiffers) {
  const std::string bytes = model_file_to_bytes(small_model());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    for (const int change : {1, 0x20, 0x80, 0xff}) {
      std::string damaged = bytes;
      damaged[i] = static_cast<char>(damaged[i] ^ change);
      EXPECT_NE(complaints(damaged), Texts{"accepted"}) << i << " " << change;
    }
  }
}

TEST(ModelFile, IsRefusedWhenItIsCutOrLonger) {
  const std::string bytes = model_file_to_bytes(small_model());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_NE(complaints(bytes.substr(0, size)), Texts{"accepted"}) << size;
  }
  EXPECT_EQ(complaints(bytes + "x"),
            Texts{"0:0: error: the model file is damaged or cut off: its checksum is wrong"});
  EXPECT_EQ(complaints(""), Texts{"0:0: error: this is no model file"});
}

TEST(ModelFile, IsToldFromOthers) {
  EXPECT_EQ(complaints("PK\x03\x04 and so on"), Texts{"0:0: error: this is no model file"});
  EXPECT_EQ(
      complaints(std::string(8, '\1') + R"({"weight":{"dtype":"F32","shape":[],"data_offsets":[0,4]}})"),
      Texts{"0:0: error: this is a safetensors file, but not one that kenn wrote"});
  std::string newer = model_file_to_bytes(small_model());
  newer.replace(newer.find("kenn-model-1"), 12, "kenn-model-27");
  EXPECT_EQ(complaints(newer), Texts{"0:0: error: the model file has format version 27; this kenn reads "
                                     "version 1: a newer kenn is needed"});
}

// The small model with a part of its header replaced, and with the right checksum.
std::string with_header(const std::string& before, const std::string& after) {
  std::string bytes = model_file_to_bytes(small_model());
  std::uint64_t size = 0;
  std::memcpy(&size, bytes.data(), 8);
  const std::size_t place = bytes.find(before);
  EXPECT_LT(place, size) << before;
  bytes.replace(place, before.size(), after);
  size += after.size() - before.size();
  std::memcpy(bytes.data(), &size, 8);
  set_checksum(bytes);
  return bytes;
}

TEST(ModelFile, IsRefusedWithADamagedHeader) {
  EXPECT_EQ(complaints(with_header("[2,1]", "[1,2]")), Texts{"accepted"});
  const std::vector<std::pair<std::string, std::string>> changes = {
      {"[2,1]", "[2.0,1]"},
      {"[2,1]", "[-2,1]"},
      {"[2,1]", "[true,1]"},
      {"[2,1]", "[18446744073709551615,18446744073709551615]"},
      {"[2,1]", "[4611686018427387906,4]"},
      {"[2,1]", "[2,2]"},
      {"[2,1]", "2"},
      {"[0,8]", "[0,8.0]"},
      {"[0,8]", "[0.0,8]"},
      {"[0,8]", "[0,8,8]"},
      {"[0,8]", "[8,16]"},
      {"\"F32\"", "\"F16\""},
      {"\"F32\"", "3"},
      {"\"dtype\":\"F32\"", "\"type\":\"F32\""},
      {"\"dtype\":\"F32\"", "\"dtype\":\"F32\",\"dtype\":\"F32\""},
      {"\"empty\"", "\"weights\""},
      {"\"configuration\":\"{}\"", "\"knowledge\":\"{}\""},
      {"\"configuration\":\"{}\"", "\"configuration\":{}"},
      {"\"configuration\":\"{}\"", "\"checksum\":\"\""},
      {"[0,3]", test::repeat("[", 100'000) + test::repeat("]", 100'000)},
  };
  for (const auto& [before, after] : changes) {
    const Texts found = complaints(with_header(before, after));
    EXPECT_EQ(found.size(), 1U);
    EXPECT_NE(found, Texts{"accepted"}) << before << " " << after.substr(0, 100);
  }
}

// Nothing is as long as it wants.
TEST(ModelFile, HasEmptyTensorsOfAnyLength) {
  ModelFile model = {{}, {{"empty", TensorType::float32, {3, 0}, ""}}};
  EXPECT_EQ(model_file_from_bytes(model_file_to_bytes(model), "m.kenn"), model);
}

class ModelFileOnDisk : public test::DataFolder {};

TEST_F(ModelFileOnDisk, ReplacesTheOldOneWhole) {
  const auto path = folder_ / "new" / "model.kenn";
  write_model_file(path, {});
  write_model_file(path, small_model());
  EXPECT_EQ(read_model_file(path), small_model());
  EXPECT_EQ(names_in(folder_ / "new"), Texts{"model.kenn"});
  EXPECT_EQ(content_of(path), model_file_to_bytes(small_model()));
}

TEST_F(ModelFileOnDisk, MayBeMissing) {
  EXPECT_EQ(complaints_of(ErrorKind::file, [&] { read_model_file(folder_ / "none.kenn"); }).size(), 1U);
}

}  // namespace
}  // namespace kenn::io
