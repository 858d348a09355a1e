// The layer of rules, computed in the page: a port of src/explain/neighbourhood.cpp and evaluation.cpp, in double.
import { computeChanges, degreeLogit, literalsFor, type SeenLiterals } from "./arithmetic";
import type { ExplorerDocument, Group, PredictedTable } from "./document";
import { centerGroups, setColumn } from "./prediction";

export interface SetAtom {
  node: number;
  column: number;
  probability: number;
}

// What is different from how things are.
export interface Alterations {
  weights: Float64Array; // a weight per clause, layer after layer; 0 for a rule that is switched off
  offFacts: ReadonlySet<number>;
  set: readonly SetAtom[];
}

interface CompiledClause {
  clause: number;
  slots: Int32Array;
  columns: Int32Array;
  signs: Float64Array;
}

interface CompiledGroup {
  source: Group;
  stride: number; // numbers per instance
  slots: number;
  factOfSlot: Int32Array; // its place in the instance, or -1 for a node
  clauses: CompiledClause[];
  numbers: Int32Array; // of the instances
}

// Of a stage: the instances that touch a node are touching[first[node]] to touching[first[node + 1]].
interface Incidence {
  first: Int32Array;
  touching: Int32Array;
}

// The rows that the values of `targets` depend on, and the groundings between them, collected backwards through the passes.
// After pass p - 1 values are needed of the first counts[p] nodes, and pass p reads the first instanceCounts[p] of its stage.
export interface Neighbourhood {
  targets: number[];
  nodes: Int32Array;
  counts: number[];
  instances: Int32Array[]; // by stage
  instanceCounts: number[];
}

// The values of all nodes of a neighbourhood before each pass and after the last, at `layer.firstValue` of the node. `network`
// holds what the network says, or what it is set to.
export interface Evaluation {
  network: Float64Array;
  values: Float64Array[];
}

function compiled(group: Group): CompiledGroup {
  const slots = group.slots.length;
  return {
    source: group, slots, stride: slots + group.facts.length,
    factOfSlot: Int32Array.from(group.slots, ({ fact }) => (fact === null ? -1 : slots + fact)),
    clauses: group.clauses.map(({ clause, literals }) => ({
      clause, slots: Int32Array.from(literals, ({ slot }) => slot), columns: Int32Array.from(literals, ({ column }) => column),
      signs: Float64Array.from(literals, ({ positive }) => (positive ? 1 : -1)),
    })),
    numbers: Int32Array.from(group.instances),
  };
}

export class Layer {
  readonly passes: number;
  readonly firstValue: Int32Array; // of each node, and the number of all values
  readonly logits: Float64Array;
  private readonly groups: CompiledGroup[];
  private readonly groupOfInstance: Int32Array;
  private readonly startOfInstance: Int32Array;
  private readonly incidence: Incidence[]; // by stage
  private readonly factLogits: Float64Array;
  private readonly literals: SeenLiterals;

  constructor(readonly document: ExplorerDocument) {
    const { nodes, groups, facts, layers, stages } = document;
    this.passes = layers * stages;
    this.firstValue = new Int32Array(nodes.name.length + 1);
    nodes.table.forEach((_, node) => { this.firstValue[node + 1] = this.firstValue[node]! + this.tableOf(node).columns.length; });
    this.logits = Float64Array.from(nodes.logits);
    this.groups = groups.map(compiled);
    this.factLogits = Float64Array.from(facts.degree, degreeLogit);
    this.literals = literalsFor(Math.max(1, ...groups.flatMap((group) => group.clauses.map(({ literals }) => literals.length))));
    const counts = this.groups.map(({ numbers, stride }) => numbers.length / stride);
    const all = counts.reduce((sum, count) => sum + count, 0);
    this.groupOfInstance = new Int32Array(all);
    this.startOfInstance = new Int32Array(all);
    let next = 0;
    this.groups.forEach((group, number) => {
      for (let start = 0; start < group.numbers.length; start += group.stride) {
        this.groupOfInstance[next] = number;
        this.startOfInstance[next++] = start;
      }
    });
    this.incidence = Array.from({ length: stages }, (_, stage) => this.incidenceOf(stage));
  }

  tableOf(node: number): PredictedTable {
    return this.document.tables[this.document.nodes.table[node]!]!;
  }

  isComplete(node: number): boolean {
    return node < this.document.nodes.complete;
  }

  layerOf(pass: number): number {
    return Math.floor(pass / this.document.stages);
  }

