// Accuracy over the share of labels for training, or a comparison of the models where there is one share.
import { distinct, findTable, number, rowsOf, runsOf, text, type Model, type ReportDocument, type Row } from "../document";
import { fractionSentence, interval, listed, percent, plotted } from "../numbers";
import { chart, modelSigns, quantity, tooltip, type Figure, type Spec } from "../vega_lite";

const height = 340;
const heightOfRow = 52;
const mostTicks = 200; // of a model: its first runs
const hasInterval = [{ filter: "isValid(datum.low)" }];

function point(row: Row): Spec {
  const [accuracy, low, high] = [number(row, "accuracy") ?? 0, number(row, "low"), number(row, "high")];
  const fraction = number(row, "fraction");
  return {
    series: text(row, "model"), accuracy: plotted(accuracy), text: percent(accuracy),
    interval: interval(low, high, percent), runs: number(row, "runs"),
    ...(fraction === null ? {} : { fraction }),
    ...(low === null ? {} : { low: plotted(low), high: plotted(high) }),
  };
}

function lineChart(report: ReportDocument, rows: Row[], shown: Model[]): Spec {
  const { colour, shape, dash } = modelSigns(report.models, shown, "mark");
  const channel = quantity("fraction", "share of the labels for training and validation", "~%");
  const x = {
    ...channel, axis: { ...channel.axis, values: report.fractions.filter((fraction) => fraction !== null) },
    scale: { zero: false, nice: false, padding: 16 },
  };
  const y = quantity("accuracy", "accuracy on the test labels", ".0%");
  const hint = tooltip({ series: "model", text: "accuracy", interval: "95\u00a0% interval of the mean", runs: "runs" });
  return chart(rows.map(point), [
    { transform: hasInterval, mark: { type: "area", opacity: 0.2 },
      encoding: { x, y: { ...y, field: "low" }, y2: { field: "high" }, color: colour } },
    { mark: { type: "line", strokeWidth: 2 }, encoding: { x, y, color: colour, strokeDash: dash } },
    { mark: { type: "point", filled: true, size: 70, opacity: 1 }, encoding: { x, y, color: colour, shape, tooltip: hint } },
  ], height);
}

function runTicks(report: ReportDocument, shown: Model[]): Spec[] {
  if (report.kind !== "experiment") return [];
  return report.samples.filter((sample) => sample.fraction === report.fractions[0]).flatMap((sample) => {
    const model = report.models[sample.model];
    if (!model || !shown.includes(model)) return [];
    return sample.accuracy.slice(0, mostTicks).map((accuracy) => ({ series: model.label, of_run: plotted(accuracy) }));
  });
}

// Means as points with their intervals, the runs as ticks.
function comparisonChart(report: ReportDocument, rows: Row[], shown: Model[]): Spec {
  const { colour, shape } = modelSigns(report.models, shown, "none");
  const y: Spec = {
    field: "series", type: "nominal", sort: shown.map((model) => model.label), title: null,
    axis: { labelLimit: 240, ticks: false, domain: false, labelPadding: 8 },
  };
  const x = quantity("accuracy", "accuracy on the test labels", ".0%");
  return chart([...rows.map(point), ...runTicks(report, shown)], [
    { transform: [{ filter: "isValid(datum.of_run)" }], mark: { type: "tick", opacity: 0.35, thickness: 1.5, size: 26 },
      encoding: { x: { ...x, field: "of_run" }, y, color: colour } },
    { transform: hasInterval, mark: { type: "rule", strokeWidth: 3 },
      encoding: { x: { ...x, field: "low" }, x2: { field: "high" }, y, color: colour } },
    { mark: { type: "point", filled: true, size: 140, opacity: 1 }, encoding: { x, y, color: colour, shape } },
    { mark: { type: "text", dy: -18, fontWeight: "bold" }, encoding: { x, y, text: { field: "text" } } },
  ], shown.length * heightOfRow);
}

// For the least and for the largest share of labels.
function finding(report: ReportDocument, rows: Row[]): string {
  const sentences = distinct([report.fractions[0] ?? null, report.fractions.at(-1) ?? null]).map((fraction) => {
    const parts = rows.filter((row) => row["fraction"] === fraction)
      .map((row) => `${text(row, "model")} ${percent(number(row, "accuracy") ?? 0)}`);
    const start = fractionSentence(fraction);
    return `${start.charAt(0).toUpperCase()}${start.slice(1)}: ${listed(parts)}.`;
  });
  return `Mean accuracy on the test labels. ${sentences.join(" ")}`;
}

export function accuracyFigure(report: ReportDocument): Figure | undefined {
  const table = findTable(report, "accuracy");
  if (!table) return undefined;
  const rows = rowsOf(table);
  const shown = report.models.filter((model) => rows.some((row) => row["model"] === model.label));
  const isLine = report.fractions.length > 1;
  const caption = isLine
    ? "Lines are means over the runs; the bands are 95\u00a0% confidence intervals of the means, and may be too narrow to see."
    : "Points are means over the runs with their 95\u00a0% confidence intervals; thin marks are single runs.";
  return {
    name: "accuracy", table, finding: finding(report, rows),
    title: isLine ? "Accuracy by number of labels" : "Accuracy",
    caption: runsOf(report) > 1 ? caption : "One run of every model.",
    spec: isLine ? lineChart(report, rows, shown) : comparisonChart(report, rows, shown),
  };
}
