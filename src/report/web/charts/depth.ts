// Accuracy over the number of layers of rules.
import { distinct, findTable, number, rowsOf, text, type ReportDocument, type Row } from "../document";
import { counted, fractionPanel, fractionSentence, interval, percent, plotted } from "../numbers";
import { chart, modelSigns, quantity, tooltip, type Figure, type Spec } from "../vega_lite";

const height = 190;

function sweepChart(report: ReportDocument, rows: Row[]): Spec {
  const shown = report.models.filter((model) => rows.some((row) => row["model"] === model.label));
  const baselines = new Set(shown.filter((model) => model.is_baseline).map((model) => model.label));
  // The network alone has no layers of rules: it becomes a line across.
  const layersOf = (row: Row) => (baselines.has(text(row, "model")) ? null : number(row, "layers"));
  const points = rows.map((row): Spec => {
    const [accuracy, low, high] = [number(row, "accuracy") ?? 0, number(row, "low"), number(row, "high")];
    return {
      panel: fractionPanel(number(row, "fraction")), series: text(row, "model"), layers: layersOf(row),
      accuracy: plotted(accuracy), text: percent(accuracy), interval: interval(low, high, percent),
      ...(low === null ? {} : { low: plotted(low), high: plotted(high) }),
    };
  });
  const depths = distinct(rows.map(layersOf)).filter((depth) => depth !== null).sort((a, b) => a - b);
  const panels = report.fractions.filter((fraction) => rows.some((row) => row["fraction"] === fraction)).map(fractionPanel);
  const { colour: color, shape, dash: strokeDash } = modelSigns(report.models, shown, "mark");
  const x: Spec = {
    field: "layers", type: "ordinal", title: "layers of rules", scale: { domain: depths },
    axis: { labelAngle: 0, ticks: false },
  };
  const y = quantity("accuracy", "accuracy", ".0%");
  const withRules = [{ filter: "isValid(datum.layers)" }];
  const hint = tooltip({ series: "model", layers: "layers", text: "accuracy", interval: "95\u00a0% interval" });
  return chart(points, [
    { transform: [{ filter: "!isValid(datum.layers)" }], mark: { type: "rule", strokeWidth: 2 },
      encoding: { y, color, strokeDash } },
    { transform: [{ filter: "isValid(datum.layers) && isValid(datum.low)" }], mark: { type: "rule", strokeWidth: 1.5 },
      encoding: { x, y: { ...y, field: "low" }, y2: { field: "high" }, color } },
    { transform: withRules, mark: { type: "line", strokeWidth: 1.5 }, encoding: { x, y, color, strokeDash } },
    { transform: withRules, mark: { type: "point", filled: true, size: 55, opacity: 1 },
      encoding: { x, y, color, shape, tooltip: hint } },
  ], panels.length > 1 ? height : height + 80, panels);
}

function finding(rows: Row[]): string {
  const accuracy = (row: Row) => number(row, "accuracy") ?? 0;
  const best = rows.reduce((a, b) => (accuracy(b) > accuracy(a) ? b : a));
  return `Accuracy by number of layers of rules. The highest is ${percent(accuracy(best))} by ${text(best, "model")} with ` +
    `${counted(number(best, "layers") ?? 0, "layer")}, ${fractionSentence(number(best, "fraction"))}.`;
}

export function depthFigure(report: ReportDocument): Figure | undefined {
  const table = findTable(report, "depth");
  if (!table) return undefined;
  const rows = rowsOf(table);
  return {
    name: "depth", title: "Accuracy by number of layers", table, finding: finding(rows),
    caption: "Means over the runs, with 95\u00a0% confidence intervals; each layer applies all rules once more. The line across " +
      "is the network alone.",
    spec: sweepChart(report, rows),
  };
}