  group(instance: number): Group {
    return this.groups[this.groupOfInstance[instance]!]!.source;
  }

  // A node per slot, or -1; then a fact per place, or -1.
  numbersOf(instance: number): Int32Array {
    const group = this.groups[this.groupOfInstance[instance]!]!;
    const start = this.startOfInstance[instance]!;
    return group.numbers.subarray(start, start + group.stride);
  }

  instancesOf(stage: number, node: number): Int32Array {
    const { first, touching } = this.incidence[stage]!;
    return touching.subarray(first[node], first[node + 1]);
  }

  private incidenceOf(stage: number): Incidence {
    const count = this.document.nodes.name.length;
    const first = new Int32Array(count + 1);
    const visit = (use: (node: number, instance: number) => void) => {
      for (let instance = 0; instance < this.groupOfInstance.length; ++instance) {
        const { source, numbers, slots } = this.groups[this.groupOfInstance[instance]!]!;
        if (source.stage !== stage) continue;
        const start = this.startOfInstance[instance]!;
        for (let i = start; i < start + slots; ++i) {
          const isRepeated = numbers.subarray(start, i).includes(numbers[i]!);
          if (numbers[i]! >= 0 && !isRepeated) use(numbers[i]!, instance);
        }
      }
    };
    visit((node) => { ++first[node + 1]!; });
    for (let node = 0; node < count; ++node) first[node + 1]! += first[node]!;
    const place = first.slice();
    const touching = new Int32Array(first[count]!);
    visit((node, instance) => { touching[place[node]!++] = instance; });
    return { first, touching };
  }

  neighbourhood(targets: number[]): Neighbourhood {
    const stages = this.document.stages;
    const nodes = [...targets];
    const isFound = new Uint8Array(this.document.nodes.name.length);
    for (const node of targets) isFound[node] = 1;
    const isListed = new Uint8Array(this.groupOfInstance.length);
    const instances: number[][] = Array.from({ length: stages }, () => []);
    const seen = new Array<number>(stages).fill(0); // how many of the nodes have been looked at, by stage
    const counts = new Array<number>(this.passes + 1).fill(targets.length);
    const instanceCounts = new Array<number>(this.passes).fill(0);
    for (let pass = this.passes - 1; pass >= 0; --pass) {
      const stage = pass % stages;
      for (; seen[stage]! < counts[pass + 1]!; ++seen[stage]!) {
        for (const instance of this.instancesOf(stage, nodes[seen[stage]!]!)) {
          if (isListed[instance]) continue;
          isListed[instance] = 1;
          instances[stage]!.push(instance);
          for (const node of this.numbersOf(instance).subarray(0, this.group(instance).slots.length)) {
            if (node < 0 || isFound[node]) continue;
            isFound[node] = 1;
            nodes.push(node);
          }
        }
      }
      counts[pass] = nodes.length;
      instanceCounts[pass] = instances[stage]!.length;
    }
    return { targets, nodes: Int32Array.from(nodes), counts, instances: instances.map((each) => Int32Array.from(each)), instanceCounts };
  }

  // How many ground clauses an evaluation computes.
  workOf({ instances, instanceCounts }: Neighbourhood): number {
    const clausesOf = (instance: number) => this.groups[this.groupOfInstance[instance]!]!.clauses.length;
    return instanceCounts.reduce((sum, count, pass) =>
      sum + instances[pass % this.document.stages]!.subarray(0, count).reduce((all, instance) => all + clausesOf(instance), 0), 0);
  }

  // `reuse` is an evaluation of the same neighbourhood whose memory may be overwritten.
  evaluate(neighbourhood: Neighbourhood, changes: Alterations, reuse?: Evaluation): Evaluation {
    const { nodes, counts } = neighbourhood;
    const empty = () => new Float64Array(this.logits.length);
    const evaluation = reuse ?? { network: empty(), values: Array.from({ length: this.passes + 1 }, empty) };
    this.start(nodes, changes, evaluation);
    for (let pass = 0; pass < this.passes; ++pass) {
      const before = evaluation.values[pass]!;
      const after = evaluation.values[pass + 1]!;
      for (let i = 0; i < counts[pass + 1]!; ++i) {
        const end = this.firstValue[nodes[i]! + 1]!;
        for (let value = this.firstValue[nodes[i]!]!; value < end; ++value) after[value] = before[value]!;
      }
      this.addPass(neighbourhood, changes, pass, before, after);
    }
    return evaluation;
  }

