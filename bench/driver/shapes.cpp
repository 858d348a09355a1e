// The measured shapes: how many rows, pairs and rules, and how often each is repeated.
#include "driver/shapes.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace kenn::bench {
namespace {

constexpr std::uint64_t citeseer_rows = 3'312;
constexpr std::uint64_t citeseer_pairs = 4'714;
constexpr std::uint64_t arxiv_rows = 169'343;
constexpr std::uint64_t arxiv_pairs = 1'166'243;
constexpr std::uint64_t hub_pairs = 1'000'000;

Case citeseer(const std::string& shape, std::uint32_t threads) {
  return {.shape = shape, .rows = citeseer_rows, .pairs = citeseer_pairs, .rules = 6, .threads = threads};
}

Case with_residual(Case measured) {
  measured.is_residual = true;
  return measured;
}

Case arxiv(const std::string& shape, std::uint64_t rules, std::uint32_t threads) {
  return {.shape = shape, .rows = arxiv_rows, .pairs = arxiv_pairs, .rules = rules, .threads = threads};
}

// A relation is a set, so a row with a million pairs needs a million other rows. The same number of rows and
// pairs at random, without the hub, is measured beside it.
Case hub(const std::string& shape, std::uint64_t pairs_of_hub, std::uint32_t threads) {
  return {.shape = shape,
          .rows = arxiv_rows + hub_pairs,
          .pairs = arxiv_pairs,
          .hub_pairs = pairs_of_hub,
          .rules = 40,
          .threads = threads,
          .has_rival = false};
}

}  // namespace

void to_json(nlohmann::json& json, const Case& measured) {
  json = {{"shape", measured.shape},         {"rows", measured.rows},
          {"pairs", measured.pairs},         {"hub_pairs", measured.hub_pairs},
          {"rules", measured.rules},         {"threads", measured.threads},
          {"has_rival", measured.has_rival}, {"is_residual", measured.is_residual}};
}

void from_json(const nlohmann::json& json, Case& measured) {
  json.at("shape").get_to(measured.shape);
  json.at("rows").get_to(measured.rows);
  json.at("pairs").get_to(measured.pairs);
  json.at("hub_pairs").get_to(measured.hub_pairs);
  json.at("rules").get_to(measured.rules);
  json.at("threads").get_to(measured.threads);
  json.at("has_rival").get_to(measured.has_rival);
  json.at("is_residual").get_to(measured.is_residual);
}

Effort effort_of(const Case& measured, bool quick) {
  if (measured.work() < 1'000'000) return quick ? Effort{2, 200, 20} : Effort{9, 1000, 100};
  if (measured.work() < 1'000'000'000) return quick ? Effort{1, 3, 1} : Effort{5, 5, 1};
  return quick ? Effort{1, 1, 0} : Effort{1, 3, 0};
}

std::uint64_t least_rival_bytes(const Case& measured) {
  return 3 * measured.work() * sizeof(float);
}

std::vector<std::string> shape_names() {
  return {"citeseer", "arxiv", "products", "residual", "threads", "rules", "hub"};
}

std::vector<Case> cases_of(const std::string& shape, std::uint32_t threads) {
  if (shape == "citeseer") return {citeseer(shape, threads)};
  if (shape == "arxiv") return {arxiv(shape, 40, threads)};
  if (shape == "products") {
    return {{.shape = shape,
             .rows = 2'449'029,
             .pairs = 61'859'140,
             .rules = 47,
             .threads = threads,
             .has_rival = false}};
  }
  if (shape == "residual") {
    return {with_residual(citeseer("citeseer, residual", threads)),
            with_residual(arxiv("arxiv, residual", 40, threads))};
  }
  if (shape == "threads") return {arxiv(shape, 40, 1), arxiv(shape, 40, 2)};
  if (shape == "rules") {
    std::vector<Case> cases;
    for (const std::uint64_t rules : {1, 2, 4, 8, 16, 32, 64}) cases.push_back(arxiv(shape, rules, threads));
    return cases;
  }
  if (shape == "hub") {
    return {hub(shape, hub_pairs, 1), hub("no hub", 0, 1), hub(shape, hub_pairs, 2), hub("no hub", 0, 2)};
  }
  throw std::invalid_argument("there is no shape '" + shape + "'");
}

}  // namespace kenn::bench
