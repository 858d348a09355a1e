// What an explorer shows, as src/report/explorer.cpp writes it: a part of a graph, the rules on it, and their audit.

// A table of predictions: an object or a tuple per row, a predicate per column.
export interface PredictedTable {
  name: string;
  columns: string[];
  exclusive: number[][]; // columns of which exactly one holds, by groups; the others are independent of each other
}

export interface ExplorerClause {
  name: string;
  text: string; // "!AI(x) | !Cite(x, y) | AI(y)"
  weights: number[]; // one per layer
}

// A row of a predicted table. What the page holds of the graph is enough to compute the first `complete` nodes exactly, through
// all layers. The others are only there because these depend on them; some of their own groundings are missing.
export interface Nodes {
  complete: number;
  table: number[];
  name: string[]; // the id of the object, or "Friends(anna, bob)"
  logits: number[]; // of the network, node after node, a number per column of its table
  labels: (number[] | null)[]; // columns that are known to hold; null where nothing is known
}

// A listed tuple of a given relation.
export interface Facts {
  text: string[]; // "Cite(paper 17, paper 92)"
  degree: (number | null)[]; // of truth; null: certain
}

// A literal speaks of a column of the row in its slot; of a given fact, when the slot has one.
export interface GroundLiteral {
  slot: number;
  column: number;
  positive: boolean;
}

// Groundings of clauses that need the same rows. An instance is a list of numbers: for every slot a node, or -1 for a slot that
// has a fact; then for every fact its number in `Facts`, or -1 when it is not listed.
//   An instance takes part when its `required` facts are listed (and not switched off), and each `excluded` one is not: it is
// unlisted, switched off, or has a degree, and then its literal is in the clauses.
export interface Group {
  stage: number; // in sequential order, rules about one object are stage 0, the others stage 1; otherwise 0
  slots: { fact: number | null }[]; // null: a node; otherwise which of the facts of the instance
  facts: ("required" | "excluded")[];
  clauses: { clause: number; literals: GroundLiteral[] }[];
  instances: number[]; // one after the other: slots.length + facts.length numbers each
}

export interface AuditedClause {
  clause: number;
  weight: number;
  moved: number; // rows
  flipped: number; // predictions
  flipped_labelled: number;
  wrong_to_right: number;
  right_to_wrong: number;
  mean_contribution: number;
  helped: { row: string; change: number }[];
  hurt: { row: string; change: number }[];
}

export interface Audit {
  rows: number;
  labels: number;
  moved_from: number; // a row is moved when a probability changes by more
  clauses: AuditedClause[]; // the most harmful first
  opposed: { first: string; second: string; logits: number; cancelled: number }[]; // rules that pull against each other
}

export interface ExplorerDocument {
  format: 1;
  kind: "explorer";
  about: { title: string; version: string; data: string; knowledge: string };
  boost: "softmax" | "godel" | "residual";
  layers: number;
  stages: number; // of a layer; each sees the values that the one before left
  center: boolean; // exclusive groups get mean 0 before the rules
  tables: PredictedTable[];
  clauses: ExplorerClause[];
  nodes: Nodes;
  facts: Facts;
  groups: Group[];
  audit: Audit;
  rows: number; // of the predicted tables in the data, of which the page may hold only some
}
