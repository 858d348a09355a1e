// How true the rules are: memory and threads around the kernels of fuzzy truth.
#include <kenn/truth.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/buffer.h"
#include "base/thread_pool.h"
#include "engine/stage.h"
#include "engine/truth_pieces.h"
#include "kernels/fuzzy.h"

namespace kenn {

namespace {

constexpr std::size_t kernels_read_beyond = 16;  // floats, after the packed coefficients

kernels::Conorm kernel_conorm(Conorm conorm) {
  switch (conorm) {
    case Conorm::lukasiewicz:
      return kernels::Conorm::lukasiewicz;
    case Conorm::product:
      return kernels::Conorm::product;
    case Conorm::godel:
      break;
  }
  return kernels::Conorm::godel;
}

float logistic(float preactivation) {
  return 1 / (1 + std::exp(-preactivation));
}

}  // namespace

class TruthMeter::Work {
 public:
  Work(Plan plan, Conorm conorm, std::uint32_t threads, GivenTruth given)
      : plan_(std::move(plan)),
        conorm_(kernel_conorm(conorm)),
        threads_(base::ThreadPool::shared(base::thread_count(threads))),
        stage_(plan_.data(), std::vector<bool>(plan_.data().groups.size(), true), kernels::Boost::godel,
               false),
        coefficients_(stage_.clauses().size() + kernels_read_beyond),
        parts_(stage_.schedule().part_size) {
    for (const std::vector<float>& degrees : plan_.data().degrees) {
      std::vector<float>& values = degrees_.emplace_back(degrees);
      std::transform(values.begin(), values.end(), values.begin(), [given](float preactivation) {
        const float degree = logistic(preactivation);
        return given == GivenTruth::degrees ? degree : degree > 0.5F ? 1.0F : 0.0F;
      });
    }
    make_scratch();
  }

  std::vector<double> sums(TableValues<const float> degrees) {
    take(degrees);
    std::vector<double> by_place(stage_.clauses().size());
    for (const auto& round : stage_.forward().rounds) {
      set_views(*round);
      engine::add_pieces(*threads_, *round, by_place,
                         [&](const engine::TruthPiece& piece, double* sums, std::uint32_t thread) {
                           kernels::add_fuzzy_truth(pass_, conorm_, *piece.list, piece.first, piece.last,
                                                    sums, scratch_[thread]);
                         });
    }
    std::vector<double> sums(plan_.weights().size());
    for (std::size_t i = 0; i < by_place.size(); ++i) {
      if (stage_.clauses()[i] != engine::Stage::no_clause) sums[stage_.clauses()[i]] = by_place[i];
    }
    return sums;
  }

  void gradients(std::span<const float> coefficients, TableValues<const float> degrees,
                 TableValues<float> gradients) {
    take(degrees);
    check_sizes(gradients, "gradients");
    if (coefficients.size() != plan_.weights().size()) {
      throw Error(ErrorKind::data, std::to_string(coefficients.size()) + " coefficients for " +
                                       std::to_string(plan_.weights().size()) + " clauses");
    }
    for (std::size_t i = 0; i < stage_.clauses().size(); ++i) {
      const std::size_t clause = stage_.clauses()[i];
      coefficients_.data()[i] = clause == engine::Stage::no_clause ? 0.0F : coefficients[clause];
    }
    for (const std::span<float> table : gradients) std::fill(table.begin(), table.end(), 0.0F);
    std::fill_n(parts_.data(), stage_.schedule().part_size, 0.0F);
    for (const auto& round : stage_.forward().rounds) {
      set_views(*round);
      add_slopes(*round, gradients);
    }
    add_long_rows(gradients);
  }

  [[nodiscard]] const Plan& plan() const { return plan_; }

 private:
  [[nodiscard]] std::size_t columns(std::size_t table) const { return plan_.tables()[table].columns.size(); }

  void make_scratch() {
    const std::size_t sums = stage_.most([](const engine::Round& round) { return round.sums_size(); });
    const std::size_t literals =
        stage_.most([](const engine::Round& round) { return round.most_literals(); });
    views_.resize(stage_.most([](const engine::Round& round) { return round.windows().size(); }) +
                  degrees_.size());
    for (std::uint32_t thread = 0; thread < threads_->threads(); ++thread) {
      float* const floats = scratch_sums_.emplace_back(kernels::collected_size + sums).data();
      const float** const pointers = scratch_pointers_.emplace_back(4 * literals).data();
      scratch_.push_back({floats + kernels::collected_size, floats, pointers, pointers + literals,
                          pointers + 2 * literals, pointers + 3 * literals});
    }
    pass_.tables = views_.data();
    pass_.weights = coefficients_.data();
  }

