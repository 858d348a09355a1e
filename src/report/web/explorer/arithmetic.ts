// What one grounding of a clause adds to the logits of its literals, in double, as src/explain/contribution.cpp has it.
import type { ExplorerDocument } from "./document";

export type Boost = ExplorerDocument["boost"];

// The literals of a clause as it sees them. Arrays are longer than `count`, so that one object serves all clauses.
export interface SeenLiterals {
  count: number;
  logits: Float64Array; // of the atoms
  signs: Float64Array; // 1, or -1 for negated literals
  atoms: Float64Array; // the same number for the same atom
  changes: Float64Array; // the result: one per literal, for the logit of its atom
}

export function literalsFor(most: number): SeenLiterals {
  const numbers = () => new Float64Array(most);
  return { count: 0, logits: numbers(), signs: numbers(), atoms: numbers(), changes: numbers() };
}

// A literal whose atom another one has already counted gets v = minus infinity: it is as good as not there.
// Returns 0 when an atom occurs with both signs, otherwise 1.
function leaveOutRepeated({ count, signs, atoms, changes }: SeenLiterals): number {
  let residual = 1;
  for (let i = 1; i < count; ++i) {
    for (let j = 0; j < i; ++j) {
      if (atoms[i] !== atoms[j]) continue;
      if (signs[i] !== signs[j]) residual = 0;
      changes[i] = -Infinity;
    }
  }
  return residual;
}

// Softmax over the first `count` values, in place.
export function softmax(values: Float64Array, count: number): void {
  let most = -Infinity;
  for (let i = 0; i < count; ++i) if (values[i]! > most) most = values[i]!;
  let sum = 0;
  for (let i = 0; i < count; ++i) sum += values[i] = Math.exp(values[i]! - most);
  for (let i = 0; i < count; ++i) values[i]! /= sum;
}

// 1 for the first of the greatest values, 0 for the others.
function chooseGreatest(values: Float64Array, count: number): void {
  let greatest = 0;
  for (let i = 1; i < count; ++i) if (values[i]! > values[greatest]!) greatest = i;
  values.fill(0, 0, count);
  values[greatest] = 1;
}

//   softmax    ± w softmax(v)_i, with v = ± the logit
//   godel      ± w for the first of the greatest v, 0 for the others
//   residual   ± w (1 - t) softmax(v)_i, with 1 - t the product of 1 - sigma(v); an atom counts once, by its first literal,
//              and 1 - t is 0 where it has both signs
export function computeChanges(boost: Boost, weight: number, literals: SeenLiterals): void {
  const { count, logits, signs, changes } = literals;
  for (let i = 0; i < count; ++i) changes[i] = signs[i]! * logits[i]!;
  let factor = weight;
  if (boost === "residual") {
    factor *= leaveOutRepeated(literals);
    for (let i = 0; i < count; ++i) factor *= 1 / (1 + Math.exp(changes[i]!));
  }
  if (boost === "godel") chooseGreatest(changes, count);
  else softmax(changes, count);
  for (let i = 0; i < count; ++i) changes[i]! *= signs[i]! * factor;
}

// The logit of a listed fact: of its degree, which a plan holds as a float.
export function degreeLogit(degree: number | null): number {
  return degree === null ? Infinity : Math.fround(Math.log(degree) - Math.log1p(-degree));
}
