// What a person has switched off, slid or set; and how to take it back.
import type { ExplorerDocument } from "./document";
import type { Alterations, SetAtom } from "./layer";

// Mean over the layers, as the audit has it.
export function meanWeight(weights: readonly number[]): number {
  return weights.reduce((sum, weight) => sum + weight, 0) / Math.max(1, weights.length);
}

// Weights with another mean and the same proportions; all alike where the mean was 0.
export function withMean(weights: readonly number[], mean: number): number[] {
  const old = meanWeight(weights);
  return weights.map((weight) => (old === 0 ? mean : (weight / old) * mean));
}

export type Change =
  | { kind: "rule"; clause: number }
  | { kind: "weight"; clause: number; mean: number }
  | { kind: "fact"; fact: number }
  | { kind: "set"; atom: SetAtom };

export class ChangeList {
  private list: Change[] = [];

  constructor(private readonly document: ExplorerDocument, private readonly changed: () => void) {}

  get all(): readonly Change[] {
    return this.list;
  }

  private replace(isOld: (change: Change) => boolean, change?: Change): void {
    const place = this.list.findIndex(isOld);
    if (change && place >= 0) this.list[place] = change;
    else if (change) this.list.push(change);
    else if (place >= 0) this.list.splice(place, 1);
    else return;
    this.changed();
  }

  isOn(clause: number): boolean {
    return !this.list.some((change) => change.kind === "rule" && change.clause === clause);
  }

  switchRule(clause: number, isOn: boolean): void {
    this.replace((change) => change.kind === "rule" && change.clause === clause, isOn ? undefined : { kind: "rule", clause });
  }

  // The mean over the layers.
  weightOf(clause: number): number {
    const slid = this.list.find((change) => change.kind === "weight" && change.clause === clause);
    return slid?.kind === "weight" ? slid.mean : meanWeight(this.document.clauses[clause]!.weights);
  }

  setWeight(clause: number, mean: number): void {
    const isBack = mean === meanWeight(this.document.clauses[clause]!.weights);
    this.replace((change) => change.kind === "weight" && change.clause === clause, isBack ? undefined : { kind: "weight", clause, mean });
  }

  isListed(fact: number): boolean {
    return !this.list.some((change) => change.kind === "fact" && change.fact === fact);
  }

  switchFact(fact: number, isOn: boolean): void {
    this.replace((change) => change.kind === "fact" && change.fact === fact, isOn ? undefined : { kind: "fact", fact });
  }

  // What an atom is set to; nothing while the network says it.
  setTo(node: number, column: number): number | undefined {
    const found = this.list.find((change) => change.kind === "set" && change.atom.node === node && change.atom.column === column);
    return found?.kind === "set" ? found.atom.probability : undefined;
  }

  set(node: number, column: number, probability: number | undefined): void {
    this.replace((change) => change.kind === "set" && change.atom.node === node && change.atom.column === column,
      probability === undefined ? undefined : { kind: "set", atom: { node, column, probability } });
  }

  undo(change: Change): void {
    this.replace((other) => other === change);
  }

  undoAll(): void {
    if (this.list.length === 0) return;
    this.list = [];
    this.changed();
  }

  alterations(): Alterations {
    const { clauses, layers } = this.document;
    const weights = new Float64Array(layers * clauses.length);
    const put = (clause: number, values: readonly number[]) =>
      values.forEach((weight, layer) => { weights[layer * clauses.length + clause] = weight; });
    clauses.forEach((each, clause) => put(clause, each.weights));
    const offFacts = new Set<number>();
    const set: SetAtom[] = [];
    const offRules: number[] = [];
    for (const change of this.list) {
      if (change.kind === "weight") put(change.clause, withMean(clauses[change.clause]!.weights, change.mean));
      else if (change.kind === "fact") offFacts.add(change.fact);
      else if (change.kind === "set") set.push(change.atom);
      else offRules.push(change.clause);
    }
    for (const clause of offRules) put(clause, clauses[clause]!.weights.map(() => 0));
    return { weights, offFacts, set };
  }
}
