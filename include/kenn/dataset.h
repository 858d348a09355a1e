// A data set: objects with features, the relations between them, and labels. In the library kenn::training.
#pragma once

#include <kenn/knowledge.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace kenn {

struct DatasetParts;

// Limits of reading a database, whose views may have no end. What does not fit into the memory is an error in
// any case.
struct ReadOptions {
  double most_seconds = 3600;             // to wait for the next row; 0 is for ever
  std::function<bool()> is_stopped = {};  // asked many times a second; true ends reading
};

// Copies are cheap and share what they hold, which never changes.
class Dataset {
 public:
  // `source` is a folder, "linqs:DIR", "sqlite:FILE" or "postgres:URI"; docs/data.md describes them. Throws
  // `Error`: kind file when something cannot be read, kind data for what is wrong in it, kind limit for a
  // table that gives no row for too long or does not fit into the memory, kind interrupted when it was
  // stopped.
  static Dataset open(const std::string& source, const Knowledge& knowledge, const ReadOptions& options = {});

  // For the library itself.
  Dataset(DatasetParts parts, std::string name);

  // The source, for messages: never with the password that may be in the URI of a database.
  [[nodiscard]] const std::string& name() const { return name_; }

  // What looked wrong, and was mended: tuples that are listed twice, for example.
  [[nodiscard]] const std::vector<Diagnostic>& warnings() const;

  // For the library itself.
  [[nodiscard]] const DatasetParts& parts() const { return *parts_; }

 private:
  std::shared_ptr<const DatasetParts> parts_;
  std::string name_;
};

}  // namespace kenn
