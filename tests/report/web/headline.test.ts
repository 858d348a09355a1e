// Tests of the sentences at the top of a page, and of what stands on it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { headlineOf } from "../../../src/report/web/headline";
import { sectionsOf } from "../../../src/report/web/sections";
import { allDocuments, experiment, training } from "./fixtures";

test("an experiment says how much rules help, and where", () => {
  const headline = headlineOf(experiment("paper"));
  assert.match(headline.outcome, /^Rules help most with \d+\u00a0% of the labels: .*KENN \(transductive\), \d layers is right on \d+\.\d\u00a0% of the test labels, \+\d+\.\d points against the network alone, and better in \d+ of 12 runs\.$/);
  assert.equal(headline.compared, "Network alone, KENN (inductive), KENN (transductive), Greedy KENN (inductive) and Greedy KENN " +
    "(transductive); trained with 10\u00a0%, 25\u00a0%, 50\u00a0%, 75\u00a0% and 90\u00a0% of the labels; 12 runs of each.");
  assert.equal(headline.figures.length, 3);
  assert.match(headline.figures[0]?.about ?? "", /95\u00a0% interval \+\d+\.\d to \+\d+\.\d; 12 runs$/);
  assert.match(headlineOf(experiment("demo")).outcome, /^Rules help: KENN \(transductive\) is right/);
});

test("rules that do not help, and models without a baseline", () => {
  const report = experiment("demo");
  const table = report.tables.find((each) => each.name === "results") ?? assert.fail();
  const place = table.columns.findIndex((column) => column.key === "improvement");
  for (const row of table.rows) row[place] = row[place] === null ? null : -0.02;
  assert.match(headlineOf(report).outcome, /^The rules did not help: .* changes accuracy by \u22122\.0 points with 10\u00a0% of the labels\.$/);
  for (const row of table.rows) row[place] = null;
  assert.match(headlineOf(report).outcome, /^KENN \(transductive\) is right on/);
  const accuracy = table.columns.findIndex((column) => column.key === "accuracy");
  for (const row of table.rows) row[accuracy] = null;
  assert.equal(headlineOf(report).outcome, "There are no labels to test the models on.");
});

test("a training says how good the model is, with and without rules", () => {
  const headline = headlineOf(training());
  assert.match(headline.outcome, /^KENN \(transductive\) is right on \d+\.\d\u00a0% of the test labels\.$/);
  assert.equal(headline.figures.length, 3);
  assert.match(headline.figures[1]?.number ?? "", /points$/);
  const network = headlineOf(training("network"));
  assert.match(network.outcome, /^Network alone is right/);
  assert.equal(network.figures.length, 2);
});

test("a training says when the network was trained without the rules", () => {
  const report = training();
  report.training.keeps_network_alone = false;
  assert.doesNotMatch(headlineOf(report).compared, /without the rules/);
  report.training.keeps_network_alone = true;
  assert.match(headlineOf(report).compared, /The network was trained without the rules/);
});

test("a page has every table once", () => {
  for (const [name, report] of allDocuments()) {
    const shown = sectionsOf(report).map((section) => ("figure" in section ? section.figure.table : section.table).name);
    assert.deepEqual([...shown].sort(), report.tables.map((table) => table.name).sort(), name);
  }
});
