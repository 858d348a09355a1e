// Tests of the charts: which there are, that Vega-Lite has nothing against them, and that their data is that of the tables.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "vega-lite";
import { allFigures, specFile } from "../../../src/report/web/charts";
import { binWidth } from "../../../src/report/web/charts/histogram";
import { thinned } from "../../../src/report/web/charts/learning";
import { colouredGroups } from "../../../src/report/web/charts/weights";
import { rowsOf, type ReportDocument } from "../../../src/report/web/document";
import { plotted } from "../../../src/report/web/numbers";
import { svgOf } from "../../../src/report/web/render";
import { palette, plainColour, type Figure, type Spec } from "../../../src/report/web/vega_lite";
import { allDocuments, experiment, training } from "./fixtures";

const named = (report: ReportDocument, name: string): Figure => {
  const found = allFigures(report).find((figure) => figure.name === name);
  assert.ok(found, name);
  return found;
};
const valuesOf = (figure: Figure) => (figure.spec["data"] as { values: Spec[] }).values;
const layersOf = (figure: Figure) => (figure.spec["layer"] ?? (figure.spec["spec"] as Spec)["layer"]) as { mark: { type: string }; encoding: Record<string, Spec> }[];

test("a document has the charts that make sense for it", () => {
  const names = Object.fromEntries(allDocuments().map(([name, report]) => [name, allFigures(report).map((figure) => figure.name)]));
  assert.deepEqual(names["paper"], ["accuracy", "improvement", "depth", "accuracy-histogram", "improvement-histogram",
    "weights-kenn-inductive", "weights-kenn-transductive", "weights-kenn-greedy-inductive", "weights-kenn-greedy-transductive",
    "learning-accuracy", "learning-loss"]);
  assert.deepEqual(names["single"], ["weights-kenn-transductive", "learning-accuracy", "learning-loss"]);
  assert.deepEqual(names["training"], ["weights-kenn-transductive", "learning-accuracy", "learning-loss"]);
  assert.deepEqual(names["network"], ["learning-accuracy", "learning-loss"]);
});

test("Vega-Lite compiles every chart without a warning, and it becomes SVG", async () => {
  const warnings: unknown[] = [];
  const logger = { level: () => logger, error: (text: unknown) => (warnings.push(text), logger), warn: (text: unknown) => (warnings.push(text), logger),
    info: () => logger, debug: () => logger };
  for (const [name, report] of allDocuments()) {
    for (const figure of allFigures(report)) {
      compile({ ...figure.spec, ...(figure.spec["width"] ? { width: 600 } : {}) } as never, { logger: logger as never });
      assert.deepEqual(warnings, [], `${name}: ${figure.name}`);
      assert.match(await svgOf(figure.spec, figure.title), /^<svg[^]*<\/svg>$/);
      assert.deepEqual(JSON.parse(specFile(figure)).description, figure.finding);
      assert.ok(figure.finding.length > 20 && !/undefined|null|NaN/.test(figure.finding + figure.caption), figure.finding);
    }
  }
});

test("points of the accuracy chart are the rows of its table", () => {
  const figure = named(experiment("paper"), "accuracy");
  const rows = rowsOf(figure.table);
  assert.deepEqual(valuesOf(figure).map((value) => [value["fraction"], value["series"], value["accuracy"], value["low"]]),
    rows.map((row) => [row["fraction"], row["model"], plotted(row["accuracy"] as number), plotted(row["low"] as number)]));
  assert.deepEqual(layersOf(figure).map((layer) => layer.mark.type), ["area", "line", "point"]);
  assert.deepEqual(layersOf(named(experiment("demo"), "accuracy")).map((layer) => layer.mark.type), ["tick", "rule", "point", "text"]);
});

test("the network alone is grey, and models differ by more than colour", () => {
  for (const name of ["accuracy", "learning-accuracy"]) {
    const point = layersOf(named(experiment("paper"), name)).find((layer) => layer.mark.type === "point");
    const ranges = ["color", "shape"].map((key) => (point?.encoding[key]?.["scale"] as { range: string[] }).range);
    assert.deepEqual(ranges[0], [plainColour, ...palette.slice(0, 4)]);
    assert.equal(new Set(ranges[1]).size, 5);
  }
});

test("published bars are pale and come after ours", () => {
  const published = valuesOf(named(experiment("paper"), "improvement")).map((value) => value["published"]);
  assert.ok(published.includes(true) && published.indexOf(true) > published.lastIndexOf(false));
  assert.ok(!valuesOf(named(experiment("demo"), "improvement")).some((value) => value["published"]));
});

test("histograms count every run once", () => {
  const report = experiment("paper");
  for (const measure of ["accuracy", "improvement"]) {
    const figure = named(report, `${measure}-histogram`);
    const counted = valuesOf(figure).reduce((sum, value) => sum + Number(value["runs"]), 0);
    assert.equal(counted, rowsOf(figure.table).reduce((sum, row) => sum + Number(row["runs"]), 0));
  }
  assert.equal(binWidth([[0, 0.5, 1]]), 0.2);
  assert.equal(binWidth([[0.3, 0.3]]), 1e-4);
});

test("the weights of a training are those of its rules", () => {
  const report = training();
  const values = valuesOf(named(report, "weights-kenn-transductive"));
  const rows = rowsOf(report.tables.find((table) => table.name === "rules") ?? assert.fail());
  for (const value of values) {
    const row = rows.find((each) => each["rule"] === value["rule"]) ?? assert.fail();
    assert.ok(Math.abs((Number(row["weight_1"]) + Number(row["weight_2"])) / 2 - Number(value["weight"])) < 1e-5);
    assert.equal(value["compliance"], plotted(row["compliance"] as number));
  }
});

test("long curves are thinned, and keep their ends", () => {
  const curve = thinned(Array.from({ length: 501 }, (_, epoch) => epoch));
  assert.equal(curve.length, 100);
  assert.deepEqual([curve[0], curve.at(-1)], [{ epoch: 0, value: 0 }, { epoch: 500, value: 500 }]);
  assert.deepEqual(thinned([null]), [{ epoch: 0, value: null }]);
});

test("more groups than colours share the last one", () => {
  assert.deepEqual(colouredGroups(["a", "b", "a"]), ["a", "b"]);
  const many = colouredGroups(Array.from({ length: 20 }, (_, i) => `g${i}`));
  assert.equal(many.length, palette.length + 1);
  assert.equal(many.at(-1), "other rules");
});

test("names of users are data and nothing else", () => {
  const text = JSON.stringify(allFigures(experiment("hostile")).map((figure) => layersOf(figure)), (key, value) =>
    (["scale", "sort"].includes(key) ? undefined : value));
  assert.ok(!text.includes("alert"), "in no expression, field or title");
});
