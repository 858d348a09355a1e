// Accuracy and loss of the first run of every model, epoch by epoch.
import { distinct, findTable, runsOf, type Curve, type ReportDocument, type Table, type Value } from "../document";
import { cellText, fractionPanel, plotted } from "../numbers";
import { chart, modelSigns, quantity, signs, type Figure, type Spec } from "../vega_lite";

const height = 180;
const mostPoints = 100; // of a curve

interface Measure {
  name: string;
  title: string;
  axis: string;
  format: string;
  training: "accuracy" | "loss";
  validation: "valid_accuracy" | "valid_loss";
}

const measures: Measure[] = [
  { name: "learning-accuracy", title: "Accuracy", axis: "accuracy", format: ".0%", training: "accuracy", validation: "valid_accuracy" },
  { name: "learning-loss", title: "Loss", axis: "loss", format: "~g", training: "loss", validation: "valid_loss" },
];

// Of a long curve some points, evenly spread, with the first and the last.
export function thinned(values: (number | null)[]): { epoch: number; value: number | null }[] {
  const shown = Math.min(values.length, mostPoints);
  return Array.from({ length: shown }, (_, i) => {
    const epoch = shown > 1 ? Math.floor((i * (values.length - 1)) / (shown - 1)) : 0;
    return { epoch, value: plotted(values[epoch] ?? null) };
  });
}

function pointsOf(report: ReportDocument, curve: Curve, measure: Measure): Spec[] {
  const of = (split: string, values: (number | null)[]): Spec[] => thinned(values).map((point, i, all) => ({
    panel: fractionPanel(curve.fraction), series: report.models[curve.model]?.label ?? "", split, ...point,
    ...(i + 1 === all.length ? { is_last: true } : {}),
  }));
  return [...of("training", curve[measure.training]), ...of("validation", curve[measure.validation])];
}

// Marks at the ends of the curves tell them apart without colours.
function curveChart(report: ReportDocument, curves: Curve[], measure: Measure): Spec {
  const shown = report.models.filter((_, place) => curves.some((curve) => curve.model === place));
  const panels = distinct(curves.map((curve) => fractionPanel(curve.fraction)));
  const { colour: color, shape } = modelSigns(report.models, shown, shown.length > 1 ? "mark" : "none");
  const epoch = quantity("epoch", "epoch", "d");
  const x: Spec = { ...epoch, axis: { ...epoch.axis, tickMinStep: 1 } };
  const y = quantity("value", measure.axis, measure.format);
  const hasBoth = curves.some((curve) => curve[measure.validation].length > 0);
  const legend: Spec | null = shown.length === 1 && hasBoth ? { symbolType: "stroke", symbolSize: 400 } : null;
  const strokeDash = signs("split", ["validation", "training"], [[1, 0], [2, 3]], legend);
  return chart(curves.flatMap((curve) => pointsOf(report, curve, measure)), [
    { mark: { type: "line", strokeWidth: 1.6 }, encoding: { x, y, color, strokeDash } },
    { transform: [{ filter: "datum.is_last" }], mark: { type: "point", filled: true, size: 50, opacity: 1 },
      encoding: { x, y, color, shape } },
  ], panels.length > 1 ? height : height + 80, panels);
}

// The last values of the first panel.
function finding(report: ReportDocument, table: Table, measure: Measure): string {
  const shown = (row: Value[], key: string): string => {
    const place = table.columns.findIndex((column) => column.key === key);
    const column = table.columns[place];
    return column ? cellText(row[place] ?? null, column) : "";
  };
  const rows = table.rows.filter((row) => shown(row, "fraction") === shown(table.rows[0] ?? [], "fraction"));
  const sentences = rows.map((row) => {
    const [training, validation, epochs] = ["training", "validation", "epochs"].map((key) => shown(row, key));
    return `${shown(row, "model") || report.models[0]?.label} ${training} on the training labels` +
      `${validation && ` and ${validation} on the validation labels`} after ${epochs} ${epochs === "1" ? "epoch" : "epochs"}.`;
  });
  return `${measure.title} by epoch. At the end: ${sentences.join(" ")}`;
}

function caption(report: ReportDocument, curves: Curve[], measure: Measure): string {
  const hasValidation = curves.some((curve) => curve[measure.validation].length > 0);
  return (runsOf(report) > 1 ? "The first run of every model. Curves end where training stopped."
    : "From before the first epoch to the last.") +
    (hasValidation ? " Solid lines: validation labels; dotted lines: training labels." : "");
}

export function learningFigures(report: ReportDocument): Figure[] {
  return measures.flatMap((measure) => {
    const table = findTable(report, measure.name);
    const curves = report.curves.filter((curve) => curve[measure.training].length > 0);
    if (!table || curves.length === 0) return [];
    return [{
      name: measure.name, title: `${measure.title} during training`, table, finding: finding(report, table, measure),
      caption: caption(report, curves, measure), spec: curveChart(report, curves, measure),
    }];
  });
}
