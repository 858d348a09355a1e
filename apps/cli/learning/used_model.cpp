// A trained model, to be used.
#include "learning/used_model.h"

#include "learning/runs.h"

namespace kenn::cli {

namespace {

SplitChoice choice_in(const ModelFile& file, const std::string& name) {
  const auto found = file.texts.find("training");
  try {
    return split_choice_from(found == file.texts.end() ? "" : found->second);
  } catch (const Error& error) {
    throw Error(ErrorKind::data, error.diagnostics().front().message, name);
  }
}

}  // namespace

UsedModel read_used_model(const std::string& name, std::uint32_t threads) {
  const ModelFile file = read_model_file(name);
  return {load_model(file, name, threads_of(threads)), choice_in(file, name)};
}

}  // namespace kenn::cli
