// Makes rows of the table of options, in words that read from left to right.
//
//   OptionRow("epochs", &Options::epochs).number("N", 1, 1000).is("300").says("Maximum number of epochs")
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "train/option_table.h"

namespace kenn::train {

struct OptionRow : Option {
  template <typename Value>
  OptionRow(const char* option_name, Member<Value> of_options) {
    name = option_name;
    member = of_options;
  }

  OptionRow&& number(const char* placeholder_text, double least, double most) && {
    placeholder = placeholder_text;
    low = least;
    high = most;
    return std::move(*this);
  }
  OptionRow&& one_of(std::vector<std::string_view> words) && {
    choices = std::move(words);
    return std::move(*this);
  }
  OptionRow&& text(const char* placeholder_text) && {
    placeholder = placeholder_text;
    return std::move(*this);
  }
  OptionRow&& is(std::string_view default_text) && {
    usual = default_text;
    return std::move(*this);
  }
  // What happens without it, where that is no value.
  OptionRow&& otherwise(const char* words) && {
    usual_help = words;
    return std::move(*this);
  }
  OptionRow&& also(const char* other_name) && {
    alias = other_name;
    return std::move(*this);
  }
  OptionRow&& has(OptionEffect of_row) && {
    effect = of_row;
    return std::move(*this);
  }
  OptionRow&& when(bool (*condition)(const Options&), const char* what) && {
    is_used = condition;
    needs = what;
    return std::move(*this);
  }
  OptionRow&& says(const char* line) && {
    help = line;
    return std::move(*this);
  }
};

// One that most people never need.
struct RareOptionRow : OptionRow {
  template <typename Value>
  RareOptionRow(const char* option_name, Member<Value> of_options) : OptionRow(option_name, of_options) {
    is_rare = true;
  }
};

}  // namespace kenn::train
