// Tests of synthetic hierarchies, and of the files they are written to.
#include "generate/hierarchy.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "generate/generate_support.h"

namespace kenn::generate {
namespace {

using test::below;
using test::complaints_of;
using test::lines_of;
using test::Texts;

class HierarchyTest : public test::DataFolder {
 protected:
  void write_files(const HierarchyOptions& options) const {
    base::OutputFolder folder(folder_);
    write_hierarchy(generate_hierarchy(options), folder);
    folder.commit();
  }
};

void expect_sound(const Hierarchy& hierarchy) {
  const ClassForest& forest = hierarchy.forest;
  std::vector<bool> occurs(forest.classes());
  for (std::uint64_t item = 0; item < hierarchy.items(); ++item) {
    const auto labels = hierarchy.labels_of(item);
    RC_ASSERT(!labels.empty());
    const std::set<std::uint32_t> has(labels.begin(), labels.end());
    RC_ASSERT(std::equal(labels.begin(), labels.end(), has.begin(), has.end()));
    for (const std::uint32_t label : labels) {
      occurs[label] = true;
      const std::uint32_t parent = forest.parent_of[label];
      if (parent != ClassForest::no_parent) RC_ASSERT(has.count(parent) == 1U);
    }
    for (const Pair& pair : hierarchy.exclusions) {
      RC_ASSERT(has.count(pair.first) + has.count(pair.second) < 2U);
    }
  }
  RC_ASSERT(std::count(occurs.begin(), occurs.end(), false) == 0);
  RC_ASSERT(hierarchy.features.size() == hierarchy.items() * hierarchy.feature_count);
}

TEST_F(HierarchyTest, Defaults) {
  const Hierarchy hierarchy = generate_hierarchy({});
  expect_sound(hierarchy);
  EXPECT_EQ(hierarchy.items(), 1500U);
  EXPECT_EQ(hierarchy.forest.classes(), 80U);
  EXPECT_EQ(hierarchy.forest.roots(), 8U);
  EXPECT_EQ(hierarchy.child_rules(), 72U);
  EXPECT_EQ(hierarchy.exclusions.size(), 128U);
  EXPECT_NEAR(hierarchy.labels_per_item(), 5, 1);
}

TEST_F(HierarchyTest, EverySeedHas200Rules) {
  HierarchyOptions options;
  options.nodes = 80;
  options.features = 1;
  for (options.seed = 0; options.seed < 200; ++options.seed) {
    const Hierarchy hierarchy = generate_hierarchy(options);
    expect_sound(hierarchy);
    EXPECT_EQ(hierarchy.child_rules() + hierarchy.exclusions.size(), 200U) << "seed " << options.seed;
  }
}

TEST_F(HierarchyTest, EveryParameterCounts) {
  test::check_property(100, [] {
    HierarchyOptions options;
    options.classes = 2 + static_cast<std::uint64_t>(below(60));
    options.nodes = 2 + static_cast<std::uint64_t>(below(200));
    options.features = 1 + static_cast<std::uint64_t>(below(10));
    if (*rc::gen::arbitrary<bool>()) options.exclusions = static_cast<std::uint64_t>(below(60));
    options.seed = *rc::gen::arbitrary<std::uint64_t>();
    const std::string complaint = complaint_about(options);
    if (!complaint.empty()) {
      RC_ASSERT(complaints_of(ErrorKind::data, [&] { generate_hierarchy(options); }) ==
                Texts{"0:0: error: " + complaint});
      return;
    }
    const Hierarchy hierarchy = generate_hierarchy(options);
    expect_sound(hierarchy);
    RC_ASSERT(hierarchy.items() == options.nodes);
    RC_ASSERT(hierarchy.forest.classes() == options.classes);
    RC_ASSERT(hierarchy.feature_count == options.features);
    const std::uint64_t usual = std::min(options.classes * 8 / 5, ExclusionDrawer(hierarchy.forest).most());
    RC_ASSERT(hierarchy.exclusions.size() == options.exclusions.value_or(usual));
  });
}

TEST_F(HierarchyTest, Noise) {
  HierarchyOptions options;
  options.noise = 0;
  const Hierarchy exact = generate_hierarchy(options);
  for (const std::int32_t feature : exact.features) {
    ASSERT_EQ(feature % 2000, 0);
    ASSERT_LE(std::abs(feature), 6000);
  }
  options.noise = 2.5;
  const Hierarchy noisy = generate_hierarchy(options);
  EXPECT_EQ(noisy.labels, exact.labels);
  double squares = 0;
  for (std::size_t i = 0; i < exact.features.size(); ++i) {
    squares += std::pow(noisy.features[i] - exact.features[i], 2);
  }
  EXPECT_NEAR(std::sqrt(squares / static_cast<double>(exact.features.size())), 2500, 25);
}

TEST_F(HierarchyTest, Complaints) {
  HierarchyOptions options;
  EXPECT_EQ(complaint_about(options), "");
  options.exclusions = 100'000;
  EXPECT_EQ(complaint_about(options),
            "100000 exclusions do not fit: the 80 classes of seed 0 have at most 353");
  options.exclusions = 353;
  EXPECT_EQ(complaint_about(options), "");
  options.exclusions.reset();
  for (const double noise : {-0.1, 1000.1, std::nan("")}) {
    options.noise = noise;
    EXPECT_EQ(complaint_about(options), "the noise must be from 0 to 1000");
  }
  options.nodes = 79;
  EXPECT_EQ(complaint_about(options), "79 items cannot have 80 classes; every class needs an item");
  options.nodes = 1;
  EXPECT_EQ(complaint_about(options), "the number of items must be from 2 to 100000000");
  options.nodes = 100'000'000;
  EXPECT_EQ(
      complaint_about(options),
      "100000000 items with 40 features each are too many: at most 1000000000 numbers can be generated");
  options.features = 0;
  EXPECT_EQ(complaint_about(options), "the number of features must be from 1 to 10000");
  options.classes = 1;
  EXPECT_EQ(complaint_about(options), "the number of classes must be from 2 to 10000");
}

TEST_F(HierarchyTest, TheSameBytesEverywhere) {
  HierarchyOptions options;
  options.nodes = 50;
  options.classes = 30;
  options.seed = 5;
  write_files(options);
  EXPECT_EQ(test::fingerprint_of_files(folder_), 0x80065868bbe35b6fU);
}

TEST_F(HierarchyTest, FilesHoldTheHierarchy) {
  HierarchyOptions options;
  options.classes = 30;
  options.features = 2;
  const Hierarchy hierarchy = generate_hierarchy(options);
  write_files(options);
  EXPECT_EQ(test::names_in(folder_), (Texts{"Item.csv", "hierarchy.kenn"}));
  const Texts lines = lines_of(folder_ / "Item.csv");
  ASSERT_EQ(lines.size(), 1501U);
  std::string header = "id";
  for (int i = 1; i <= 30; ++i) header += ",C" + std::to_string(i);
  EXPECT_EQ(lines[0], header + ",f1,f2");
  for (std::uint64_t item = 0; item < hierarchy.items(); ++item) {
    const auto labels = hierarchy.labels_of(item);
    std::string line = "i" + std::to_string(item + 1);
    for (std::uint32_t i = 0; i < 30; ++i) {
      line += std::find(labels.begin(), labels.end(), i) != labels.end() ? ",1" : ",0";
    }
    ASSERT_EQ(lines[item + 1].substr(0, line.size()), line);
    const std::string features = lines[item + 1].substr(line.size() + 1);
    ASSERT_NEAR(std::stod(features) * 1000, hierarchy.features[2 * item], 0.01);
    ASSERT_NEAR(std::stod(features.substr(features.find(',') + 1)) * 1000, hierarchy.features[2 * item + 1],
                0.01);
  }
}

TEST_F(HierarchyTest, Knowledge) {
  Hierarchy hierarchy;
  hierarchy.forest.parent_of = {ClassForest::no_parent, ClassForest::no_parent, 0, 1};
  hierarchy.exclusions = {{0, 1}};
  EXPECT_EQ(hierarchy_knowledge(hierarchy),
            "# An item of a class belongs to its parent class, too; some classes exclude each other.\n"
            "type Item\n"
            "predict C1(Item), C2(Item), C3(Item), C4(Item)\n"
            "\n"
            "rule: C3(x) -> C1(x)\n"
            "rule: C4(x) -> C2(x)\n"
            "\n"
            "rule: !C1(x) | !C2(x)\n");
}

TEST_F(HierarchyTest, KnowledgeAndFilesMakeAPlan) {
  write_files({});
  const Plan plan = test::plan_over(folder_, "hierarchy.kenn");
  EXPECT_EQ(plan.groundings(), 1500U);
  EXPECT_EQ(plan.instances(), 200U * 1500U);
}

}  // namespace
}  // namespace kenn::generate
