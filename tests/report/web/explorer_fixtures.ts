// Documents of explorers and what `kenn explain --json` says of them, from tests/report/explorer_document.py.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ExplorerDocument } from "../../../src/report/web/explorer/document";

interface Prediction {
  predicates: string[];
  probabilities: Record<string, number>;
  logits: Record<string, number>;
}

export interface Answer {
  object: string;
  without: string[];
  set: string[];
  answer: {
    network: Prediction;
    rules: Prediction;
    what_if?: Prediction;
    layers: { clauses: { name: string; changes: Record<string, number>; groundings: { changes: Record<string, number> }[] }[] }[];
  };
}

const folder = join(process.env["KENN_FIXTURES"] ?? ".", "explorer");
const orders = ["parallel-1", "parallel-2", "parallel-3", "sequential-1", "sequential-2", "sequential-3"];

export const settingNames = ["softmax", "godel", "residual"].flatMap((boost) => orders.map((order) => `${boost}-${order}`))
  .concat("residual-sequential-2-none");

// One by brute force, and that of `kenn report --explore`.
export function documents(name: string): { documents: ExplorerDocument[]; answers: Answer[] } {
  return JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")) as { documents: ExplorerDocument[]; answers: Answer[] };
}

export function document(name: string): ExplorerDocument {
  return documents(name).documents[0]!;
}
