// What stands on a page, in its order: charts, and the tables that belong to no chart, with their words.
import { findTable, type ReportDocument, type Table } from "./document";
import { allFigures } from "./charts";
import type { Figure } from "./vega_lite";

export type Section = { figure: Figure } | { table: Table; title: string; about: string };

const published = "Accuracy, and accuracy gain in points over the network alone of the same source. Differences are ours " +
  "minus the published value.";
const results = "Means over the runs. p is the probability of a mean gain at least this high if the true one were zero " +
  "(one-sided t-test on the differences).";
const comparisons = "Mean differences in points, run by run on the same split and from the same initial network. p is the " +
  "probability of a mean at least this far from zero if the true one were zero (two-sided t-test on the differences).";
const evidence = "Weights come from predictions that have not seen the labels. A grounding counts when all its predicted " +
  "atoms have training labels; an implication is tested where its conditions hold. By chance: how often the conclusion " +
  "holds in all labelled groundings.";
const compliance = "Compliance is the share of the training data that follows a rule, among the groundings that test it.";

export function sectionsOf(report: ReportDocument): Section[] {
  const sections: Section[] = [];
  const add = (name: string, title: string, about: string) => {
    const table = findTable(report, name);
    if (table) sections.push({ table, title, about });
  };
  add("splits", "Accuracy by split", "");
  for (const figure of allFigures(report)) {
    sections.push({ figure });
    if (figure.name === "improvement") add("published", "Published results", published);
  }
  add("results", "All results", results);
  add("comparisons", "Comparison of methods", comparisons);
  add("evidence", "Evidence for the rules", evidence);
  add("rules", "Weights of the rules", report.kind === "experiment" ? `Means over the runs. ${compliance}` : compliance);
  return sections;
}