  template <typename Number>
  void check_sizes(TableValues<Number> values, const char* what) const {
    const std::vector<PredictedTable>& tables = plan_.tables();
    bool fits = values.size() == tables.size();
    for (std::size_t i = 0; fits && i < tables.size(); ++i) fits = values[i].size() == tables[i].size();
    if (!fits)
      throw Error(ErrorKind::data,
                  std::string("the ") + what + " do not have the sizes of the plan's tables");
  }

  // They must stay for as long as the call lasts.
  void take(TableValues<const float> degrees) {
    check_sizes(degrees, "degrees");
    values_.assign(degrees.begin(), degrees.end());
    for (std::size_t i = 0; i < degrees.size(); ++i) {
      for (std::size_t k = 0; k < degrees[i].size(); ++k) {
        const float degree = degrees[i][k];
        if (!(degree >= 0 && degree <= 1)) fail_degree(i, k, degree);
      }
    }
  }

  [[noreturn]] void fail_degree(std::size_t table, std::size_t place, float degree) const {
    const PredictedTable& about = plan_.tables()[table];
    throw Error(ErrorKind::data, "table '" + about.name + "', row " + std::to_string(place / columns(table)) +
                                     ", column '" + about.columns[place % columns(table)] +
                                     "': " + std::to_string(degree) + " is no truth degree from 0 to 1");
  }

  void set_views(const engine::Round& round) {
    std::size_t number = 0;
    const auto add = [&](const float* values, std::size_t size, std::size_t first, std::size_t row_size) {
      kernels::TableView& view = views_[number++];
      view = {};
      view.values = values + first;
      view.values_end = values + size;
      view.exponentials = view.values;  // not used
      view.row_size = row_size;
    };
    for (const engine::Window& window : round.windows()) {
      const std::uint32_t table = window.columns.table;
      add(values_[table].data(), values_[table].size(), window.columns.first, columns(table));
    }
    for (const std::vector<float>& degrees : degrees_) add(degrees.data(), degrees.size(), 0, 1);
  }

  void add_slopes(const engine::Round& round, TableValues<float> gradients) {
    const engine::Schedule& schedule = stage_.schedule();
    threads_->run(schedule.units.size(), [&](std::size_t unit, std::uint32_t thread) {
      for (std::size_t i = schedule.units[unit].first; i < schedule.units[unit].last; ++i) {
        run_item(schedule.items[i], round, gradients, scratch_[thread]);
      }
    });
  }

  void run_item(const engine::WorkItem& item, const engine::Round& round, TableValues<float> gradients,
                const kernels::Scratch& scratch) {
    if (item.list != engine::WorkItem::no_list) {
      for (const engine::Round::ListPlace& place : round.views_of(item.group, item.list)) {
        float* const part = parts_.data() + item.part + round.windows()[place.window].columns.first;
        kernels::add_fuzzy_entries(pass_, conorm_, *place.list, item.position, item.first, item.last, part,
                                   scratch);
      }
      return;
    }
    for (std::size_t window = 0; window < round.windows().size(); ++window) {
      const engine::Columns& about = round.windows()[window].columns;
      if (about.table != item.table) continue;
      kernels::add_fuzzy_slopes(
          pass_, conorm_,
          {round.lists(window), item.first, item.last, about.first, about.count, columns(item.table)},
          gradients[item.table].data(), scratch);
    }
  }

  void add_long_rows(TableValues<float> gradients) {
    for (const engine::LongRow& row : stage_.schedule().long_rows) {
      engine::add_parts(row, columns(row.table), parts_.data(),
                        gradients[row.table].data() + row.row * columns(row.table));
    }
  }

  Plan plan_;
  kernels::Conorm conorm_;
  std::shared_ptr<base::ThreadPool> threads_;
  engine::Stage stage_;
  base::Buffer<float> coefficients_;            // packed
  base::Buffer<float> parts_;                   // of long rows
  std::vector<std::span<const float>> values_;  // of the call that runs now
  std::vector<std::vector<float>> degrees_;
  std::vector<base::Buffer<float>> scratch_sums_;  // per thread
  std::vector<std::vector<const float*>> scratch_pointers_;
  std::vector<kernels::Scratch> scratch_;
  std::vector<kernels::TableView> views_;
  kernels::PassView pass_;
};

TruthMeter::TruthMeter(Plan plan, Conorm conorm, std::uint32_t threads, GivenTruth given)
    : work_(std::make_unique<Work>(std::move(plan), conorm, threads, given)) {}

TruthMeter::~TruthMeter() = default;
TruthMeter::TruthMeter(TruthMeter&&) noexcept = default;
TruthMeter& TruthMeter::operator=(TruthMeter&&) noexcept = default;

std::vector<double> TruthMeter::sums(TableValues<const float> degrees) {
  return work_->sums(degrees);
}

void TruthMeter::gradients(std::span<const float> coefficients, TableValues<const float> degrees,
                           TableValues<float> gradients) {
  work_->gradients(coefficients, degrees, gradients);
}

const Plan& TruthMeter::plan() const {
  return work_->plan();
}

}  // namespace kenn
