// The accuracy gain over the network alone, beside published values.
import { distinct, findTable, number, rowsOf, text, type ReportDocument, type Row } from "../document";
import { fractionLabel, fractionSentence, plotted, points } from "../numbers";
import { chart, colourAt, signedQuantity, signs, tooltip, zeroLine, type Figure, type Spec } from "../vega_lite";

const height = 260;

// Published values come without runs.
const isPublished = (row: Row): boolean => row["runs"] === null;
const gain = (row: Row): number => number(row, "improvement") ?? 0;

function bar(row: Row): Spec {
  const [low, high] = [number(row, "low"), number(row, "high")];
  return {
    panel: text(row, "paradigm"), model: text(row, "model"), fraction: fractionLabel(number(row, "fraction")),
    points: plotted(100 * gain(row)), published: isPublished(row), text: points(gain(row)),
    ...(low === null || high === null ? {} : { low: plotted(100 * low), high: plotted(100 * high) }),
  };
}

function barChart(report: ReportDocument, rows: Row[]): Spec {
  // Ours first, so that published values do not change their colours.
  const ordered = [...rows.filter((row) => !isPublished(row)), ...rows.filter(isPublished)];
  const models = distinct(ordered.map((row) => text(row, "model")));
  const x: Spec = {
    field: "fraction", type: "nominal", sort: report.fractions.map(fractionLabel), title: "share of the labels",
    axis: { labelAngle: 0, ticks: false, domain: false, labelOverlap: true },
  };
  const xOffset: Spec = { field: "model", sort: null, scale: { domain: models } };
  const y = { ...signedQuantity("points", "accuracy gain (points)"), scale: { zero: true } };
  const color = signs("model", models, models.map((_, place) => colourAt(place)));
  const hint = tooltip({ model: "model", fraction: "labels", text: "accuracy gain (points)" });
  const bars = (filter: string, fillOpacity: number): Spec => ({
    transform: [{ filter }], mark: { type: "bar", fillOpacity, strokeWidth: 1.5 },
    encoding: { x, xOffset, y, color, stroke: color, tooltip: hint },
  });
  return chart(ordered.map(bar), [
    bars("!datum.published", 1),
    bars("datum.published", 0.3),
    { transform: [{ filter: "isValid(datum.low)" }], mark: { type: "rule", strokeWidth: 1.5 },
      encoding: { x, xOffset, y: { ...y, field: "low" }, y2: { field: "high" } } },
    zeroLine("y"),
  ], height, distinct(ordered.map((row) => text(row, "paradigm"))));
}

function sentence(row: Row): string {
  const paradigm = text(row, "paradigm");
  return `${text(row, "model")}${paradigm && `, ${paradigm}`}: ${points(gain(row))} points ` +
    fractionSentence(number(row, "fraction"));
}

function finding(ours: Row[]): string {
  const sorted = [...ours].sort((a, b) => gain(a) - gain(b));
  const [least, most] = [sorted[0], sorted.at(-1)];
  if (!least || !most) return "";
  return `Accuracy gain over the network alone. The largest: ${sentence(most)}.` +
    (ours.length > 1 ? ` The smallest: ${sentence(least)}.` : "");
}

export function improvementFigure(report: ReportDocument): Figure | undefined {
  const table = findTable(report, "improvement");
  if (!table) return undefined;
  const rows = rowsOf(table);
  const ours = rows.filter((row) => !isPublished(row));
  return {
    name: "improvement", title: "Accuracy gain over the network alone", table, finding: finding(ours),
    caption: "Mean difference to the network alone, run by run on the same split and from the same initial network. Thin " +
      "lines are 95\u00a0% confidence intervals." + (ours.length === rows.length ? "" :
        " Pale bars are published values, each over the network of its own publication, which may be better or worse than ours."),
    spec: barChart(report, rows),
  };
}
