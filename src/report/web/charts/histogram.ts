// Histograms of the accuracy, and of the accuracy gain, of single runs.
import { distinct, findTable, number, rowsOf, text, type Fraction, type Model, type ReportDocument, type Table } from "../document";
import { fractionPanel, fractionSentence, percent, plotted, points } from "../numbers";
import { chart, modelSigns, quantity, signedQuantity, zeroLine, type Figure, type Spec } from "../vega_lite";

const height = 170;
const mostBins = 40;

// The values of one model and share of labels, in the unit of the axis.
interface Values {
  fraction: Fraction;
  model: Model;
  values: number[];
}

interface Measure {
  name: "accuracy" | "improvement";
  scale: number; // from shares to the unit of the axis
  title: string;
  about: string; // for the text in place of the chart
  caption: string;
  format: (value: number) => string;
  axis: Spec;
  hasZero: boolean;
}

const measures: Measure[] = [
  {
    name: "accuracy", scale: 1, title: "Distribution of accuracy", about: "Histograms of accuracy", format: percent,
    caption: "Number of runs by accuracy on the test labels. Every run has its own split of the labels and its own initial " +
      "network.",
    axis: quantity("start", "accuracy on the test labels", ".0%"), hasZero: false,
  },
  {
    name: "improvement", scale: 100, title: "Distribution of the accuracy gain", about: "Histograms of the accuracy gain in points",
    format: points,
    caption: "Number of runs by accuracy gain over the network alone with the same split and the same initial network. In " +
      "runs left of zero the rules did harm.",
    axis: signedQuantity("start", "accuracy gain (points)"), hasZero: true,
  },
];

// The table says which models have enough runs.
function valuesOf(report: ReportDocument, table: Table, measure: Measure): Values[] {
  if (report.kind !== "experiment") return [];
  return rowsOf(table).flatMap((row) => {
    const fraction = number(row, "fraction");
    const sample = report.samples.find((each) =>
      each.fraction === fraction && report.models[each.model]?.label === text(row, "model"));
    const model = sample && report.models[sample.model];
    return model ? [{ fraction, model, values: sample[measure.name].map((value) => measure.scale * value) }] : [];
  });
}

// A round width: fewer bins for fewer runs.
export function binWidth(samples: number[][]): number {
  const all = samples.flat();
  const runs = Math.max(...samples.map((values) => values.length));
  const [low, high] = [all.reduce((a, b) => Math.min(a, b)), all.reduce((a, b) => Math.max(a, b))];
  const least = Math.max((high - low) / Math.min(mostBins, 4 * Math.sqrt(runs)), 1e-4);
  const power = Number(`1e${Math.floor(Math.log10(least))}`); // exact, unlike 10 ** n
  return power * ([1, 2, 5].find((step) => step * power >= 0.75 * least) ?? 10);
}

// The corners of the steps, down to zero on both sides.
function steps({ fraction, model, values }: Values, width: number): Spec[] {
  const counts = new Map<number, number>();
  for (const value of values) {
    const bin = Math.floor(value / width + 1e-9);
    counts.set(bin, (counts.get(bin) ?? 0) + 1);
  }
  const rows: Spec[] = [];
  const bins = [...counts.keys()];
  for (let bin = Math.min(...bins) - 1; bin <= Math.max(...bins) + 1; ++bin) {
    rows.push({ panel: fractionPanel(fraction), series: model.label, start: plotted(bin * width), runs: counts.get(bin) ?? 0 });
  }
  return rows;
}

function stepChart(report: ReportDocument, samples: Values[], measure: Measure): Spec {
  const shown = report.models.filter((model) => samples.some((sample) => sample.model === model));
  const { colour: color, dash: strokeDash } = modelSigns(report.models, shown, "line");
  const width = binWidth(samples.map((sample) => sample.values));
  const panels = distinct(samples.map((sample) => fractionPanel(sample.fraction)));
  const count = quantity("runs", "runs", "d");
  const y: Spec = { ...count, stack: null, axis: { ...count.axis, tickMinStep: 1, tickCount: 4 } };
  const x = measure.axis;
  return chart(samples.flatMap((sample) => steps(sample, width)), [
    ...(measure.hasZero ? [zeroLine("x")] : []),
    { mark: { type: "area", interpolate: "step-after", fillOpacity: 0.22 }, encoding: { x, y, color } },
    { mark: { type: "line", interpolate: "step-after", strokeWidth: 1.5 }, encoding: { x, y, color, strokeDash } },
  ], panels.length > 1 ? height : height + 60, panels);
}

function finding(table: Table, measure: Measure): string {
  const rows = rowsOf(table);
  const fraction = number(rows[0] ?? {}, "fraction");
  const parts = rows.filter((row) => row["fraction"] === fraction).map((row) => {
    const [least, median, greatest] = ["least", "median", "greatest"].map((key) => measure.format(number(row, key) ?? 0));
    return `${text(row, "model")} from ${least} to ${greatest}, median ${median}`;
  });
  return `${measure.about}; ${fractionSentence(fraction)}: ${parts.join("; ")}.`;
}

export function histogramFigures(report: ReportDocument): Figure[] {
  return measures.flatMap((measure) => {
    const table = findTable(report, `${measure.name}-histogram`);
    const samples = table ? valuesOf(report, table, measure) : [];
    if (!table || samples.length === 0) return [];
    return [{
      name: table.name, title: measure.title, caption: measure.caption, table, finding: finding(table, measure),
      spec: stepChart(report, samples, measure),
    }];
  });
}
