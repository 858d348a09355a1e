// A knowledge file, read and checked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <kenn/clause.h>
#include <kenn/error.h>

namespace kenn {

class SourceText;

enum class Syntax : std::uint8_t {
  automatic,  // kenn2 when no line starts with a statement of the knowledge language
  kenn,       // the knowledge language
  kenn2,      // the knowledge files of the KENN2 library
};

// Types, predicates and clauses of one knowledge text. Immutable.
class Knowledge {
 public:
  // Both throw `Error` with all diagnostics when the text has errors; nothing is half-loaded.
  static Knowledge from_file(const std::filesystem::path& path, Syntax syntax = Syntax::automatic);
  static Knowledge from_text(std::string text, std::string name = "knowledge",
                             Syntax syntax = Syntax::automatic);

  [[nodiscard]] const Vocabulary& vocabulary() const { return vocabulary_; }
  [[nodiscard]] const std::vector<Type>& types() const { return vocabulary_.types; }
  [[nodiscard]] const std::vector<Predicate>& predicates() const { return vocabulary_.predicates; }
  [[nodiscard]] const std::vector<Clause>& clauses() const { return clauses_; }
  [[nodiscard]] std::size_t rule_count() const { return rule_count_; }
  [[nodiscard]] const std::vector<Diagnostic>& warnings() const { return warnings_; }

  [[nodiscard]] const std::string& name() const { return name_; }  // the file it was read from
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] Syntax syntax() const { return syntax_; }  // the one it was read in, never `automatic`

 private:
  Knowledge() = default;
  static Knowledge from_source(const SourceText& source, Syntax syntax);

  std::string name_;
  std::string text_;
  Syntax syntax_ = Syntax::kenn;
  Vocabulary vocabulary_;
  std::vector<Clause> clauses_;
  std::size_t rule_count_ = 0;
  std::vector<Diagnostic> warnings_;
};

// The knowledge as a text of the knowledge language: its declarations, then one clause per line. Read again
// it gives the same vocabulary and the same clauses (their locations aside; a KENN2 file's shared table
// `Pair` is only mentioned in a comment, since the language has no word for it).
std::string to_text(const Knowledge& knowledge);

}  // namespace kenn
