// Tests of model files with a right checksum and wrong contents: every field is compared with the others.
#include <limits>

#include "train/damaged_files.h"

namespace kenn::train {
namespace {

using test::TextChange;

io::ModelFile model_file(bool ensemble) {
  const test::SmallTraining small;
  TrainingRun training(small.data.knowledge, small.graph, small.graph, test::small_training(ensemble));
  while (!training.is_finished()) training.run_epoch();
  const std::optional<trust::Trust> trust = training.trust();
  const std::vector<std::size_t> widths = training.widths();
  return store_model({small.data.knowledge, widths, training.finish(), trust, dataset::SplitChoice()});
}

void expect_refused(io::ModelFile file, const std::string& what) {
  test::expect_refused(
      [&] {
        // By way of its bytes, as a file is read.
        const io::ModelFile read = io::model_file_from_bytes(io::model_file_to_bytes(file), "m");
        static_cast<void>(load_model(read, "m", 1));
      },
      what);
}

void expect_refused(const io::ModelFile& file, const std::vector<TextChange>& changes) {
  for (const TextChange& change : changes) {
    io::ModelFile damaged = file;
    test::replace(damaged, change.key, change.before, change.after);
    expect_refused(damaged, std::string(change.key) + ": " + change.after);
  }
}

TEST(DamagedModel, IsAcceptedWhole) {
  for (const bool ensemble : {false, true}) {
    const io::ModelFile file = model_file(ensemble);
    EXPECT_NO_THROW(static_cast<void>(load_model(file, "m", 1)));
  }
}

TEST(DamagedModel, WithAWrongDescriptionOfItsNetworksIsRefused) {
  expect_refused(model_file(false), {{"network", "[7,12]", "[7]"},
                                     {"network", "[7,12]", "[]"},
                                     {"network", "[7,12]", "[7,12,1]"},
                                     {"network", "[7,12]", "[7.0,12]"},
                                     {"network", "[7,12]", "[7,4294967308]"},
                                     {"network", "[7,12]", "[1e300,12]"},
                                     {"network", "[7,12]", "[true,12]"},
                                     {"network", "[7,12]", "[7,18446744073709551615]"},
                                     {"network", "\"hidden\":[4]", "\"hidden\":[4.9]"},
                                     {"network", "\"hidden\":[4]", "\"hidden\":[4294967300]"},
                                     {"network", "\"hidden\":[4]", "\"hidden\":[-4]"},
                                     {"network", "\"hidden\":[4]", "\"hidden\":[4,4]"},
                                     {"network", "\"hidden\":[4]", "\"hidden\":[4],\"hidden\":[4]"},
                                     {"network", "\"dropout\":0.0", "\"dropout\":true"},
                                     {"network", "\"dropout\":0.0", "\"dropout\":1"},
                                     {"network", "\"input_dropout\":0.0", "\"input_dropout\":-0.5"},
                                     {"network", "\"scale\":\"none\"", "\"scale\":\"some\""},
                                     {"network", "\"scale\":\"none\"", "\"scales\":\"none\""},
                                     {"method", "kenn", "map"},
                                     {"method", "kenn", "nn"}});
}

// All the rest says that there is one network; the knowledge predicts two tables.
TEST(DamagedModel, WithoutANetworkIsRefused) {
  io::ModelFile file = model_file(false);
  test::replace(file, "network", "[7,12]", "[7]");
  std::erase_if(file.tensors,
                [](const io::StoredTensor& tensor) { return tensor.name.starts_with("network.R."); });
  expect_refused(file, "one network for two tables");
}

TEST(DamagedModel, WithOtherClausesIsRefused) {
  expect_refused(model_file(false), {{"clauses", "\"fact\"", "\"fiction\""},
                                     {"clauses", "]", ",\"one more\"]"},
                                     {"clauses", "]", ""},
                                     {"clauses", "\"fact\"", "3"},
                                     {"knowledge", "rule \"fact\"", "rule \"fiction\""},
                                     {"knowledge", "predict A(P)", "predict A(P), N(P)"},
                                     {"syntax", "kenn", "kenn3"},
                                     {"enhancer", "\"layers\":2", "\"layers\":3"}});
}

TEST(DamagedModel, WithAnImpossibleSplitIsRefused) {
  expect_refused(model_file(false), {{"training", "\"seed\":0", "\"seed\":0.5"},
                                     {"training", "\"seed\":0", "\"seed\":-1"},
                                     {"training", "null", "0"},
                                     {"training", "null", "1e300"},
                                     {"training", "null", "true"},
                                     {"training", "transductive", "deductive"},
                                     {"training", "\"seed\":0", "\"seed\":0,\"labels\":\"test\""}});
}

TEST(DamagedModel, WithImpossibleTrustIsRefused) {
  const io::ModelFile file = model_file(false);
  expect_refused(file, {{"trust", "{\"weights\":[", "{\"weights\":[0.0,"},
                        {"trust", "{\"weights\":[", "{\"weights\":[], \"x\":["},
                        {"trust", "\"folds\":3", "\"folds\":1"},
                        {"trust", "\"folds\":3", "\"folds\":3.5"},
                        {"trust", "\"folds\":3", "\"folds\":4294967299"},
                        {"trust", "\"loss_without\":", "\"loss_without\":\"\",\"loss\":"},
                        {"trust", "\"rules\":[{", "\"rules\":[{},{"},
                        {"trust", "\"rules\":[{\"weight\":", "\"rules\":[{\"weight\":1000"},
                        {"trust", "\"low\":", "\"low\":1e9"},
                        {"trust", "\"low\":", "\"low\":-1"},
                        {"trust", "\"holds\":", "\"holds\":9999"},
                        {"trust", "\"chance\":0", "\"chance\":2"},
                        {"trust", "\"verdict\":\"", "\"verdict\":\"not "}});
  io::ModelFile other = file;
  other.texts["trust"] =
      R"({"weights":[],"folds":0,"strength":null,"loss_without":0,"loss_with":0,"rules":[]})";
  expect_refused(other, "the trust in no rules");
}

TEST(DamagedModel, WithAWrongEnsembleIsRefused) {
  const io::ModelFile file = model_file(true);
  expect_refused(file, {{"ensemble", "3", "2"},
                        {"ensemble", "3", "4"},
                        {"ensemble", "3", "1"},
                        {"ensemble", "3", "3.0"},
                        {"ensemble", "3", "4294967299"},
                        {"ensemble", "\"members\":3", "\"members\":3,\"members\":3"},
                        {"ensemble", "{\"members\":3}", "3"}});
  io::ModelFile lone = file;
  lone.texts.erase("ensemble");
  expect_refused(lone, "no ensemble");
  for (const float weight : {-1.0F, 501.0F, std::numeric_limits<float>::quiet_NaN()}) {
    io::ModelFile damaged = file;
    test::set_first(damaged, "member.1.enhancer.weights", weight);
    expect_refused(damaged, "a weight of " + std::to_string(weight));
  }
  io::ModelFile other = file;
  test::set_first(other, "enhancer.weights", 77);
  expect_refused(other, "another mean of the members");
}

TEST(DamagedModel, WithWrongTensorsIsRefused) {
  const io::ModelFile file = model_file(false);
  for (std::size_t i = 0; i < file.tensors.size(); ++i) {
    const std::string& name = file.tensors[i].name;
    io::ModelFile infinite = file;
    test::set_first(infinite, name, std::numeric_limits<float>::infinity());
    expect_refused(infinite, "an infinite number in " + name);
    io::ModelFile wider = file;
    wider.tensors[i].shape.push_back(1);
    expect_refused(wider, "another shape of " + name);
    io::ModelFile integers = file;
    integers.tensors[i].type = io::TensorType::int64;
    integers.tensors[i].bytes.append(integers.tensors[i].bytes);
    expect_refused(integers, "integers in " + name);
    io::ModelFile renamed = file;
    renamed.tensors[i].name += "x";
    expect_refused(renamed, "another name of " + name);
  }
  io::ModelFile more = file;
  more.tensors.push_back({"more", io::TensorType::float32, {1}, std::string(4, '\0')});
  expect_refused(more, "a tensor that belongs to nothing");
}

TEST(DamagedModel, WithOtherTextsIsRefused) {
  io::ModelFile more = model_file(false);
  more.texts["more"] = "text";
  expect_refused(more, "a text that belongs to nothing");
  io::ModelFile map = model_file(false);
  map.texts["map"] = "{}";
  expect_refused(map, "a search that the model does not make");
}

TEST(DamagedModel, ThatSearchesHasPossibleOptions) {
  const test::SmallTraining small;
  ModelOptions options;
  options.hidden = {4};
  options.uses_rules = false;
  options.map = infer::MapOptions{};
  const std::vector<std::size_t> widths = {7, 12};
  const io::ModelFile file =
      store_model(small.data.knowledge, widths, RuleModel(small.data.knowledge, widths, options, 1));
  EXPECT_NO_THROW(static_cast<void>(load_model(file, "m", 1)));
  expect_refused(file, {{"map", "\"steps\":30", "\"steps\":30.5"},
                        {"map", "\"steps\":30", "\"steps\":4294967326"},
                        {"map", "\"steps\":30", "\"steps\":1000001"},
                        {"map", "\"prior_weight\":0.001", "\"prior_weight\":-1"},
                        {"map", "\"prior_weight\":0.001", "\"prior_weight\":1e300"},
                        {"map", "\"exactly_one\":0.0", "\"exactly_one\":true"},
                        {"map", "\"learning_rate\":1.0", "\"learning_rate\":0"},
                        {"map", "\"epsilon\":1e-07", "\"epsilon\":2"},
                        {"map", "\"keeps_labels\":true", "\"keeps_labels\":1"},
                        {"map", "\"conorm\":\"", "\"conorm\":\"x"}});
  io::ModelFile heavy = file;
  test::set_first(heavy, "rules.weights", 2e9F);
  expect_refused(heavy, "a weight of a rule");
  io::ModelFile enhanced = file;
  test::set_first(enhanced, "enhancer.weights", 1);
  expect_refused(enhanced, "weights of enhancers that are not there");
}

TEST(RuleModel, NeedsTheInputsOfEveryNetwork) {
  const Knowledge knowledge = Knowledge::from_text(test::random_data_rules);
  for (const std::vector<std::size_t>& widths : {std::vector<std::size_t>{}, {7}, {7, 12, 3}}) {
    EXPECT_THROW(RuleModel(knowledge, widths, {}, 1), Error) << widths.size();
  }
}

}  // namespace
}  // namespace kenn::train
