// Reads the plain lines of a relation's CSV file on several threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "base/thread_pool.h"
#include "dataset/relation.h"

namespace kenn::dataset {

// A line is plain if it has one field per argument, without quotes or blanks around it, each the id of an
// object, or of digits alone a row number. Almost all lines of most files are:
//
//   17,4            plain
//   "17", 4         not plain, though it means the same
//   17,paper        perhaps an error: what to say of it is not known here
class PlainLines {
 public:
  PlainLines(std::span<const ArgumentObjects> arguments, std::uint32_t threads);

  // Reads lines, each with its line end, up to the first that is not plain. Returns how many bytes these are.
  // Throws std::bad_alloc, also when it was another thread that found no memory.
  std::size_t read(std::string_view lines);

  // Of the lines that were read last.
  [[nodiscard]] std::size_t count() const { return count_; }
  void append_to(std::vector<Row>& tuples) const;

 private:
  class Parser;
  // What a thread reads on its own.
  struct Chunk {
    std::string_view lines;
    std::size_t bytes = 0;  // of the plain lines it begins with
    std::vector<Row> tuples;
    std::exception_ptr error;  // of the thread, whose loop must not throw
  };

  void cut(std::string_view lines);

  std::span<const ArgumentObjects> arguments_;
  std::vector<std::uint64_t> limits_;
  std::shared_ptr<base::ThreadPool> threads_;
  std::vector<Chunk> chunks_;
  std::size_t used_ = 0;  // of the chunks: those with lines that were read
  std::size_t count_ = 0;
};

}  // namespace kenn::dataset
