// Does an experiment: its runs side by side, each written down as soon as it is done.
#include "experiment/runner.h"

#include <algorithm>
#include <exception>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <tuple>
#include <utility>

#include "base/output_folder.h"
#include "experiment/results_file.h"
#include "experiment/run.h"

namespace kenn::experiment {

namespace {

namespace fs = std::filesystem;

constexpr const char* about_name = "experiment.json";
constexpr const char* results_name = "results.jsonl";
constexpr const char* times_name = "times.jsonl";

// Where a line belongs in the file; smaller ones come first.
using Place = std::tuple<std::size_t, std::uint32_t, std::size_t>;  // fraction, run, kind

// Which models an experiment consists of.
class Grid {
 public:
  explicit Grid(const ExperimentSettings& settings) : settings_(settings), kinds_(kinds_of(settings)) {
    fractions_ = settings.fractions;
    if (fractions_.empty()) fractions_.push_back(std::nullopt);
  }

  // Of a result or a time; nothing when the experiment has no such model.
  template <typename Line>
  [[nodiscard]] std::optional<Place> place_of(const Line& line) const {
    const auto fraction = std::find(fractions_.begin(), fractions_.end(), line.fraction);
    const auto kind = std::find_if(kinds_.begin(), kinds_.end(), [&](const ModelKindSettings& each) {
      return each.method == line.method && each.paradigm == line.paradigm && each.layers == line.layers;
    });
    if (fraction == fractions_.end() || kind == kinds_.end() || line.run >= settings_.runs) return {};
    return Place{fraction - fractions_.begin(), line.run, kind - kinds_.begin()};
  }

  [[nodiscard]] std::size_t size() const { return fractions_.size() * settings_.runs * kinds_.size(); }

  [[nodiscard]] const std::vector<std::optional<double>>& fractions() const { return fractions_; }
  [[nodiscard]] const std::vector<ModelKindSettings>& kinds() const { return kinds_; }

 private:
  const ExperimentSettings& settings_;
  std::vector<std::optional<double>> fractions_;
  std::vector<ModelKindSettings> kinds_;
};

struct Task {
  Run run;
  std::vector<ModelKindSettings> kinds;
};

// What is left to do. All fractions of a run come before the next run, so that the time left can be told.
std::vector<Task> tasks_of(const Grid& grid, const ExperimentSettings& settings,
                           const std::vector<RunResult>& done) {
  std::vector<Place> places;
  places.reserve(done.size());
  for (const RunResult& result : done) places.push_back(grid.place_of(result).value());
  std::sort(places.begin(), places.end());
  std::vector<Task> tasks;
  for (std::uint32_t run = 0; run < settings.runs; ++run) {
    for (std::size_t fraction = 0; fraction < grid.fractions().size(); ++fraction) {
      Task task{{grid.fractions()[fraction], run}, {}};
      for (std::size_t kind = 0; kind < grid.kinds().size(); ++kind) {
        if (std::binary_search(places.begin(), places.end(), Place{fraction, run, kind})) continue;
        task.kinds.push_back(grid.kinds()[kind]);
      }
      if (!task.kinds.empty()) tasks.push_back(std::move(task));
    }
  }
  return tasks;
}

void write_file(const fs::path& folder, const char* name, std::string_view text) {
  base::OutputFolder output(folder);
  const std::string_view parts[] = {text};
  output.write(name, parts);
  output.commit();
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw Error(ErrorKind::file, "cannot make the folder: " + error.message(), folder.string());
}

// The lines of a file in the order of the experiment.
template <typename Line>
void write_in_order(const fs::path& folder, const char* name, const Grid& grid,
                    const std::vector<Line>& lines) {
  std::map<Place, const Line*> ordered;
  for (const Line& line : lines) ordered[grid.place_of(line).value()] = &line;
  std::string text;
  for (const auto& [place, line] : ordered) text += to_line(*line) + "\n";
  write_file(folder, name, text);
}

void check_same(const Experiment& before, const Experiment& now, const Grid& grid,
                const std::vector<RunResult>& results, const fs::path& folder) {
  const auto fail = [&](const std::string& what) {
    throw Error(ErrorKind::data, "the results are of another experiment: " + what,
                (folder / about_name).string());
  };
  const auto setting = [](const Experiment& experiment, const std::string& name) {
    const auto found = experiment.settings.find(name);
    return found == experiment.settings.end() ? "nothing" : found->second;
  };
  for (const Experiment* const each : {&now, &before}) {
    for (const auto& [name, value] : each->settings) {
      const std::string was = setting(before, name);
      const std::string is = setting(now, name);
      if (was != is) fail(name + " was " + was + " and is now " + is);
    }
  }
  if (before.seed != now.seed) {
    fail("the seed was " + std::to_string(before.seed) + " and is now " + std::to_string(now.seed));
  }
  if (before.knowledge != now.knowledge) fail("the knowledge has changed");
  if (before.data_digest != now.data_digest) fail("the data has changed");
  for (const RunResult& result : results) {
    if (grid.place_of(result)) continue;
    fail("it has results that this one does not ask for (run " + std::to_string(result.run) + ", " +
         result.method + "); choose another folder");
  }
}

// Shares the tasks out to threads.
class Workers {
 public:
  Workers(const Knowledge& knowledge, const DatasetParts& dataset, const ExperimentSettings& settings,
          ResultsFile& results, ResultsFile& times, const RunnerOptions& options, std::vector<Task> tasks)
      : knowledge_(knowledge),
        dataset_(dataset),
        settings_(settings),
        options_(options),
        tasks_(std::move(tasks)),
        results_(results),
        times_(times) {}

