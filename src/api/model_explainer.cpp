// A trained model on a data set, as explanations need it.
#include "api/model_explainer.h"

#include <kenn/model.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>

#include "dataset/inputs.h"
#include "dataset/part.h"
#include "train/model_parts.h"

namespace kenn::api {

namespace {

[[noreturn]] void fail(const std::string& message) {
  throw Error(ErrorKind::data, message);
}

const train::RuleModel::Parts& member_of(const train::RuleModel& model, std::optional<std::size_t> member) {
  const std::size_t count = model.member_count();
  if (count > 1 && !member) {
    fail("the model is an ensemble: it predicts the mean of the probabilities of " + std::to_string(count) +
         " members, which is no sum of contributions; explain one of them (--member 0 to " +
         std::to_string(count - 1) + ")");
  }
  if (member.value_or(0) >= count) {
    fail("the model has " + std::to_string(count) + (count == 1 ? " member" : " members") +
         ", numbered from 0" + "; there is no member " + std::to_string(*member));
  }
  const train::RuleModel::Parts& parts = model.parts(member.value_or(0));
  if (parts.options.map) {
    fail(
        "the model searches for the most probable predictions under its rules, which are no sum of "
        "contributions: there is nothing to explain in this way");
  }
  if (!parts.options.uses_rules) fail("the model has no rules on top of its networks to explain");
  return parts;
}

// Some rows of a predicted table, and the objects they speak of.
dataset::Part part_with_rows(const DatasetParts& dataset, TableIndex table, std::vector<Row> rows) {
  dataset::Part part{std::vector<std::vector<Row>>(dataset.features.size()),
                     std::vector<std::vector<std::uint64_t>>(dataset.tables.schema().tables.size())};
  const TableSchema& schema = dataset.tables.schema().tables[table];
  if (schema.holds_all_objects()) {
    part.objects[schema.argument_types.front()] = std::move(rows);
    return part;
  }
  const Listing& listing = dataset.tables.listing(table);
  for (const Row row : rows) {
    part.tuples[table].push_back(row);
    for (std::size_t i = 0; i < listing.arity; ++i) {
      part.objects[schema.argument_types[i]].push_back(listing.tuples[row * listing.arity + i]);
    }
  }
  for (std::vector<Row>& objects : part.objects) {
    std::sort(objects.begin(), objects.end());
    objects.erase(std::unique(objects.begin(), objects.end()), objects.end());
  }
  return part;
}

// Runs the networks of a model on no more rows than are asked for.
class RowNetworks {
 public:
  RowNetworks(const Knowledge& knowledge, const train::RuleModel::Parts& parts, DatasetParts dataset)
      : knowledge_(knowledge),
        dataset_(std::move(dataset)),
        scale_(parts.options.scale),
        networks_(parts.networks),
        threads_(parts.threads) {
    const std::vector<TableSchema>& schemas = dataset_.tables.schema().tables;
    networks_of_.resize(schemas.size());
    std::size_t next = 0;
    for (TableIndex table = 0; table < schemas.size(); ++table) {
      if (schemas[table].role != Role::predict) continue;
      parts.check_width(next, dataset_, table);
      networks_of_[table] = next++;
    }
  }

  std::vector<float> run(TableIndex table, std::span<const Row> rows) {
    const std::size_t count = dataset_.tables.row_count(table);
    std::vector<Row> sorted(rows.begin(), rows.end());
    std::sort(sorted.begin(), sorted.end());
    if (sorted.size() == count) return in_order(run_on(dataset_, table), table, sorted, rows);
    const DatasetParts part =
        dataset::take_part(knowledge_, dataset_, part_with_rows(dataset_, table, sorted));
    return in_order(run_on(part, table), table, sorted, rows);
  }

 private:
  std::vector<float> run_on(const DatasetParts& dataset, TableIndex table) {
    table::Features joined;
    const table::Features& features = dataset::input_of(dataset, table, joined);
    nn::Network<float>& network = networks_[networks_of_[table]];
    if (scale_ == train::FeatureScale::none) return network.forward(nn::NetworkInput(features), *threads_);
    table::Features scaled = features;
    dataset::scale_rows(scaled);
    return network.forward(nn::NetworkInput(std::move(scaled)), *threads_);
  }

  // The rows of a result, which go up, in the order they were asked for.
  [[nodiscard]] std::vector<float> in_order(const std::vector<float>& values, TableIndex table,
                                            const std::vector<Row>& sorted, std::span<const Row> rows) const {
    const std::size_t width = dataset_.tables.schema().tables[table].columns.size();
    std::vector<float> result;
    result.reserve(values.size());
    for (const Row row : rows) {
      const auto place = std::lower_bound(sorted.begin(), sorted.end(), row) - sorted.begin();
      const auto first = values.begin() + place * static_cast<std::ptrdiff_t>(width);
      result.insert(result.end(), first, first + static_cast<std::ptrdiff_t>(width));
    }
    return result;
  }

  Knowledge knowledge_;
  DatasetParts dataset_;
  train::FeatureScale scale_;
  std::vector<nn::Network<float>> networks_;
  std::vector<std::size_t> networks_of_;  // by table
  std::shared_ptr<base::ThreadPool> threads_;
};

}  // namespace

bool is_explainable(const TrainedModel& trained) {
  if (trained.model.member_count() != 1) return false;
  const train::ModelOptions& options = trained.model.parts(0).options;
  return options.uses_rules && !options.map;
}

explain::Source explain_source(const TrainedModel& trained, DatasetParts dataset,
                               std::optional<std::size_t> member) {
  const train::RuleModel::Parts& parts = member_of(trained.model, member);
  if (dataset.tables.vocabulary() != trained.knowledge.vocabulary()) {
    fail("the data is for another knowledge than the model");
  }
  Tables tables = dataset.tables;
  std::vector<table::Labels> labels = dataset.labels;
  const auto networks = std::make_shared<RowNetworks>(trained.knowledge, parts, std::move(dataset));
  return {trained.knowledge,
          std::move(tables),
          std::move(labels),
          parts.rule_weights,
          parts.options.enhance,
          [networks](TableIndex table, std::span<const Row> rows) { return networks->run(table, rows); },
          PlanOptions().max_groundings};
}

}  // namespace kenn::api

namespace kenn {

Explainer Model::explainer(const Dataset& data, std::optional<std::size_t> member) const {
  return Explainer(api::explain_source(*trained_, data.parts(), member));
}

}  // namespace kenn
