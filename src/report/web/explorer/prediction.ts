// Logits of one row as what is said of it: probabilities, and the predicates that hold.
import { softmax } from "./arithmetic";
import type { PredictedTable } from "./document";

export type Logits = ArrayLike<number>;

// The exclusive group of a column; nothing when it is independent.
export function groupOf(table: PredictedTable, column: number): number[] | undefined {
  return table.exclusive.find((group) => group.includes(column));
}

function greatest(columns: number[], logits: Logits): number {
  return columns.reduce((best, column) => (logits[column]! > logits[best]! ? column : best));
}

export function probabilities(table: PredictedTable, logits: Logits): number[] {
  const result = table.columns.map((_, column) => 1 / (1 + Math.exp(-logits[column]!)));
  for (const group of table.exclusive) {
    const shares = Float64Array.from(group, (column) => logits[column]!);
    softmax(shares, shares.length);
    group.forEach((column, place) => { result[column] = shares[place]!; });
  }
  return result;
}

// The most probable column of every exclusive group, and the independent ones that hold; ascending.
export function predicted(table: PredictedTable, logits: Logits): number[] {
  const alone = table.columns.map((_, column) => column).filter((column) => !groupOf(table, column) && logits[column]! > 0);
  return [...table.exclusive.map((group) => greatest(group, logits)), ...alone].sort((a, b) => a - b);
}

// The column that a row is coloured by: of the first exclusive group, or the most probable one that holds; -1 for none.
export function mainColumn(table: PredictedTable, logits: Logits): number {
  const group = table.exclusive[0];
  if (group) return greatest(group, logits);
  const best = greatest(table.columns.map((_, column) => column), logits);
  return logits[best]! > 0 ? best : -1;
}

// Whether all that is known to hold is predicted. Nothing is known of the other columns that are in no exclusive group.
export function isRight(table: PredictedTable, logits: Logits, label: number[]): boolean {
  const found = predicted(table, logits);
  return label.every((column) => found.includes(column));
}

const mostCertain = 500; // the logit of what is certainly true

function clampedLogit(probability: number): number {
  return Math.min(mostCertain, Math.max(-mostCertain, Math.log(probability) - Math.log1p(-probability)));
}

// The network says something else of a column: its probability becomes this, and the proportions of the others in its
// exclusive group stay.
export function setColumn(table: PredictedTable, logits: Float64Array, column: number, probability: number): void {
  const others = (groupOf(table, column) ?? []).filter((other) => other !== column).map((other) => logits[other]!);
  let base = 0;
  if (others.length > 0) {
    const most = Math.max(...others);
    base = most + Math.log(others.reduce((sum, logit) => sum + Math.exp(logit - most), 0));
  }
  logits[column] = base + clampedLogit(probability);
}

// Exclusive groups get mean 0.
export function centerGroups(table: PredictedTable, logits: Float64Array): void {
  for (const group of table.exclusive) {
    let mean = 0;
    for (const column of group) mean += logits[column]! / group.length;
    for (const column of group) logits[column]! -= mean;
  }
}
