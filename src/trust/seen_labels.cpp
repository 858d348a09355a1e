// Whether predictions look as if their model had been trained on the labels that they are judged by.
#include "trust/seen_labels.h"

#include "trust/answers.h"

namespace kenn::trust {

RowsRight rows_right(const Vocabulary& vocabulary, const std::vector<TrustTable>& tables) {
  RowsRight count;
  for (const TrustTable& table : tables) {
    const std::vector<nn::ColumnGroup> groups = nn::column_groups(vocabulary, *table.schema);
    const std::size_t width = table.schema->columns.size();
    for (std::size_t row = 0; row < table.is_in.size(); ++row) {
      if (!table.is_in[row]) continue;
      bool any_known = false;
      bool any_wrong = false;
      for (const nn::ColumnGroup& group : groups) {
        const Answer answer = answer_of(group, &table.labels->atoms[row * width], &table.logits[row * width]);
        any_known = any_known || answer != Answer::unknown;
        any_wrong = any_wrong || answer == Answer::wrong;
      }
      count.rows += any_known ? 1 : 0;
      count.right += any_known && !any_wrong ? 1 : 0;
    }
  }
  return count;
}

}  // namespace kenn::trust
