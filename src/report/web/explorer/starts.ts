// Rows that are worth a look: predictions that the rules change, those with a label first.
import type { ExplorerDocument } from "./document";
import type { Alterations, Layer } from "./layer";
import { isRight, mainColumn, predicted } from "./prediction";

export interface Start {
  node: number;
  kind: "right" | "wrong" | "changed" | "labelled";
  from: number; // columns, or -1
  to: number;
}

const mostOfAKind = 3;
const batch = 200; // rows that are computed at once
const mostRows = 2000; // that are looked at

function startOf(layer: Layer, node: number, logits: Float64Array): Start | undefined {
  const document: ExplorerDocument = layer.document;
  const table = layer.tableOf(node);
  const network = layer.logitsOf(node, layer.logits);
  const label = document.nodes.labels[node];
  const isChanged = predicted(table, network).join() !== predicted(table, logits).join();
  if (!isChanged && !label) return undefined;
  const wasRight = label ? isRight(table, network, label) : false;
  const isNowRight = label ? isRight(table, logits, label) : false;
  const kind = !isChanged ? "labelled" : isNowRight ? "right" : wasRight ? "wrong" : "changed";
  return { node, kind, from: mainColumn(table, network), to: mainColumn(table, logits) };
}

// Calls `done` with the best of them. Works in batches, so that a large page answers meanwhile.
export function findStarts(layer: Layer, unchanged: Alterations, done: (starts: Start[]) => void): void {
  const last = Math.min(layer.document.nodes.complete, mostRows);
  const kinds: Record<Start["kind"], Start[]> = { right: [], wrong: [], changed: [], labelled: [] };
  const next = (first: number) => {
    const rows = Array.from({ length: Math.min(batch, last - first) }, (_, i) => first + i);
    const evaluation = layer.evaluate(layer.neighbourhood(rows), unchanged);
    for (const node of rows) {
      const start = startOf(layer, node, layer.resultOf(node, evaluation));
      if (start && kinds[start.kind].length < mostOfAKind) kinds[start.kind].push(start);
    }
    const isEnough = [kinds.right, kinds.wrong, kinds.changed].every(({ length }) => length === mostOfAKind);
    if (!isEnough && first + batch < last) {
      setTimeout(() => next(first + batch));
      return;
    }
    const flipped = [...kinds.right, ...kinds.wrong, ...kinds.changed];
    done(flipped.length > 0 ? flipped : kinds.labelled);
  };
  next(0);
}
