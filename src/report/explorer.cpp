// The document of an explorer: an excerpt of a data set, the rules on it, and their audit.
#include "report/explorer.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "explain/audit.h"
#include "explain/evaluation.h"
#include "nn/column_groups.h"
#include "report/page.h"

namespace kenn::report {

namespace {

using explain::Context;
using explain::Excerpt;
using explain::Fact;
using explain::Instance;
using explain::Neighbourhood;
using explain::Node;

// Facts are numbered as groundings need them, tables by their place among the predicted ones.
class ExcerptWriter {
 public:
  ExcerptWriter(const Context& context, const Excerpt& excerpt)
      : context_(context), excerpt_(excerpt), neighbourhood_(excerpt.neighbourhood) {}

  Json tables() {
    Json tables = Json::array();
    for (TableIndex table = 0; table < context_.source.tables.schema().tables.size(); ++table) {
      const TableSchema& schema = context_.schema(table);
      if (schema.role != Role::predict) continue;
      numbers_of_tables_[table] = tables.size();
      Json columns = Json::array();
      for (const PredicateIndex column : schema.columns) {
        columns.push_back(context_.vocabulary().predicates[column].name);
      }
      Json exclusive = Json::array();
      for (const nn::ColumnGroup& group : nn::column_groups(context_.vocabulary(), schema)) {
        if (group.is_exclusive) exclusive.push_back(group.columns);
      }
      tables.push_back({{"name", schema.name}, {"columns", columns}, {"exclusive", exclusive}});
    }
    return tables;
  }

  [[nodiscard]] Json nodes() const {
    Json tables = Json::array();
    Json names = Json::array();
    Json labels = Json::array();
    for (const explain::NodeRow& node : neighbourhood_.nodes()) {
      tables.push_back(numbers_of_tables_.at(node.table));
      names.push_back(context_.names.text(node.table, node.row));
      const std::vector<std::uint32_t> columns = context_.source.known_columns(node.table, node.row);
      labels.push_back(columns.empty() ? Json(nullptr) : Json(columns));
    }
    Json logits = Json::array();
    for (const double logit : explain::network_logits(context_.source, neighbourhood_)) {
      logits.push_back(static_cast<float>(logit));
    }
    return {{"complete", excerpt_.chosen},
            {"table", tables},
            {"name", names},
            {"logits", logits},
            {"labels", labels}};
  }

  Json groups() {
    std::map<std::uint32_t, Json> groups;  // by their numbers
    for (std::size_t stage = 0; stage < context_.groundings.stage_count(); ++stage) {
      for (Node node = 0; node < neighbourhood_.nodes_with_instances(stage); ++node) {
        for (const Instance& instance : neighbourhood_.instances(stage, node)) {
          if (first_node_of(instance) != node) continue;  // the first node has had it already
          auto [entry, is_new] = groups.try_emplace(instance.group);
          if (is_new) entry->second = group(instance.group, stage);
          add_instance(instance, entry->second["instances"]);
        }
      }
    }
    Json list = Json::array();
    for (auto& [number, group] : groups) list.push_back(std::move(group));
    return list;
  }

  [[nodiscard]] Json facts() const {
    Json texts = Json::array();
    Json degrees = Json::array();
    for (const Fact& fact : facts_) {
      const Listing& listing = context_.source.tables.listing(fact.table);
      texts.push_back(context_.names.fact_text(fact.table, fact.tuple));
      const double degree = listing.truth.empty() ? 1 : static_cast<double>(listing.truth[fact.tuple]);
      degrees.push_back(degree == 1 ? Json(nullptr) : Json(degree));
    }
    return {{"text", texts}, {"degree", degrees}};
  }

 private:
  [[nodiscard]] bool is_given(TableIndex table) const { return context_.schema(table).role == Role::given; }

  [[nodiscard]] Node first_node_of(const Instance& instance) const {
    const Node* const nodes = neighbourhood_.nodes_of(instance);
    return *std::min_element(nodes, nodes + neighbourhood_.group(instance).slots.size());
  }

  // Which of the facts of an instance an atom is: only given ones count.
  [[nodiscard]] std::size_t fact_of_atom(const plan::PatternGroup& group, std::uint32_t atom) const {
    const auto first = group.pattern.atoms.begin();
    return static_cast<std::size_t>(std::count_if(
        first, first + atom, [&](const plan::PatternAtom& before) { return is_given(before.table); }));
  }

  [[nodiscard]] Json group(std::uint32_t number, std::size_t stage) const {
    const plan::PatternGroup& group = context_.groundings.group(number);
    Json slots = Json::array();
    for (const plan::Slot& slot : group.slots) {
      slots.push_back(
          {{"fact", is_given(slot.table) ? Json(fact_of_atom(group, slot.atom)) : Json(nullptr)}});
    }
    Json facts = Json::array();
    for (const plan::PatternAtom& atom : group.pattern.atoms) {
      if (is_given(atom.table)) {
        facts.push_back(atom.use == plan::AtomUse::excluded ? "excluded" : "required");
      }
    }
    Json clauses = Json::array();
    for (const plan::GroundClause& clause : group.clauses) {
      Json literals = Json::array();
      for (const plan::GroundLiteral& literal : clause.literals) {
        literals.push_back(
            {{"slot", literal.slot}, {"column", literal.column}, {"positive", literal.positive}});
      }
      clauses.push_back({{"clause", clause.clause}, {"literals", literals}});
    }
    return {{"stage", stage},
            {"slots", slots},
            {"facts", facts},
            {"clauses", clauses},
            {"instances", Json::array()}};
  }

