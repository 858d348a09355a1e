// Cuts training into batches: some labelled rows, and every tuple that touches their objects.
#include "train/batches.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

#include "base/random.h"
#include "base/random_streams.h"
#include "base/sorted.h"
#include "dataset/part.h"

namespace kenn::train {

namespace {

constexpr std::size_t batches_ahead = 2;

// A labelled row of a predicted table.
struct Item {
  std::size_t table = 0;  // of the plan
  Row row = 0;
};

// Which tuples of a table have an object at one of their places.
class TouchIndex {
 public:
  TouchIndex(const Listing& listing, std::size_t argument, std::size_t objects) : first_(objects + 1) {
    const auto object = [&](std::uint64_t tuple) { return listing.tuples[tuple * listing.arity + argument]; };
    for (std::uint64_t tuple = 0; tuple < listing.count(); ++tuple) ++first_[object(tuple) + 1];
    for (std::size_t i = 0; i < objects; ++i) first_[i + 1] += first_[i];
    tuples_.resize(listing.count());
    std::vector<std::uint64_t> next(first_.begin(), first_.end() - 1);
    for (std::uint64_t tuple = 0; tuple < listing.count(); ++tuple) tuples_[next[object(tuple)]++] = tuple;
  }

  void append(Row object, std::vector<std::uint64_t>& tuples) const {
    tuples.insert(tuples.end(), tuples_.begin() + static_cast<std::ptrdiff_t>(first_[object]),
                  tuples_.begin() + static_cast<std::ptrdiff_t>(first_[object + 1]));
  }

 private:
  std::vector<std::uint64_t> first_;  // per object
  std::vector<std::uint64_t> tuples_;
};

}  // namespace

struct Batches::Work {
  Work(const dataset::Graph& of_graph, std::size_t batch_size, std::uint64_t with_seed)
      : graph(of_graph),
        size(batch_size),
        seed(with_seed),
        named(dataset::named_in_rules(*graph.knowledge, graph.dataset.tables)) {
    find_items();
    const Tables& tables = graph.dataset.tables;
    for (TableIndex table = 0; table < tables.schema().tables.size(); ++table) {
      const TableSchema& schema = tables.schema().tables[table];
      std::vector<TouchIndex>& indices = touching.emplace_back();
      if (schema.holds_all_objects()) continue;
      for (std::size_t i = 0; i < schema.argument_types.size(); ++i) {
        indices.emplace_back(tables.listing(table), i, tables.object_count(schema.argument_types[i]));
      }
    }
  }

  void find_items() {
    for (std::size_t i = 0; i < graph.predicted.size(); ++i) {
      const table::Labels& labels = graph.labels(i);
      const std::size_t width = graph.schema(i).columns.size();
      for (std::size_t row = 0; row < labels.splits.size(); ++row) {
        if (labels.splits[row] != table::Split::train) continue;
        const auto first = labels.atoms.begin() + static_cast<std::ptrdiff_t>(row * width);
        const bool is_labelled =
            std::any_of(first, first + static_cast<std::ptrdiff_t>(width),
                        [](table::Known known) { return known != table::Known::nothing; });
        if (is_labelled) items.push_back({i, static_cast<Row>(row)});
      }
    }
  }

  // The items of all batches of an epoch, one after the other.
  [[nodiscard]] std::vector<Item> shuffled(std::uint32_t epoch) const {
    std::vector<Item> order = items;
    base::Random(seed, base::random_stream::batches + epoch).shuffle(order);
    return order;
  }

  [[nodiscard]] std::vector<std::vector<Row>> objects_of(const std::vector<Item>& batch) const {
    std::vector<std::vector<Row>> objects(named.size());
    for (const Item& item : batch) {
      const TableSchema& schema = graph.schema(item.table);
      if (schema.holds_all_objects()) {
        objects[schema.argument_types.front()].push_back(item.row);
        continue;
      }
      const Listing& listing = graph.dataset.tables.listing(graph.predicted[item.table]);
      for (std::size_t i = 0; i < listing.arity; ++i) {
        objects[schema.argument_types[i]].push_back(listing.tuples[item.row * listing.arity + i]);
      }
    }
    for (std::vector<Row>& rows : objects) base::sort_and_merge(rows);
    return objects;
  }

  // The tuples of relations that touch one of the objects; for properties of single objects those of all
  // objects that are in it then.
  [[nodiscard]] dataset::Part part_of(const std::vector<Item>& batch) const {
    const std::vector<TableSchema>& schemas = graph.dataset.tables.schema().tables;
    dataset::Part part{objects_of(batch), std::vector<std::vector<std::uint64_t>>(schemas.size())};
    const std::vector<std::vector<Row>> centre = part.objects;
    for (TypeIndex type = 0; type < named.size(); ++type) {
      part.objects[type].insert(part.objects[type].end(), named[type].begin(), named[type].end());
    }
    for (TableIndex table = 0; table < schemas.size(); ++table) {
      if (schemas[table].argument_types.size() > 1) add_tuples(table, centre, part);
    }
    for (std::vector<Row>& rows : part.objects) base::sort_and_merge(rows);
    for (TableIndex table = 0; table < schemas.size(); ++table) {
      if (schemas[table].argument_types.size() == 1) add_tuples(table, part.objects, part);
    }
    return part;
  }