  // Returns whether all were done.
  bool run(std::size_t done, std::size_t all) {
    done_ = done;
    all_ = all;
    if (options_.on_progress) options_.on_progress(done_, all_);
    std::vector<std::thread> threads;
    for (std::uint32_t i = 1; i < std::min<std::size_t>(options_.jobs, tasks_.size()); ++i) {
      threads.emplace_back([this] { work(); });
    }
    work();
    for (std::thread& thread : threads) thread.join();
    if (failure_) std::rethrow_exception(failure_);
    return done_ == all_;
  }

 private:
  void work() {
    while (const Task* const task = next()) {
      try {
        const TrainedRun trained = train_run(knowledge_, dataset_, settings_, task->run, task->kinds);
        write(trained);
      } catch (...) {
        const std::lock_guard lock(mutex_);
        if (!failure_) failure_ = std::current_exception();
      }
    }
  }

  const Task* next() {
    const std::lock_guard lock(mutex_);
    const bool is_stopped = failure_ || (options_.is_stopped && options_.is_stopped());
    return is_stopped || next_ == tasks_.size() ? nullptr : &tasks_[next_++];
  }

  void write(const TrainedRun& trained) {
    std::vector<std::string> results;
    std::vector<std::string> times;
    for (const RunResult& result : trained.results) results.push_back(to_line(result));
    for (const RunTime& time : trained.times) times.push_back(to_line(time));
    const std::lock_guard lock(mutex_);
    results_.add(results);
    times_.add(times);
    done_ += results.size();
    if (options_.on_progress) options_.on_progress(done_, all_);
  }

  const Knowledge& knowledge_;
  const DatasetParts& dataset_;
  const ExperimentSettings& settings_;
  const RunnerOptions& options_;
  std::vector<Task> tasks_;
  ResultsFile& results_;
  ResultsFile& times_;
  std::mutex mutex_;
  std::size_t next_ = 0;
  std::size_t done_ = 0;
  std::size_t all_ = 0;
  std::exception_ptr failure_;
};

// What the folder has from before. Times of models that have no result, which was cut off, are forgotten.
std::vector<RunResult> results_before(const fs::path& folder, const Experiment& about, const Grid& grid,
                                      bool resumes) {
  std::error_code ignored;
  if (!fs::exists(folder / about_name, ignored)) {
    if (fs::file_size(folder / results_name, ignored) == 0) {
      write_in_order<RunTime>(folder, times_name, grid,
                              {});  // those of an experiment that is not there any more
      return {};
    }
    throw Error(ErrorKind::data, "there are results, but no experiment.json that says what they are of",
                folder.string());
  }
  if (!resumes) {
    throw Error(ErrorKind::data, "the folder has results already: --resume continues with them",
                folder.string());
  }
  ExperimentFolder before = read_experiment(folder);
  check_same(before.experiment, about, grid, before.results, folder);
  std::set<Place> done;
  for (const RunResult& result : before.results) done.insert(grid.place_of(result).value());
  std::erase_if(before.times, [&](const RunTime& time) {
    const std::optional<Place> place = grid.place_of(time);
    return !place || !done.contains(*place);
  });
  write_in_order(folder, times_name, grid, before.times);
  return std::move(before.results);
}

}  // namespace

bool run_experiment(const Knowledge& knowledge, const DatasetParts& dataset,
                    const ExperimentSettings& settings, const Experiment& about, const fs::path& folder,
                    const RunnerOptions& options) {
  const Grid grid(settings);
  make_folder(folder);
  ResultsFile results(folder / results_name);  // nobody else may be at it from here on
  for (const char* const name : {about_name, results_name, times_name}) base::remove_left_over(folder / name);
  const std::vector<RunResult> before = results_before(folder, about, grid, options.resumes);
  write_file(folder, about_name, to_text(about));
  std::vector<Task> tasks = tasks_of(grid, settings, before);
  ResultsFile times(folder / times_name);
  const bool is_complete = Workers(knowledge, dataset, settings, results, times, options, std::move(tasks))
                               .run(before.size(), grid.size());
  if (!is_complete) return false;
  const ExperimentFolder all = read_experiment(folder);
  write_in_order(folder, results_name, grid, all.results);
  write_in_order(folder, times_name, grid, all.times);
  return true;
}

}  // namespace kenn::experiment
