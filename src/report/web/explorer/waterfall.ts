// From the logit of the network to that with the rules, step by step: which steps a chart shows.
import type { Contribution } from "./reasons";

export interface Step {
  layer: number; // from 0
  clause: number;
  change: number;
  before: number; // the same without what the person changed
}

export interface Waterfall {
  start: number;
  steps: Step[]; // the strongest as things are first, so that steps keep their places while a weight is slid
  others: { count: number; change: number; before: number };
  end: number;
}

const key = ({ layer, clause }: Contribution) => `${layer} ${clause}`;

export function stepsOf(column: number, now: Contribution[], base: Contribution[]): Step[] {
  const steps = new Map<string, Step>();
  for (const each of base) steps.set(key(each), { layer: each.layer, clause: each.clause, change: 0, before: each.changes[column]! });
  for (const each of now) {
    const step = steps.get(key(each));
    if (step) step.change = each.changes[column]!;
    else steps.set(key(each), { layer: each.layer, clause: each.clause, change: each.changes[column]!, before: 0 });
  }
  return [...steps.values()].filter(({ change, before }) => change !== 0 || before !== 0)
    .sort((a, b) => Math.abs(b.before) - Math.abs(a.before) || a.layer - b.layer || a.clause - b.clause);
}

// Shows at most `most` steps: those that are or were the largest; the small ones become one.
export function waterfallOf(start: number, end: number, steps: Step[], most: number): Waterfall {
  const strength = ({ change, before }: Step) => Math.max(Math.abs(change), Math.abs(before));
  const shown = new Set([...steps].sort((a, b) => strength(b) - strength(a)).slice(0, steps.length > most ? most - 1 : most));
  const folded = steps.filter((step) => !shown.has(step));
  return {
    start, end, steps: steps.filter((step) => shown.has(step)),
    others: {
      count: folded.length, change: folded.reduce((sum, { change }) => sum + change, 0),
      before: folded.reduce((sum, { before }) => sum + before, 0),
    },
  };
}
