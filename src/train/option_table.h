// All options of training, one row each.
//
// Flags of the command line, keys of TOML files, arguments in Python, checkpoints and docs/options.md are
// made from this table.
#pragma once

#include <kenn/options.h>

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace kenn::train {

// What an option is about. A method says which of these it takes.
enum class OptionGroup : std::uint8_t {
  task,           // every method: which model
  labels,         // every method: which labels it learns from
  network,        // every method
  optimiser,      // every method
  batches,        // labels a few at a time
  enhancers,      // rules as layers on top of the networks
  joint_weights,  // weights of these rules that are learned by gradient
  trust,          // cross-fitted weights
  folds,          // cross-fitting and ensembles
  rule_weight,    // one weight for all rules
  rule_truth,     // rules measured by fuzzy logic
  rule_phase,     // a phase of training with rules
  rounds,         // labels that are completed several times
  search,         // the most probable predictions
  running,        // every method; never changes results
};

// When a training that was stopped goes on, an option must be as it was, unless it only says when training
// ends, or how it runs.
enum class OptionEffect : std::uint8_t { result, end, none };

struct Option {
  template <typename Value>
  using Member = std::optional<Value> Options::*;

  std::string name = {};   // "learning-rate"
  std::string alias = {};  // an older or shorter spelling, "lr"; may be empty
  OptionGroup group = OptionGroup::task;
  std::variant<Member<bool>, Member<std::uint32_t>, Member<std::uint64_t>, Member<double>,
               Member<std::string>, Member<std::vector<std::uint32_t>>>
      member = {};
  std::string placeholder = {};  // "RATE"
  std::string help = {};         // one line
  std::string usual = {};        // the default as text; empty: none, and `usual_help` says what then
  std::string usual_help = {};   // "all cores", "never"
  double low = 0;                // the range of numbers
  double high = 0;
  std::vector<std::string_view> choices = {};  // of words; empty: any text
  OptionEffect effect = OptionEffect::result;
  bool is_rare = false;  // most people never need it: shown by --help-all alone
  // Whether it has an effect beside the other options, and what it needs.
  bool (*is_used)(const Options&) = nullptr;
  std::string needs = {};
};

// In the order in which help lists them.
const std::vector<Option>& option_table();

// By its name or alias, with - or _ between words; null for a name that is none's.
const Option* find_option(std::string_view name);

// The row of a member.
template <typename Value>
const Option& option_of(Option::Member<Value> member) {
  for (const Option& option : option_table()) {
    const auto* const of_row = std::get_if<Option::Member<Value>>(&option.member);
    if (of_row != nullptr && *of_row == member) return option;
  }
  throw std::bad_variant_access();
}

bool is_set(const Options& options, const Option& option);
void unset_option(Options& options, const Option& option);

// The value as it is typed, "0.001", "50,50", "yes"; empty when it is not set.
std::string option_text(const Options& options, const Option& option);

// Sets what a person typed. Throws `Error` (kind usage) that starts with the name and says what is expected.
void set_option(Options& options, const Option& option, std::string_view text);

// The value with its type: null when it is not set. `set_option` throws `Error` (kind usage) for a value of
// another type, too.
nlohmann::ordered_json option_json(const Options& options, const Option& option);
void set_option(Options& options, const Option& option, const nlohmann::ordered_json& value);

// What is not set in `options` is taken from `other`.
void fill(Options& options, const Options& other);

// The defaults of the table.
const Options& usual_options();

// "--lr 0.01 --layers 3": what is set, in the order of the table.
std::string to_command_line(const Options& options);

}  // namespace kenn::train
