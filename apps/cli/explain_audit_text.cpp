// What `kenn explain --rules` prints for people.
#include <algorithm>

#include "base/spelling.h"
#include "base/utf8.h"
#include "common.h"
#include "explain_text.h"

namespace kenn::cli {

namespace {

constexpr std::size_t most_clauses = 40;
constexpr std::size_t most_rows = 3;
constexpr std::size_t most_pairs = 5;
constexpr std::size_t longest_name = 60;

std::string name_of(const std::string& name) {
  return base::shortened(base::printable(name), longest_name);
}

std::string number(std::uint64_t count, std::size_t width) {
  const std::string text = std::to_string(count);
  return std::string(text.size() < width ? width - text.size() : 0, ' ') + text;
}

std::string clause_line(const AuditedClause& clause) {
  const std::string several =
      clause.clauses > 1 ? " (" + std::to_string(clause.clauses) + " clauses)" : std::string();
  return number(clause.right_by_it, 16) + number(clause.wrong_by_it, 16) + number(clause.flipped, 9) +
         number(clause.moved, 8) + fixed(clause.contribution, 3, 8) + fixed(clause.weight, 3, 8) + "  " +
         name_of(clause.clause) + several + "\n";
}

std::string rows_line(const char* what, const std::vector<AuditedClause::Row>& rows) {
  std::string text;
  for (std::size_t i = 0; i < rows.size() && i < most_rows; ++i) {
    text += (i == 0 ? "" : ", ") + name_of(rows[i].row) + (rows[i].change < 0 ? " " : " +") +
            fixed(rows[i].change, 3);
  }
  return text.empty() ? "" : "    " + std::string(what) + text + "\n";
}

std::string most_helped_and_hurt(const RuleAudit& audit) {
  std::string text;
  for (std::size_t i = 0; i < audit.clauses.size() && i < most_clauses; ++i) {
    const AuditedClause& clause = audit.clauses[i];
    if (clause.helped.empty() && clause.hurt.empty()) continue;
    text += "  " + name_of(clause.clause) + "\n" + rows_line("helped  ", clause.helped) +
            rows_line("hurt    ", clause.hurt);
  }
  return text.empty() ? text : "\nmost helped and hurt, by the probability of their label\n" + text;
}

std::string opposed(const RuleAudit& audit) {
  if (audit.pairs.empty()) return "\nno two rules pull a logit in opposite directions\n";
  std::string text = "\npull against each other most\n    logits  cancelled\n";
  for (std::size_t i = 0; i < audit.pairs.size() && i < most_pairs; ++i) {
    const AuditedPair& pair = audit.pairs[i];
    text += number(pair.logits, 10) + fixed(pair.cancelled, 2, 11) + "  " + name_of(pair.first) + "  and  " +
            name_of(pair.second) + "\n";
  }
  return text;
}

}  // namespace

std::string audit_text(const RuleAudit& audit) {
  std::string text = counted(audit.clauses.size(), "clause") + " on " + counted(audit.rows, "row") + ", " +
                     counted(audit.labels, "label") + "; each is compared with the model without it\n\n" +
                     "  wrong -> right  right -> wrong  flipped   moved    mean  weight  rule or clause\n";
  for (std::size_t i = 0; i < audit.rules.size() && i < most_clauses; ++i)
    text += clause_line(audit.rules[i]);
  if (!audit.rules.empty()) text += "\n";
  for (std::size_t i = 0; i < audit.clauses.size() && i < most_clauses; ++i) {
    text += clause_line(audit.clauses[i]);
  }
  if (audit.clauses.size() > most_clauses) {
    text += "  (" + std::to_string(audit.clauses.size() - most_clauses) + " more; --json has all)\n";
  }
  return text + most_helped_and_hurt(audit) + opposed(audit);
}

}  // namespace kenn::cli
