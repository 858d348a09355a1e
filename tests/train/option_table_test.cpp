// Tests of the table of options: names, ranges, texts and JSON of every row.
#include "train/option_table.h"

#include <gtest/gtest.h>
#include <kenn/error.h>

#include <nlohmann/json.hpp>
#include <set>

#include "io/number_text.h"

namespace kenn::train {
namespace {

using Json = nlohmann::ordered_json;

std::string complaint(const std::string& name, const auto& value) {
  Options options;
  try {
    set_option(options, *find_option(name), value);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_EQ(options, Options()) << "nothing is set";
    return error.diagnostics().front().message;
  }
  return "";
}

std::string option_text_of(double number) {
  return Json(number).dump().substr(0, Json(number).dump().find(".0"));
}

std::string option_text_of_real(const Json& number) {
  return io::shortest_text(number.get<double>());
}

// A value that the option takes.
std::string example_of(const Option& option) {
  if (!option.choices.empty()) return std::string(option.choices.back());
  if (std::holds_alternative<Option::Member<bool>>(option.member)) return "no";
  if (std::holds_alternative<Option::Member<std::string>>(option.member)) return "word";
  if (std::holds_alternative<Option::Member<std::vector<std::uint32_t>>>(option.member)) return "7,8";
  return option.low > 1 || option.high < 1 ? option_text_of(option.low) : "1";
}

TEST(OptionTable, NamesAreUniqueAndFoundInEverySpelling) {
  std::set<std::string> names;
  for (const Option& option : option_table()) {
    EXPECT_TRUE(names.insert(option.name).second) << option.name;
    EXPECT_TRUE(option.alias.empty() || names.insert(option.alias).second) << option.alias;
    EXPECT_EQ(find_option(option.name), &option);
    if (!option.alias.empty()) {
      EXPECT_EQ(find_option(option.alias), &option);
    }
    std::string in_python = option.name;
    std::replace(in_python.begin(), in_python.end(), '-', '_');
    EXPECT_EQ(find_option(in_python), &option);
    EXPECT_FALSE(option.help.empty()) << option.name;
    EXPECT_TRUE(option.is_used == nullptr || !option.needs.empty()) << option.name;
  }
  EXPECT_EQ(find_option("learning-rat"), nullptr);
}

TEST(OptionTable, TextAndJsonReadBackToTheSameValue) {
  for (const Option& option : option_table()) {
    Options typed;
    set_option(typed, option, std::string_view(example_of(option)));
    EXPECT_TRUE(is_set(typed, option)) << option.name;
    Options from_text;
    set_option(from_text, option, std::string_view(option_text(typed, option)));
    EXPECT_EQ(from_text, typed) << option.name;
    Options from_json;
    set_option(from_json, option, Json::parse(option_json(typed, option).dump()));
    EXPECT_EQ(from_json, typed) << option.name;
    unset_option(typed, option);
    EXPECT_EQ(typed, Options()) << option.name;
  }
}

TEST(OptionTable, EveryNumberOutsideOfItsRangeIsRefused) {
  for (const Option& option : option_table()) {
    if (option.high == 0) continue;
    const bool is_list = std::holds_alternative<Option::Member<std::vector<std::uint32_t>>>(option.member);
    for (const std::string text : {"-1", "nan", "inf", "1e400", "x", " 1", "1 ", "1,", "1;2"}) {
      EXPECT_NE(complaint(option.name, std::string_view(text)), "") << option.name << " " << text;
    }
    EXPECT_EQ(complaint(option.name, std::string_view("")) == "", is_list) << option.name;
    for (const Json& json : {Json("1"), Json(true), Json(), Json(-1), Json::object()}) {
      EXPECT_NE(complaint(option.name, json), "") << option.name << " " << json.dump();
    }
    if (option.high < 1e15) {
      EXPECT_NE(complaint(option.name, Json(option.high * 1.5 + 1)), "") << option.name;
    }
  }
}

// What a flag, a TOML file and Python say of a number that is refused is the same.
TEST(OptionTable, RefusesNumbersInTheSameWordsWhereverTheyComeFrom) {
  for (const Option& option : option_table()) {
    if (option.high == 0) continue;
    const bool is_list = std::holds_alternative<Option::Member<std::vector<std::uint32_t>>>(option.member);
    const bool is_real = std::holds_alternative<Option::Member<double>>(option.member);
    std::vector<Json> outside = {-1, -0.5, 1e30};
    if (option.low > 0) outside.emplace_back(0);
    if (option.high < 1e18) outside.emplace_back(static_cast<std::uint64_t>(option.high) + 1);
    if (!is_real) outside.insert(outside.end(), {2.5, 3.0});
    for (const Json& number : outside) {
      const std::string text = is_real ? option_text_of_real(number) : number.dump();
      const std::string typed = complaint(option.name, std::string_view(text));
      EXPECT_NE(typed, "") << option.name << " " << text;
      EXPECT_EQ(complaint(option.name, is_list ? Json::array({number}) : number), typed)
          << option.name << " " << text;
    }
    if (!is_real) continue;
    for (const std::string text : {"nan", "inf", "-inf"}) {
      const std::string typed = complaint(option.name, std::string_view(text));
      EXPECT_NE(typed, "") << option.name << " " << text;
      EXPECT_EQ(complaint(option.name, Json(text)), typed) << "as Python writes it";
      EXPECT_EQ(complaint(option.name, Json(std::stod(text))), typed) << "as TOML has it";
    }
  }
}

TEST(OptionTable, SaysWhatIsExpected) {
  EXPECT_EQ(complaint("lr", std::string_view("0")),
            "learning-rate: a number from 1e-09 to 100 is expected, not '0'");
  EXPECT_EQ(complaint("epochs", std::string_view("2.5")),
            "epochs: a whole number from 1 to 100000000 is expected, not '2.5'");
  EXPECT_EQ(complaint("seed", std::string_view("18446744073709551616")),
            "seed: a whole number from 0 is expected, not '18446744073709551616'");
  EXPECT_EQ(complaint("boost", std::string_view("godal")),
            "boost: there is no choice 'godal'; did you mean 'godel'? (softmax, godel, residual)");
  EXPECT_EQ(complaint("ensemble", std::string_view("maybe")), "ensemble: yes or no is expected, not 'maybe'");
  EXPECT_EQ(complaint("ensemble", Json("yes")), "ensemble: true or false is expected, not \"yes\"");
}

TEST(OptionTable, LargestSeedsAreExact) {
  Options options;
  set_option(options, option_of(&Options::seed), std::string_view("18446744073709551615"));
  EXPECT_EQ(options.seed, 18446744073709551615U);
  EXPECT_EQ(option_json(options, option_of(&Options::seed)).get<std::uint64_t>(), 18446744073709551615U);
}

TEST(OptionTable, WhatIsGivenCountsMoreThanWhatFills) {
  Options options{.layers = 3};
  fill(options, {.epochs = 7, .layers = 2});
  EXPECT_EQ(options, (Options{.epochs = 7, .layers = 3}));
}

TEST(OptionTable, MakesACommandLine) {
  EXPECT_EQ(
      to_command_line({.seed = 4, .hidden = {{}}, .learning_rate = 0.5, .layers = 2, .ensemble = false}),
      "--seed 4 --hidden '' --layers 2 --no-ensemble --learning-rate 0.5");
}

}  // namespace
}  // namespace kenn::train
