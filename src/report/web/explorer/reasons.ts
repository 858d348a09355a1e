// An evaluation taken apart again: what every layer, clause and grounding adds to a row.
import type { Alterations, Evaluation, Layer } from "./layer";
import { probabilities } from "./prediction";
import type { Words } from "./words";

// What one clause of one instance adds to a row in one pass.
export interface Grounding {
  pass: number;
  instance: number;
  place: number; // of the clause in its group
  changes: Float64Array; // one per column of the row
}

export interface Contribution {
  layer: number; // from 0
  clause: number;
  changes: Float64Array;
  groundings: Grounding[];
}

const sizeOf = (changes: Float64Array) => changes.reduce((sum, change) => sum + Math.abs(change), 0);

// All of them, by layer and clause; those that move the row most come first.
export function contributionsTo(layer: Layer, node: number, changes: Alterations, { values }: Evaluation): Contribution[] {
  const { stages } = layer.document;
  const width = layer.tableOf(node).columns.length;
  const found = new Map<number, Contribution>();
  for (let pass = 0; pass < layer.passes; ++pass) {
    for (const instance of layer.instancesOf(pass % stages, node)) {
      if (!layer.takesPart(instance, changes)) continue;
      const { clauses } = layer.group(instance);
      const numbers = layer.numbersOf(instance);
      clauses.forEach(({ clause, literals }, place) => {
        if (!literals.some(({ slot }) => numbers[slot] === node)) return;
        const each = layer.changesOf(instance, place, changes, pass, values[pass]!);
        if (!each) return;
        const grounding: Grounding = { pass, instance, place, changes: new Float64Array(width) };
        literals.forEach(({ slot, column }, i) => { if (numbers[slot] === node) grounding.changes[column]! += each[i]!; });
        const key = layer.layerOf(pass) * layer.document.clauses.length + clause;
        const sum = found.get(key) ?? { layer: layer.layerOf(pass), clause, changes: new Float64Array(width), groundings: [] };
        found.set(key, sum);
        sum.groundings.push(grounding);
        for (let column = 0; column < width; ++column) sum.changes[column]! += grounding.changes[column]!;
      });
    }
  }
  return [...found.values()].sort((a, b) => sizeOf(b.changes) - sizeOf(a.changes));
}

// The groundings that move a column, the strongest first.
export function groundingsOf(contributions: Contribution[], column: number): { clause: number; grounding: Grounding }[] {
  return contributions
    .flatMap(({ clause, groundings }) => groundings.map((grounding) => ({ clause, grounding })))
    .filter(({ grounding }) => grounding.changes[column] !== 0)
    .sort((a, b) => Math.abs(b.grounding.changes[column]!) - Math.abs(a.grounding.changes[column]!));
}

// One of the things a grounding moves a row by: a listed fact, or a prediction as it was before that pass.
export interface Reason {
  text: string;
  fact: number | undefined;
  node: number | undefined;
  probability: number | undefined;
}

// The facts and the literals of a grounding but that of the moved column.
export function reasonsOf(layer: Layer, words: Words, node: number, column: number, grounding: Grounding, { values }: Evaluation): Reason[] {
  const group = layer.group(grounding.instance);
  const numbers = layer.numbersOf(grounding.instance);
  const { literals } = group.clauses[grounding.place]!;
  const { facts } = layer.document;
  const reasons: Reason[] = [];
  const seen = new Set<string>();
  group.facts.forEach((_, place) => {
    const fact = numbers[group.slots.length + place]!;
    if (fact < 0 || seen.has(facts.text[fact]!)) return;
    seen.add(facts.text[fact]!);
    const degree = facts.degree[fact] ?? undefined;
    reasons.push({ text: facts.text[fact]!, fact, node: undefined, probability: degree });
  });
  for (const { slot, column: other } of literals) {
    const at = numbers[slot]!;
    if (at < 0 || (at === node && other === column)) continue;
    const text = words.atom(at, other);
    if (seen.has(text)) continue;
    seen.add(text);
    const probability = probabilities(layer.tableOf(at), layer.logitsOf(at, values[grounding.pass]!))[other]!;
    reasons.push({ text, fact: undefined, node: at === node ? undefined : at, probability });
  }
  return reasons;
}

// A row that shares a grounding with another one, and what these groundings add to it: to a column, or to all of them. `net` is
// the sum, `size` the sum without signs.
export interface Neighbour {
  node: number;
  net: number;
  size: number;
}

// The strongest first. Without contributions all have size 0.
export function neighboursOf(layer: Layer, node: number, contributions: Contribution[], column?: number): Neighbour[] {
  const found = new Map<number, Neighbour>();
  const neighbour = (other: number) => {
    const known = found.get(other) ?? { node: other, net: 0, size: 0 };
    found.set(other, known);
    return known;
  };
  const forEachOther = (instance: number, use: (other: number) => void) => {
    const nodes = layer.numbersOf(instance).subarray(0, layer.group(instance).slots.length);
    nodes.forEach((other, place) => { if (other >= 0 && other !== node && nodes.indexOf(other) === place) use(other); });
  };
  for (let stage = 0; stage < layer.document.stages; ++stage) {
    for (const instance of layer.instancesOf(stage, node)) forEachOther(instance, neighbour);
  }
  for (const { groundings } of contributions) {
    for (const { instance, changes } of groundings) {
      const net = column === undefined ? changes.reduce((sum, change) => sum + change, 0) : changes[column]!;
      const size = column === undefined ? sizeOf(changes) : Math.abs(net);
      forEachOther(instance, (other) => {
        const each = neighbour(other);
        each.net += net;
        each.size += size;
      });
    }
  }
  return [...found.values()].sort((a, b) => b.size - a.size || a.node - b.node);
}
