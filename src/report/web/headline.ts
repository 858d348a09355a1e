// What came out, in a sentence or two and a few key figures.
import {
  distinct, findTable, number, rowsOf, text, type ExperimentDocument, type ReportDocument, type Row, type TrainingDocument,
} from "./document";
import { counted, fixed, fractionSentence, grouped, interval, listed, percent, points, shareLabel } from "./numbers";

export interface Headline {
  outcome: string;
  compared: string; // what was compared with what
  figures: { number: string; about: string }[];
}

// The row with the highest value; nothing if none has one.
function best(rows: Row[], key: string): Row | undefined {
  const value = (row: Row) => number(row, key) ?? -Infinity;
  const found = rows.reduce<Row | undefined>((a, b) => (a && value(a) >= value(b) ? a : b), undefined);
  return found && number(found, key) !== null ? found : undefined;
}

// With the number of layers where an experiment compares several.
function nameOf(row: Row, rows: Row[]): string {
  const layers = number(row, "layers");
  const hasSweep = distinct(rows.map((each) => number(each, "layers")).filter((each) => each !== null)).length > 1;
  const paradigm = text(row, "paradigm");
  return text(row, "method") + (paradigm && ` (${paradigm})`) + (hasSweep && layers ? `, ${counted(layers, "layer")}` : "");
}

function comparedText(report: ExperimentDocument): string {
  const shares = report.fractions.filter((fraction) => fraction !== null).map(shareLabel);
  return listed(report.models.map((model) => model.label)) +
    (shares.length > 0 ? `; trained with ${listed(shares)} of the labels` : "") +
    `; ${counted(report.runs, "run")}${report.runs > 1 ? " of each." : "."}`;
}

function outcomeText(report: ExperimentDocument, rows: Row[], improved: Row | undefined, highest: Row | undefined): string {
  if (!highest) return "There are no labels to test the models on.";
  if (!improved) {
    return `${nameOf(highest, rows)} is right on ${percent(number(highest, "accuracy") ?? 0)} of the test labels.`;
  }
  const difference = number(improved, "improvement") ?? 0;
  const gain = `${points(difference)} points`;
  const where = fractionSentence(number(improved, "fraction"));
  const name = nameOf(improved, rows);
  if (difference <= 0) {
    return `The rules did not help: the best of the models with rules, ${name}, changes accuracy by ${gain} ${where}.`;
  }
  const better = improved["better_runs"];
  return (report.fractions.length === 1 ? "Rules help: " : `Rules help most ${where}: `) +
    `${name} is right on ${percent(number(improved, "accuracy") ?? 0)} of the test labels, ${gain} against the network alone` +
    (Array.isArray(better) && better[1] > 1 ? `, and better in ${grouped(better[0])} of ${counted(better[1], "run")}.` : ".");
}

function keyFigure(row: Row, rows: Row[], what: string, key: string, runs: number) {
  const format = key === "improvement" ? points : percent;
  const range = interval(number(row, `${key}_low`), number(row, `${key}_high`), format);
  return {
    number: format(number(row, key) ?? 0) + (key === "improvement" ? " points" : ""),
    about: `${what}: ${nameOf(row, rows)}, ${fractionSentence(number(row, "fraction"))}` +
      `${range && `; 95\u00a0% interval ${range}`}; ${counted(runs, "run")}`,
  };
}

function experimentHeadline(report: ExperimentDocument): Headline {
  const table = findTable(report, "results");
  const rows = table ? rowsOf(table) : [];
  const improved = best(rows, "improvement");
  const highest = best(rows, "accuracy");
  const better = improved?.["better_runs"];
  const figures = [
    ...(improved ? [keyFigure(improved, rows, "best mean gain", "improvement", Array.isArray(better) ? better[1] : 0)] : []),
    ...(highest ? [keyFigure(highest, rows, "highest mean accuracy", "accuracy", number(highest, "runs") ?? 0)] : []),
    { number: grouped(report.results), about: `${report.results === 1 ? "model was" : "models were"} trained for this page` },
  ];
  return { outcome: outcomeText(report, rows, improved, highest), compared: comparedText(report), figures };
}

function trainingHeadline(report: TrainingDocument): Headline {
  const { epochs, tested_epoch, members, keeps_network_alone, seconds } = report.training;
  const model = report.models[0]?.label ?? "The model";
  const splits = findTable(report, "splits");
  const test = splits && rowsOf(splits).find((row) => row["split"] === "test");
  const accuracy = test ? number(test, "accuracy") : null;
  const alone = test ? number(test, "network") : null;
  const fraction = report.fractions[0] ?? null;
  const figures: Headline["figures"] = [];
  if (test && accuracy !== null) {
    figures.push({ number: percent(accuracy), about: `accuracy on the ${counted(number(test, "labels") ?? 0, "test label")}` });
  }
  if (accuracy !== null && alone !== null) {
    figures.push({ number: `${points(accuracy - alone)} points`, about: `gain by the rules over the network of this model, ${percent(alone)}` });
  }
  figures.push({
    number: grouped(epochs),
    about: (epochs === 1 ? "epoch" : "epochs") + (members > 1 ? " at most" : `; epoch ${grouped(tested_epoch)} was kept`) +
      `; ${fixed(seconds, seconds < 10 ? 1 : 0)} s`,
  });
  return {
    outcome: accuracy === null ? "There are no labels to test the model on."
      : `${model} is right on ${percent(accuracy)} of the test labels.`,
    compared: `Trained ${fractionSentence(fraction)}${members > 1 ? `; the mean of ${counted(members, "model")}` : ""}.` +
      (keeps_network_alone ? " The network was trained without the rules: with the rules on top of it, it does better on the validation labels or " +
        "violates constraints less than the one trained with them." : ""),
    figures,
  };
}

export function headlineOf(report: ReportDocument): Headline {
  return report.kind === "experiment" ? experimentHeadline(report) : trainingHeadline(report);
}