  void add_instance(const Instance& instance, Json& numbers) {
    const plan::PatternGroup& group = neighbourhood_.group(instance);
    const Node* const nodes = neighbourhood_.nodes_of(instance);
    for (std::size_t slot = 0; slot < group.slots.size(); ++slot) {
      numbers.push_back(nodes[slot] == explain::no_node ? Json(-1) : Json(nodes[slot]));
    }
    const std::uint64_t* const tuples = neighbourhood_.atoms_of(instance);
    for (std::size_t atom = 0; atom < group.pattern.atoms.size(); ++atom) {
      const TableIndex table = group.pattern.atoms[atom].table;
      if (!is_given(table)) continue;
      numbers.push_back(tuples[atom] == plan::not_listed ? Json(-1) : Json(number_of({table, tuples[atom]})));
    }
  }

  std::size_t number_of(const Fact& fact) {
    const auto [entry, is_new] = numbers_of_facts_.try_emplace(fact, facts_.size());
    if (is_new) facts_.push_back(fact);
    return entry->second;
  }

  const Context& context_;
  const Excerpt& excerpt_;
  const Neighbourhood& neighbourhood_;
  std::unordered_map<TableIndex, std::size_t> numbers_of_tables_;
  std::map<Fact, std::size_t> numbers_of_facts_;
  std::vector<Fact> facts_;
};

Json clauses_json(const Context& context) {
  const std::vector<Clause>& clauses = context.source.knowledge.clauses();
  Json json = Json::array();
  for (std::size_t i = 0; i < clauses.size(); ++i) {
    Json weights = Json::array();
    for (std::size_t at = i; at < context.source.weights.size(); at += clauses.size()) {
      weights.push_back(context.source.weights[at]);
    }
    json.push_back({{"name", clauses[i].name},
                    {"text", to_string(clauses[i], context.vocabulary())},
                    {"weights", weights}});
  }
  return json;
}

Json rows_json(const std::vector<AuditedClause::Row>& rows) {
  Json json = Json::array();
  for (const AuditedClause::Row& row : rows) json.push_back({{"row", row.row}, {"change", row.change}});
  return json;
}

Json audit_json(const Context& context) {
  const RuleAudit audit = explain::audit_rules(context);
  std::unordered_map<std::string, std::size_t> numbers;
  for (const Clause& clause : context.source.knowledge.clauses()) {
    numbers.emplace(clause.name, numbers.size());
  }
  Json clauses = Json::array();
  for (const AuditedClause& clause : audit.clauses) {
    clauses.push_back({{"clause", numbers.at(clause.clause)},
                       {"weight", clause.weight},
                       {"moved", clause.moved},
                       {"flipped", clause.flipped},
                       {"flipped_labelled", clause.labelled},
                       {"wrong_to_right", clause.right_by_it},
                       {"right_to_wrong", clause.wrong_by_it},
                       {"mean_contribution", clause.contribution},
                       {"helped", rows_json(clause.helped)},
                       {"hurt", rows_json(clause.hurt)}});
  }
  Json opposed = Json::array();
  for (const AuditedPair& pair : audit.pairs) {
    opposed.push_back({{"first", pair.first},
                       {"second", pair.second},
                       {"logits", pair.logits},
                       {"cancelled", pair.cancelled}});
  }
  return {{"rows", audit.rows},
          {"labels", audit.labels},
          {"moved_from", RuleAudit::moved_from},
          {"clauses", clauses},
          {"opposed", opposed}};
}

}  // namespace

Json explorer_document(const Context& context, const Excerpt& excerpt, const ExplorerOrigin& origin) {
  const EnhanceOptions& options = context.source.options;
  ExcerptWriter writer(context, excerpt);
  Json document = {{"format", 1},
                   {"kind", "explorer"},
                   {"about",
                    {{"title", origin.title},
                     {"version", origin.version},
                     {"data", origin.data},
                     {"knowledge", context.source.knowledge.text()}}},
                   {"boost", name_of(options.boost)},
                   {"layers", options.layers},
                   {"stages", context.groundings.stage_count()},
                   {"center", options.center},
                   {"tables", writer.tables()},
                   {"clauses", clauses_json(context)},
                   {"nodes", writer.nodes()}};
  document["groups"] = writer.groups();
  document["facts"] = writer.facts();
  document["audit"] = audit_json(context);
  document["rows"] = excerpt.rows;
  return document;
}

std::string explorer_html(const Json& document) {
  return page_html(document, "explorer", explorer_code());
}

}  // namespace kenn::report
