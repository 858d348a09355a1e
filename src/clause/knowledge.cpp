// The one short way from a text to a Knowledge.
#include <kenn/knowledge.h>

#include <utility>

#include "base/diagnostics.h"
#include "base/source.h"
#include "clause/compile.h"
#include "knowledge/read.h"

namespace kenn {

Knowledge Knowledge::from_source(const SourceText& source, Syntax requested) {
  base::Diagnostics diagnostics(source);
  const Syntax syntax = knowledge::choose_syntax(source, requested);
  const knowledge::syntax::Tree tree = knowledge::read_tree(source, syntax, diagnostics);
  clause::Compiled compiled = clause::compile(tree, source, diagnostics);
  const bool nothing_declared = compiled.vocabulary.predicates.empty() && diagnostics.has_errors();
  if (nothing_declared && syntax == Syntax::kenn2 && requested == Syntax::automatic) {
    diagnostics.warning(0, "read as KENN2, since no line starts with a statement such as 'type' or 'rule'");
  }
  std::vector<Diagnostic> findings = diagnostics.in_order();
  if (diagnostics.has_errors()) throw Error(ErrorKind::knowledge, std::move(findings));

  Knowledge knowledge;
  knowledge.name_ = source.name();
  knowledge.text_ = source.text();
  knowledge.syntax_ = syntax;
  knowledge.vocabulary_ = std::move(compiled.vocabulary);
  knowledge.clauses_ = std::move(compiled.clauses);
  knowledge.rule_count_ = compiled.rule_count;
  knowledge.warnings_ = std::move(findings);
  return knowledge;
}

Knowledge Knowledge::from_file(const std::filesystem::path& path, Syntax syntax) {
  return from_source(SourceText(path), syntax);
}

Knowledge Knowledge::from_text(std::string text, std::string name, Syntax syntax) {
  return from_source(SourceText(std::move(name), std::move(text)), syntax);
}

}  // namespace kenn
