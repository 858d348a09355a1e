// The results that a page shows, as src/report writes them: one JSON document per page.

// A share of the labels; null: the splits are those of the data.
export type Fraction = number | null;

// What a cell holds: a raw value, and [part, whole] for "3 of 4".
export type Value = string | number | [number, number] | null;

export type ColumnKind = "text" | "fraction" | "count" | "count_of" | "percent" | "points" | "number" | "p_value";

export interface Column {
  key: string;
  title: string;
  kind: ColumnKind;
  digits?: number; // of kind "number"
}

export interface Table {
  name: string;
  title: string;
  columns: Column[];
  rows: Value[][];
}

export interface About {
  name: string;
  preset: string;
  choices: string[];
  command: string;
  version: string;
  machine: Record<string, string>;
  data: string;
  data_digest: string;
  sizes: Record<string, number>;
  knowledge: string;
  settings: Record<string, string>;
  seed: string; // 64 bits, more than a number holds
}

// A method in a paradigm, at the number of layers that charts show.
export interface Model {
  label: string;
  method: string;
  paradigm: string;
  layers: number;
  is_baseline: boolean; // the network alone
}

// Test accuracies of the runs of a model, and the gain over the baseline of the same run.
export interface Sample {
  model: number; // index in `models`
  fraction: Fraction;
  accuracy: number[];
  improvement: number[];
}

export interface WeightPanel {
  fraction: Fraction;
  runs: number; // whose points are here: the first ones
  is_all: boolean;
  points: [clause: number, compliance: number, weight: number][];
}

export interface Weights {
  model: number;
  table: string; // the name of the table of correlations
  panels: WeightPanel[];
}

// From before the first epoch to the last. Values that are no numbers are null.
export interface Curve {
  model: number;
  fraction: Fraction;
  loss: (number | null)[];
  accuracy: (number | null)[];
  valid_loss: (number | null)[];
  valid_accuracy: (number | null)[];
}

export interface Clause {
  name: string;
  group: string; // what a chart colours it by
}

interface Common {
  format: 1;
  about: About;
  models: Model[];
  fractions: Fraction[];
  clauses: Clause[];
  weights: Weights[];
  curves: Curve[];
  tables: Table[];
}

export interface ExperimentDocument extends Common {
  kind: "experiment";
  results: number; // trained models
  runs: number; // the most of any model
  samples: Sample[];
}

export interface TrainingDocument extends Common {
  kind: "training";
  training: { epochs: number; tested_epoch: number; members: number; keeps_network_alone: boolean; seconds: number;
    explorer: string | null }; // a file beside the page, in which predictions are explained
}

export type ReportDocument = ExperimentDocument | TrainingDocument;

export function findTable(report: ReportDocument, name: string): Table | undefined {
  return report.tables.find((table) => table.name === name);
}

// How many runs stand behind a number of the page at most.
export function runsOf(report: ReportDocument): number {
  return report.kind === "experiment" ? report.runs : 1;
}

// A row by the keys of its columns.
export type Row = Record<string, Value>;

export function rowsOf(table: Table): Row[] {
  return table.rows.map((row) => Object.fromEntries(table.columns.map((column, i) => [column.key, row[i] ?? null])));
}

export function text(row: Row, key: string): string {
  const value = row[key];
  return typeof value === "string" ? value : "";
}

export function number(row: Row, key: string): number | null {
  const value = row[key];
  return typeof value === "number" ? value : null;
}

// The distinct values, in the order in which they come.
export function distinct<T>(values: T[]): T[] {
  return [...new Set(values)];
}