  private start(nodes: Int32Array, changes: Alterations, { network, values }: Evaluation): void {
    const start = values[0]!;
    for (const node of nodes) {
      const first = this.firstValue[node]!;
      const end = this.firstValue[node + 1]!;
      for (let value = first; value < end; ++value) network[value] = this.logits[value]!;
    }
    for (const { node, column, probability } of changes.set) setColumn(this.tableOf(node), this.logitsOf(node, network), column, probability);
    for (const node of nodes) {
      const end = this.firstValue[node + 1]!;
      for (let value = this.firstValue[node]!; value < end; ++value) start[value] = network[value]!;
      if (this.document.center) centerGroups(this.tableOf(node), this.logitsOf(node, start));
    }
  }

  private addPass(neighbourhood: Neighbourhood, changes: Alterations, pass: number, before: Float64Array, after: Float64Array): void {
    const instances = neighbourhood.instances[pass % this.document.stages]!;
    const count = neighbourhood.instanceCounts[pass]!;
    for (let i = 0; i < count; ++i) {
      const instance = instances[i]!;
      const group = this.groups[this.groupOfInstance[instance]!]!;
      const start = this.startOfInstance[instance]!;
      if (group.stride > group.slots && !this.takesPart(instance, changes)) continue;
      for (const clause of group.clauses) {
        if (!this.computeClause(group, start, clause, changes, pass, before)) continue;
        for (let literal = 0; literal < clause.slots.length; ++literal) {
          const node = group.numbers[start + clause.slots[literal]!]!;
          if (node >= 0) after[this.firstValue[node]! + clause.columns[literal]!]! += this.literals.changes[literal]!;
        }
      }
    }
  }

  // Whether its facts are listed as a grounding needs them.
  takesPart(instance: number, { offFacts }: Alterations): boolean {
    const { source, numbers, slots } = this.groups[this.groupOfInstance[instance]!]!;
    const start = this.startOfInstance[instance]! + slots;
    for (let i = 0; i < source.facts.length; ++i) {
      const fact = numbers[start + i]!;
      const isGone = fact < 0 || offFacts.has(fact);
      if (source.facts[i] === "required" ? isGone : !isGone && this.factLogits[fact] === Infinity) return false;
    }
    return true;
  }

  // Leaves the changes of a ground clause in `this.literals`; false when it has no weight.
  private computeClause(group: CompiledGroup, start: number, clause: CompiledClause, changes: Alterations, pass: number,
    before: Float64Array): boolean {
    const weight = changes.weights[this.layerOf(pass) * this.document.clauses.length + clause.clause]!;
    if (weight === 0) return false;
    const seen = this.literals;
    seen.count = clause.slots.length;
    for (let i = 0; i < seen.count; ++i) {
      const slot = clause.slots[i]!;
      const node = group.numbers[start + slot]!;
      seen.signs[i] = clause.signs[i]!;
      if (node >= 0) {
        const value = this.firstValue[node]! + clause.columns[i]!;
        seen.atoms[i] = value;
        seen.logits[i] = before[value]!;
      } else {
        const fact = group.numbers[start + group.factOfSlot[slot]!]!;
        seen.atoms[i] = -1 - fact; // those that are not listed are all 0, and v is minus infinity anyway
        seen.logits[i] = fact < 0 || changes.offFacts.has(fact) ? -Infinity : this.factLogits[fact]!;
      }
    }
    computeChanges(this.document.boost, weight, seen);
    return true;
  }

  // What a clause of an instance that takes part adds in a pass: a change per literal, valid until the next call; nothing when
  // it has no weight.
  changesOf(instance: number, clause: number, changes: Alterations, pass: number, before: Float64Array): Float64Array | undefined {
    const group = this.groups[this.groupOfInstance[instance]!]!;
    const isComputed = this.computeClause(group, this.startOfInstance[instance]!, group.clauses[clause]!, changes, pass, before);
    return isComputed ? this.literals.changes.subarray(0, this.literals.count) : undefined;
  }

  // The part of an array of values that belongs to a node.
  logitsOf(node: number, values: Float64Array): Float64Array {
    return values.subarray(this.firstValue[node], this.firstValue[node + 1]);
  }

  // With the rules: of a target of the neighbourhood that was evaluated.
  resultOf(node: number, { network, values }: Evaluation): Float64Array {
    const start = this.logitsOf(node, values[0]!);
    const end = this.logitsOf(node, values[this.passes]!);
    return this.logitsOf(node, network).map((logit, column) => logit + (end[column]! - start[column]!));
  }
}