  void add_tuples(TableIndex table, const std::vector<std::vector<Row>>& objects, dataset::Part& part) const {
    std::vector<std::uint64_t>& tuples = part.tuples[table];
    const TableSchema& schema = graph.dataset.tables.schema().tables[table];
    for (std::size_t i = 0; i < touching[table].size(); ++i) {
      for (const Row object : objects[schema.argument_types[i]]) touching[table][i].append(object, tuples);
    }
    base::sort_and_merge(tuples);
    if (schema.argument_types.size() == 1) return;
    const Listing& listing = graph.dataset.tables.listing(table);
    for (const std::uint64_t tuple : tuples) {
      for (std::size_t i = 0; i < listing.arity; ++i) {
        part.objects[schema.argument_types[i]].push_back(listing.tuples[tuple * listing.arity + i]);
      }
    }
  }

  [[nodiscard]] dataset::Graph graph_of(const std::vector<Item>& batch) const {
    const dataset::Part part = part_of(batch);
    DatasetParts dataset = dataset::take_part(*graph.knowledge, graph.dataset, part);
    for (table::Labels& labels : dataset.labels)
      std::fill(labels.splits.begin(), labels.splits.end(), table::Split::none);
    for (const Item& item : batch) {
      const TableSchema& schema = graph.schema(item.table);
      const TableIndex table = graph.predicted[item.table];
      const std::size_t row = schema.holds_all_objects()
                                  ? base::place_in(part.objects[schema.argument_types.front()], item.row)
                                  : base::place_in(part.tuples[table], std::uint64_t{item.row});
      dataset.labels[table].splits[row] = table::Split::train;
    }
    return {*graph.knowledge, std::move(dataset), graph.plan_options};
  }

  const dataset::Graph& graph;
  std::size_t size;
  std::uint64_t seed;
  std::vector<std::vector<Row>> named;
  std::vector<Item> items;
  std::vector<std::vector<TouchIndex>> touching;  // per table and argument
};

Batches::Batches(const dataset::Graph& graph, std::size_t size, std::uint64_t seed)
    : work_(std::make_unique<Work>(graph, size, seed)) {}

Batches::~Batches() = default;

std::size_t Batches::count() const {
  return (work_->items.size() + work_->size - 1) / work_->size;
}

// What the thread makes, and what was taken.
struct Batches::Epoch::Ahead {
  Ahead(const Batches::Work& batches, std::uint32_t epoch)
      : work(batches), order(batches.shuffled(epoch)), thread([this] { run(); }) {}

  ~Ahead() {
    {
      const std::lock_guard lock(mutex);
      is_cancelled = true;
    }
    has_room.notify_one();
    thread.join();
  }

  void run() {
    try {
      for (std::size_t first = 0; first < order.size(); first += work.size) {
        const auto start = order.begin() + static_cast<std::ptrdiff_t>(first);
        const auto end =
            order.begin() + static_cast<std::ptrdiff_t>(std::min(order.size(), first + work.size));
        if (!add(work.graph_of({start, end}))) return;
      }
    } catch (...) {
      const std::lock_guard lock(mutex);
      error = std::current_exception();
    }
    const std::lock_guard lock(mutex);
    is_done = true;
    has_news.notify_one();
  }

  // False when no more are wanted.
  bool add(dataset::Graph graph) {
    std::unique_lock lock(mutex);
    has_room.wait(lock, [&] { return is_cancelled || graphs.size() < batches_ahead; });
    if (is_cancelled) return false;
    graphs.push_back(std::move(graph));
    has_news.notify_one();
    return true;
  }

  std::optional<dataset::Graph> next() {
    std::unique_lock lock(mutex);
    has_news.wait(lock, [&] { return is_done || !graphs.empty(); });
    if (graphs.empty()) {
      if (error) std::rethrow_exception(error);
      return std::nullopt;
    }
    std::optional<dataset::Graph> graph(std::move(graphs.front()));
    graphs.pop_front();
    has_room.notify_one();
    return graph;
  }

  const Batches::Work& work;
  std::vector<Item> order;
  std::mutex mutex;
  std::condition_variable has_room;
  std::condition_variable has_news;
  std::deque<dataset::Graph> graphs;
  std::exception_ptr error;
  bool is_done = false;
  bool is_cancelled = false;
  std::thread thread;  // last: it uses all others
};

Batches::Epoch::Epoch(const Batches& batches, std::uint32_t epoch)
    : ahead_(std::make_unique<Ahead>(*batches.work_, epoch)) {}

Batches::Epoch::~Epoch() = default;

std::optional<dataset::Graph> Batches::Epoch::next() {
  return ahead_->next();
}

}  // namespace kenn::train
