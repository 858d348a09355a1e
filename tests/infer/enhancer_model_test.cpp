// Tests of the enhancer's part of a model: what is stored is loaded again, and nothing else is.
#include "infer/enhancer_model.h"

#include "base/data_support.h"

namespace kenn::infer {
namespace {

using test::complaints_of;
using test::Texts;

EnhancerModel small_model() {
  return {Knowledge::from_text("type P\npredict A(P), B(P)\nrule \"r\": A(x) -> B(x)\n", "k.kenn"),
          2,
          Boost::residual,
          Order::sequential,
          true,
          {0.25F, 1.5F}};
}

TEST(EnhancerModel, IsLoadedAsItWasStored) {
  const EnhancerModel model = small_model();
  io::ModelFile file;
  store_enhancer(model, file);
  const EnhancerModel loaded =
      load_enhancer(io::model_file_from_bytes(io::model_file_to_bytes(file), "m"), "m");
  EXPECT_EQ(loaded.knowledge.clauses(), model.knowledge.clauses());
  EXPECT_EQ(loaded.knowledge.text(), model.knowledge.text());
  EXPECT_EQ(loaded.knowledge.name(), "k.kenn");
  EXPECT_EQ(loaded.layers, 2U);
  EXPECT_EQ(loaded.boost, Boost::residual);
  EXPECT_EQ(loaded.order, Order::sequential);
  EXPECT_TRUE(loaded.center);
  EXPECT_EQ(loaded.weights, model.weights);
}

TEST(EnhancerModel, KeepsTheSyntaxOfItsKnowledge) {
  EnhancerModel model{
      Knowledge::from_text("A,B\n\n_:A,B\n"), 1, Boost::softmax, Order::parallel, false, {0.5F}};
  io::ModelFile file;
  store_enhancer(model, file);
  EXPECT_EQ(load_enhancer(file, "m").knowledge.syntax(), Syntax::kenn2);
}

TEST(EnhancerModel, WithoutTheEntriesIsAsOlderVersionsMadeIt) {
  io::ModelFile file;
  store_enhancer(small_model(), file);
  file.texts["enhancer"] = R"({"layers":2,"order":"parallel"})";
  const EnhancerModel loaded = load_enhancer(file, "m");
  EXPECT_EQ(loaded.boost, Boost::softmax);
  EXPECT_FALSE(loaded.center);
}

TEST(EnhancerModel, KeepsEveryBoost) {
  for (const Boost boost : all_boosts) {
    EnhancerModel model = small_model();
    model.boost = boost;
    io::ModelFile file;
    store_enhancer(model, file);
    EXPECT_EQ(load_enhancer(file, "m").boost, boost);
    EXPECT_EQ(boost_from(name_of(boost)), boost);
  }
  EXPECT_EQ(boost_from("Softmax"), std::nullopt);
  EXPECT_EQ(boost_from(""), std::nullopt);
}

TEST(EnhancerModel, IsRefusedWhenItsPartsDoNotFit) {
  const auto refused = [](auto change) {
    io::ModelFile file;
    store_enhancer(small_model(), file);
    change(file);
    return complaints_of(ErrorKind::data, [&] { load_enhancer(file, "m.kenn"); });
  };
  EXPECT_EQ(refused([](io::ModelFile& file) { file.texts.erase("knowledge"); }),
            Texts{"0:0: error: the model has no 'knowledge'"});
  EXPECT_EQ(refused([](io::ModelFile& file) { file.texts["clauses"] = "[\"s\"]"; }),
            Texts{"0:0: error: 'clauses' are not those of the knowledge in the model"});
  EXPECT_EQ(refused([](io::ModelFile& file) { file.texts["clauses"] = "no JSON"; }),
            Texts{"0:0: error: 'clauses': this is not JSON: invalid literal"});
  EXPECT_EQ(refused([](io::ModelFile& file) { file.texts["knowledge"] = "type P\npredict A(Q)\n"; }).size(),
            1U);
  EXPECT_EQ(refused([](io::ModelFile& file) {
              file.tensors[0].shape = {1, 2};
            }),
            Texts{"0:0: error: the model has no weights for its clauses"});
  EXPECT_EQ(refused([](io::ModelFile& file) { file.tensors.clear(); }),
            Texts{"0:0: error: the model has no weights for its clauses"});
  EXPECT_EQ(refused([](io::ModelFile& file) { file.tensors[0].bytes[3] = '\xff'; }),
            Texts{"0:0: error: a weight of the model is not in [0, 500]"});
  for (const char* const options :
       {"", "[]", "{}", R"({"layers":0,"boost":"godel","order":"parallel"})",
        R"({"layers":2,"boost":"other","order":"parallel"})", R"({"layers":2,"boost":1,"order":"parallel"})",
        R"({"layers":2,"boost":"godel","order":"parallel","center":"all"})",
        R"({"layers":2,"boost":"godel","order":"parallel","center":true})",
        R"({"layers":2.0,"boost":"godel","order":"parallel"})",
        R"({"layers":true,"boost":"godel","order":"parallel"})",
        R"({"layers":4294967298,"boost":"godel","order":"parallel"})",
        R"({"layers":-2,"boost":"godel","order":"parallel"})",
        R"({"layers":2,"order":"parallel","order":"parallel"})",
        R"({"layers":2,"order":"parallel","boosts":"godel"})"}) {
    EXPECT_EQ(refused([&](io::ModelFile& file) { file.texts["enhancer"] = options; }).size(), 1U) << options;
  }
}

}  // namespace
}  // namespace kenn::infer
