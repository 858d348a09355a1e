// Cuts training into batches: some labelled rows, and every tuple that touches their objects.
//
//   labelled: a b c d      batches of 2, shuffled: {c, a}, {d, b}
//   Cite: (a, b) (b, c) (c, e) (d, e)
//   the graph of {c, a}: objects a b c e, tuples (a, b) (b, c) (c, e); to be learned from: labels of a and c
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "dataset/graph.h"

namespace kenn::train {

class Batches {
 public:
  // Batches have `size` labelled rows (of Split::train), the last of an epoch perhaps fewer. The graph must
  // stay.
  Batches(const dataset::Graph& graph, std::size_t size, std::uint64_t seed);
  ~Batches();
  Batches(const Batches&) = delete;
  Batches& operator=(const Batches&) = delete;

  [[nodiscard]] std::size_t count() const;  // in an epoch

  // The graphs of an epoch, one after the other; a thread makes the next ones meanwhile. The order depends on
  // the seed and the epoch only. Throws what making a plan throws.
  class Epoch {
   public:
    Epoch(const Batches& batches, std::uint32_t epoch);
    ~Epoch();
    Epoch(const Epoch&) = delete;
    Epoch& operator=(const Epoch&) = delete;

    std::optional<dataset::Graph> next();

   private:
    struct Ahead;
    std::unique_ptr<Ahead> ahead_;
  };

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace kenn::train
