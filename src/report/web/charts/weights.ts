// Whether rules that the data follows get more weight: weight against compliance.
import { distinct, findTable, number, rowsOf, type Fraction, type ReportDocument, type Table, type Weights } from "../document";
import { counted, fixed, fractionPanel, fractionSentence, listed, plotted } from "../numbers";
import { chart, colourAt, palette, plainColour, quantity, shapeAt, signs, tooltip, type Figure, type Spec } from "../vega_lite";

const height = 190;
const otherGroups = "other rules";

// The groups that get a colour; where there are more than colours, the last ones share grey.
export function colouredGroups(groups: string[]): string[] {
  const all = distinct(groups);
  return all.length > palette.length ? [...all.slice(0, palette.length), otherGroups] : all;
}

// Pearson's r of a share of labels, as the table has it.
function correlation(table: Table, fraction: Fraction): number | null {
  const row = rowsOf(table).find((each) => each["fraction"] === fraction);
  return row ? number(row, "r") : null;
}

// A training has one panel, and its table no column of shares.
function onlyCorrelation(table: Table): number | null {
  return number(rowsOf(table)[0] ?? {}, "r");
}

function pointChart(report: ReportDocument, weights: Weights, table: Table): Spec {
  const learned = weights.panels.flatMap((panel) => panel.points.map(([clause]) => report.clauses[clause]?.group ?? ""));
  const groups = colouredGroups(learned);
  const colours = groups.map((group, place) => (group === otherGroups ? plainColour : colourAt(place)));
  const panelLabel = (fraction: Fraction) => {
    const r = correlation(table, fraction);
    return fractionPanel(fraction) + (r === null ? "" : `: r = ${fixed(r, 2)}`);
  };
  const rows = weights.panels.flatMap((panel) => panel.points.map(([place, compliance, weight]): Spec => {
    const clause = report.clauses[place] ?? { name: "", group: "" };
    return {
      panel: panelLabel(panel.fraction), group: groups.includes(clause.group) ? clause.group : otherGroups,
      rule: clause.name, compliance: plotted(compliance), weight: plotted(weight),
    };
  }));
  const panels = weights.panels.map((panel) => panelLabel(panel.fraction));
  return chart(rows, [{
    mark: { type: "point", filled: true, size: 32, opacity: 0.7 },
    encoding: {
      x: quantity("compliance", "compliance of the training data", "~%"), y: quantity("weight", "weight", ".2~f"),
      color: signs("group", groups, colours), shape: signs("group", groups, groups.map((_, place) => shapeAt(place))),
      tooltip: tooltip({ rule: "rule", compliance: "compliance", weight: "weight" }),
    },
  }], panels.length > 1 ? height : height + 100, panels);
}

function finding(report: ReportDocument, weights: Weights, table: Table, label: string): string {
  const parts = rowsOf(table).flatMap((row) => {
    const r = number(row, "r");
    if (r === null) return [];
    return [report.kind === "training" ? fixed(r, 2) : `${fixed(r, 2)} ${fractionSentence(number(row, "fraction"))}`];
  });
  const count = weights.panels.reduce((sum, panel) => sum + panel.points.length, 0);
  return `Rule weights against the compliance of the training data, ${label}, ${counted(count, "point")}.` +
    (parts.length === 0 ? "" : ` Correlation: ${listed(parts)}.`);
}

function caption(report: ReportDocument, weights: Weights, table: Table): string {
  const isTraining = report.kind === "training";
  const r = onlyCorrelation(table);
  const correlated = weights.panels.length > 1 ? " r is the correlation over all runs."
    : r === null ? "" : ` The correlation is ${fixed(r, 2)}.`;
  const runs = Math.max(...weights.panels.map((panel) => panel.runs));
  const cut = weights.panels.every((panel) => panel.is_all) ? ""
    : isTraining ? " Some of the rules are drawn." : ` Points of the first ${counted(runs, "run")} are drawn.`;
  return `A point is a rule${isTraining ? "" : " in a run"}: the share of the training data that follows it, and its weight ` +
    `(mean over the layers).${correlated}${cut}`;
}

export function weightFigures(report: ReportDocument): Figure[] {
  return report.weights.flatMap((weights) => {
    const table = findTable(report, weights.table);
    const label = report.models[weights.model]?.label ?? "";
    if (!table) return [];
    return [{
      name: table.name, table,
      title: report.kind === "training" ? "Rule weight and compliance" : `Rule weight and compliance: ${label}`,
      finding: finding(report, weights, table, label), caption: caption(report, weights, table),
      spec: pointChart(report, weights, table),
    }];
  });
}
