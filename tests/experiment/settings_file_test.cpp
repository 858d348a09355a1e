// Tests of experiments described in files.
#include "experiment/settings_file.h"

#include "base/data_support.h"
#include "train/option_table.h"

namespace kenn::experiment {
namespace {

class SettingsFile : public test::DataFolder {
 protected:
  void SetUp() override {
    test::DataFolder::SetUp();
    std::filesystem::create_directories(folder_ / "papers");
    write("papers/k.kenn", "type P\npredict A(P)\nrule: A(x)\n");
  }

  ExperimentSettings read(const std::string& text) const { return read_settings(write("e.toml", text)); }

  Diagnostic error(const std::string& text) const {
    try {
      static_cast<void>(read(text));
    } catch (const Error& error) {
      return error.diagnostics().front();
    }
    ADD_FAILURE() << "no error: " << text;
    return {};
  }
};

TEST_F(SettingsFile, ReadsEverything) {
  const ExperimentSettings settings = read(R"(
name = "mine"
data = "linqs:papers"
knowledge = "papers/k.kenn"
methods = ["nn", "kenn-greedy"]
paradigms = ["inductive"]
fractions = [0.1, 1]
layers = [1, 3]
runs = 7
curves = 2
seed = 5
max-groundings = 1000

[training]
hidden = [4, 5]
boost = "godel"
order = "sequential"
center = "groups"
scale-features = "rows"
dropout = 0.5
input-dropout = 0.25
loss = "linear"
lr = 0.01
rule-lr = 0.02
rule-start = 0.75
epsilon = 1e-7
weight-decay = 0.001
epochs = 9
patience = 3
plateau = 10
keep = "last"
batch-size = 8
labels = "train+valid"
ensemble = true
folds = 4

[[training.where]]
paradigm = "transductive"
up-to = 0.25
epochs = 7
loss = "cross-entropy"

[[training.where]]
method = "nn"
dropout = 0.1

[[published]]
method = "SBR"
paradigm = "inductive"
accuracy = { "0.1" = 0.65, "0.25" = 0.682 }
)");
  EXPECT_EQ(settings.name, "mine");
  EXPECT_EQ(settings.data, "linqs:" + (folder_ / "papers").string());
  EXPECT_EQ(settings.knowledge, "type P\npredict A(P)\nrule: A(x)\n");
  EXPECT_EQ(settings.methods, (std::vector<std::string>{"nn", "kenn-greedy"}));
  EXPECT_EQ(settings.paradigms, (std::vector<std::string>{"inductive"}));
  EXPECT_EQ(settings.fractions, (std::vector<std::optional<double>>{0.1, 1.0}));
  EXPECT_EQ(settings.layers, (std::vector<std::uint32_t>{1, 3}));
  EXPECT_EQ(settings.runs, 7U);
  EXPECT_EQ(settings.curves, 2U);
  EXPECT_EQ(settings.seed, 5U);
  EXPECT_EQ(settings.plan.max_groundings, 1000U);
  const std::map<std::string, std::string> given = {
      {"hidden", "4,5"},          {"boost", "godel"},        {"order", "sequential"},
      {"scale-features", "rows"}, {"dropout", "0.5"},        {"epsilon", "1e-07"},
      {"input-dropout", "0.25"},  {"loss", "linear"},        {"rule-learning-rate", "0.02"},
      {"rule-start", "0.75"},     {"learning-rate", "0.01"}, {"patience", "3"},
      {"weight-decay", "0.001"},  {"epochs", "9"},           {"plateau", "10"},
      {"keep", "last"},           {"batch-size", "8"},       {"labels", "train+valid"},
      {"center", "groups"},       {"ensemble", "yes"},       {"folds", "4"}};
  EXPECT_EQ(to_texts(settings.training), given);
  const std::map<std::string, std::string> all = to_texts(settings);
  for (const auto& [name, value] : given) EXPECT_EQ(all.at(name), value);
  EXPECT_EQ(all.at("trust"), "cross-fitted") << "the default";
  EXPECT_EQ(all.at("curves"), "2");
  EXPECT_EQ(all.at("where 1"), "any method transductive up to 0.25: epochs 7, loss cross-entropy");
  EXPECT_EQ(all.at("where 2"), "nn: dropout 0.1");
  ASSERT_EQ(settings.published.size(), 1U);
  EXPECT_EQ(settings.published[0].method, "SBR");
  EXPECT_EQ(settings.published[0].paradigm, "inductive");
  EXPECT_EQ(settings.published[0].accuracy, (std::map<double, double>{{0.1, 0.65}, {0.25, 0.682}}));
}

TEST_F(SettingsFile, ListsHaveNoValueTwice) {
  const auto refused = [&](const std::string& text, std::uint32_t line, std::uint32_t column) {
    const Diagnostic found = error(text);
    EXPECT_EQ(found.message, "this is in the list already") << text;
    EXPECT_EQ(found.location, (SourceLocation{line, column})) << text;
  };
  refused("runs = 2\nfractions = [0.3, 0.3]\n", 2, 19);
  refused("fractions = [0.3, 0.5,\n 3e-1]\n", 2, 2);
  refused("fractions = [1, 1.0]\n", 1, 17);
  refused("layers = [1, 2, 1]\n", 1, 17);
  refused("methods = [\"nn\", \"kenn\", \"nn\"]\n", 1, 26);
  refused("paradigms = [\"inductive\", \"inductive\"]\n", 1, 27);
  EXPECT_EQ(error("[[published]]\nmethod = \"A\"\naccuracy = {\"0.1\" = 0.5, \"0.10\" = 0.6}\n").location,
            (SourceLocation{3, 26}));
}

TEST_F(SettingsFile, ListsHoldWhatAnExperimentCanWrite) {
  for (const char* const text :
       {"layers = [1001]", "layers = [0]", "layers = [-1]", "layers = [1.5]", "layers = []", "fractions = []",
        "fractions = [nan]", "fractions = [inf]", "fractions = [0]", "fractions = [-0.5]",
        "fractions = [1.1]", "methods = []", "[[published]]\nmethod = \"A\"\naccuracy = {nan = 0.5}",
        "[[published]]\nmethod = \"A\"\naccuracy = {\"7\" = 0.5}",
        "[[published]]\nmethod = \"A\"\naccuracy = {\"0.1\" = nan}"}) {
    EXPECT_GT(error(text).location.line, 0U) << text;
  }
  EXPECT_EQ(read("layers = [1000]").layers, std::vector<std::uint32_t>{1000});
}

TEST_F(SettingsFile, IsNotNestedDeeply) {
  const std::string message = "this is nested more than 100 levels deep";
  EXPECT_EQ(error(test::repeat("a.", 100'000) + "a = 1").message, message);
  EXPECT_EQ(error("[" + test::repeat("a.", 100'000) + "a]").message, message);
  EXPECT_EQ(error("a = " + test::repeat("[", 100'000) + test::repeat("]", 100'000)).message, message);
  EXPECT_EQ(error("a = " + test::repeat("{a=", 100'000)).message, message);
}

TEST_F(SettingsFile, OldSpellingsAreRead) {
  const Options options =
      read("[training]\nlr = 0.5\nrule-lr = 0.25\nmap-lr = 2\nensemble = \"yes\"\n").training;
  EXPECT_EQ(options.learning_rate, 0.5);
  EXPECT_EQ(options.rule_learning_rate, 0.25);
  EXPECT_EQ(options.map_learning_rate, 2);
  EXPECT_EQ(options.ensemble, true);
}

TEST_F(SettingsFile, APresetCanBeChanged) {
  const ExperimentSettings settings = read("preset = \"paper\"\n[training]\nplateau = 5\n");
  EXPECT_EQ(settings.name, "e");
  EXPECT_EQ(settings.preset, "paper");
  EXPECT_EQ(settings.layers, std::vector<std::uint32_t>{3});
  EXPECT_EQ(settings.training.loss, "linear");
  EXPECT_EQ(settings.training.plateau, 5U);
  EXPECT_EQ(settings.choices.size(), 3U);
}

TEST_F(SettingsFile, WhatIsSaidForAllIsSaidForTheCasesOfAPreset) {
  const ExperimentSettings settings = read("preset = \"tuned\"\n[training]\nepochs = 5\nhidden = [7]\n");
  ASSERT_FALSE(settings.cases.empty());
  EXPECT_EQ(settings.training.epochs, 5U);
  for (const TrainingCase& each : settings.cases) {
    EXPECT_EQ(each.options.epochs, 5U);
    EXPECT_EQ(each.options.hidden, std::vector<std::uint32_t>{7});
  }
}

TEST_F(SettingsFile, CasesTakeThePlaceOfThoseOfAPreset) {
  const ExperimentSettings settings = read("preset = \"tuned\"\n[[training.where]]\nepochs = 5\n");
  ASSERT_EQ(settings.cases.size(), 1U);
  EXPECT_EQ(settings.cases[0].options.epochs, 5U);
  EXPECT_EQ(settings.cases[0].options.loss, settings.training.loss);
}

TEST_F(SettingsFile, TheFirstCaseThatFitsCounts) {
  const ExperimentSettings settings = read(R"(
[training]
epochs = 1
[[training.where]]
paradigm = "transductive"
up-to = 0.25
epochs = 2
[[training.where]]
up-to = 0.5
epochs = 3
[[training.where]]
method = "kenn-greedy"
epochs = 4
)");
  const auto epochs = [&](const std::string& paradigm, std::optional<double> fraction) {
    return training_for(settings, {paradigm.empty() ? "nn" : "kenn", paradigm, 1}, fraction).epochs;
  };
  EXPECT_EQ(epochs("transductive", 0.25), 2U);
  EXPECT_EQ(epochs("transductive", 0.26), 3U);
  EXPECT_EQ(epochs("inductive", 0.25), 3U);
  EXPECT_EQ(epochs("", 0.1), 3U);
  EXPECT_EQ(epochs("", 0.6), 1U);
  EXPECT_EQ(epochs("transductive", 0.6), 1U);
  EXPECT_EQ(epochs("transductive", {}), 1U) << "splits of the data";
  EXPECT_EQ(training_for(settings, {"kenn-greedy", "inductive", 1}, 0.6).epochs, 4U);
}

TEST_F(SettingsFile, SaysWhereSomethingIsWrong) {
  const std::vector<std::tuple<std::string, std::uint32_t, std::string>> cases = {
      {"runs = 3\nmethod = [\"nn\"]\n", 2, "there is no setting 'method'; did you mean 'methods'?"},
      {"methods = [\"nm\"]\n", 1, "'nm' is none of: nn, kenn, kenn-greedy, sbr, rnm; did you mean 'nn'?"},
      {"methods = []\n", 1, "the list is empty"},
      {"methods = \"nn\"\n", 1, "a list in [ ] is expected here"},
      {"runs = 0\n", 1, "a whole number from 1 to 1000000 is expected here"},
      {"runs = 2.5\n", 1, "a whole number from 1 to 1000000 is expected here"},
      {"seed = -1\n", 1, "a whole number from 0 to"},
      {"layers = [3, 1001]\n", 1, "a whole number from 1 to 1000 is expected here"},
      {"max-groundings = 1000000000000001\n", 1,
       "a whole number from 1 to 1000000000000000 is expected here"},
      {"fractions = [0.5, 2]\n", 1, "a number from 1e-09 to 1 is expected here"},
      {"fractions = [nan]\n", 1, "a number from 1e-09 to 1 is expected here"},
      {"data = 3\n", 1, "a text in quotes is expected here"},
      {"[training]\n\nlos = \"linear\"\n", 3, "there is no setting 'los'; did you mean 'loss'?"},
      {"[training]\nloss = \"square\"\n", 2, "loss: there is no choice 'square' (cross-entropy, linear)"},
      {"[training]\nlr = 0\n", 2, "learning-rate: a number from 1e-09 to 100 is expected, not '0'"},
      {"[training]\nlr = \"fast\"\n", 2, "learning-rate: a number is expected, not \"fast\""},
      {"[training]\nepochs = 2.5\n", 2, "epochs: a whole number from 1 to 100000000 is expected, not '2.5'"},
      {"[training]\nepochs = -1\n", 2, "epochs: a whole number from 1 to 100000000 is expected, not '-1'"},
      {"[training]\nhidden = [3, 0]\n", 2, "hidden: a whole number from 1 to 1000000 is expected, not '0'"},
      {"[training]\nhidden = [3, \"x\"]\n", 2, "hidden: a list of whole numbers is expected"},
      {"[training]\nensemble = 1\n", 2, "ensemble: true or false is expected, not 1"},
      {"[training]\nlayers = 3\n", 2, "there is no setting 'layers'"},
      {"[training]\nseed = 3\n", 2, "there is no setting 'seed'"},
      {"[[training.where]]\nhidden = [3]\n", 2, "there is no setting 'hidden'"},
      {"[[training.where]]\nlabels = \"train\"\n", 2, "there is no setting 'labels'"},
      {"[[training.where]]\nmethod = \"ken\"\n", 2,
       "'ken' is none of: nn, kenn, kenn-greedy, sbr, rnm; did you mean"},
      {"[[training.where]]\nup-to = 2\n", 2, "a number from 1e-09 to 1 is expected here"},
      {"[training]\nwhere = 3\n", 2, "a list in [ ] is expected here"},
      {"[training]\nwhere = [3]\n", 2, "a table is expected here"},
      {"training = 3\n", 1, "a table is expected here"},
      {"[[published]]\nparadigm = \"inductive\"\n", 1, "the published figures have no 'method'"},
      {"[[published]]\nmethod = \"A\"\naccuracy = { \"x\" = 0.5 }\n", 3, "a fraction such as \"0.1\""},
      {"[[published]]\nmethod = \"A\"\naccuracy = { \"0.1\" = 5 }\n", 3, "a number from 0 to 1"},
      {"preset = \"papers\"\n", 1,
       "'papers' is none of: paper, tuned, trusted, sbr-published, rnm-published; did you mean 'paper'?"},
      {"runs = = 3\n", 1, ""},
      {"runs = 3\nruns = 4\n", 2, ""},
  };
  for (const auto& [text, line, message] : cases) {
    const Diagnostic diagnostic = error(text);
    EXPECT_EQ(diagnostic.location.line, line) << text;
    EXPECT_NE(diagnostic.message.find(message), std::string::npos) << diagnostic.message;
    EXPECT_FALSE(diagnostic.excerpt.empty()) << text;
    EXPECT_LE(diagnostic.caret, diagnostic.excerpt.size());
  }
  EXPECT_THROW(static_cast<void>(read("knowledge = \"none.kenn\"\n")), Error);
  EXPECT_THROW(static_cast<void>(read_settings(folder_ / "none.toml")), Error);
}

// As the flag of the same name does.
TEST_F(SettingsFile, RefusesNumbersOfTheOptionsTable) {
  std::size_t found = 0;
  for (const train::Option& option : train::option_table()) {
    if (option.high == 0 || option.group == train::OptionGroup::task ||
        option.group == train::OptionGroup::labels || option.group == train::OptionGroup::running)
      continue;
    if (&option == &train::option_of(&Options::layers)) continue;  // of the grid
    const bool is_list =
        std::holds_alternative<train::Option::Member<std::vector<std::uint32_t>>>(option.member);
    for (const std::string number : {"-1", "1000000001", "1.0e30"}) {
      const std::string text = option.name + " = " + (is_list ? "[" + number + "]" : number) + "\n";
      std::string typed;
      Options options;
      try {
        train::set_option(options, option, std::string_view(number == "1.0e30" ? "1e+30" : number));
      } catch (const Error& refusal) {
        typed = refusal.diagnostics().front().message;
      }
      EXPECT_NE(typed, "") << text;
      EXPECT_EQ(error("[training]\n" + text).message, typed) << text;
      ++found;
    }
  }
  EXPECT_GT(found, 60U);
}

}  // namespace
}  // namespace kenn::experiment
