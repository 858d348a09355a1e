// The charts of a report, in the order of the page. Those that make no sense for the results are left out: the document
// has no table for them.
import type { ReportDocument } from "../document";
import type { Figure } from "../vega_lite";
import { accuracyFigure } from "./accuracy";
import { depthFigure } from "./depth";
import { histogramFigures } from "./histogram";
import { improvementFigure } from "./improvement";
import { learningFigures } from "./learning";
import { weightFigures } from "./weights";

export function allFigures(report: ReportDocument): Figure[] {
  const single = [accuracyFigure(report), improvementFigure(report), depthFigure(report)];
  return [...single.filter((figure) => figure !== undefined), ...histogramFigures(report), ...weightFigures(report),
    ...learningFigures(report)];
}

// The specification as a file: with the words around the chart.
export function specFile(figure: Figure): string {
  return `${JSON.stringify({ ...figure.spec, title: figure.title, description: figure.finding }, null, 1)}\n`;
}
