// Tests of the layer in the page: its numbers are those of `kenn explain`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ChangeList, meanWeight, withMean } from "../../../src/report/web/explorer/alterations";
import type { ExplorerDocument } from "../../../src/report/web/explorer/document";
import { Layer } from "../../../src/report/web/explorer/layer";
import { predicted, probabilities } from "../../../src/report/web/explorer/prediction";
import { contributionsTo } from "../../../src/report/web/explorer/reasons";
import { Words } from "../../../src/report/web/explorer/words";
import { document as documentOf, documents, settingNames, type Answer } from "./explorer_fixtures";

function assertNear(found: ArrayLike<number>, expected: number[], about: string): void {
  assert.equal(found.length, expected.length, about);
  expected.forEach((each, place) => assert.ok(Math.abs(found[place]! - each) < 1e-9, `${about}: ${found[place]} and not ${each}`));
}

// Does in the page what the arguments of the program did.
function applied(document: ExplorerDocument, words: Words, { without, set }: Answer): ChangeList {
  const changes = new ChangeList(document, () => undefined);
  for (const name of without) {
    const clause = document.clauses.findIndex((each) => each.name === name);
    if (clause >= 0) changes.switchRule(clause, false);
    else changes.switchFact(document.facts.text.indexOf(name), false);
  }
  for (const text of set) {
    const [, predicate, object, value] = /^(\w+)\((.*)\)=(.*)$/.exec(text) ?? assert.fail(text);
    const node = words.find(object!) ?? assert.fail(object);
    const table = document.tables[document.nodes.table[node]!]!;
    changes.set(node, table.columns.indexOf(predicate!), Number(value));
  }
  return changes;
}

function check(document: ExplorerDocument, answers: Answer[]): void {
  const layer = new Layer(document);
  const words = new Words(document);
  const base = new ChangeList(document, () => undefined).alterations();
  for (const each of answers) {
    const node = words.find(each.object) ?? assert.fail(each.object);
    const table = layer.tableOf(node);
    const columns = (numbers: Record<string, number>) => table.columns.map((column) => numbers[column]!);
    const neighbourhood = layer.neighbourhood([node]);
    const evaluation = layer.evaluate(neighbourhood, base);
    const logits = layer.resultOf(node, evaluation);
    assertNear(logits, columns(each.answer.rules.logits), each.object);
    assertNear(probabilities(table, logits), columns(each.answer.rules.probabilities), each.object);
    assert.deepEqual(predicted(table, logits).map((column) => table.columns[column]), each.answer.rules.predicates);

    const contributions = contributionsTo(layer, node, base, evaluation);
    each.answer.layers.forEach((expected, number) => {
      const found = contributions.filter((contribution) => contribution.layer === number);
      assert.equal(found.length, expected.clauses.length, "clauses of a layer");
      for (const clause of expected.clauses) {
        const contribution = found.find((candidate) => document.clauses[candidate.clause]!.name === clause.name) ?? assert.fail(clause.name);
        assertNear(contribution.changes, columns(clause.changes), clause.name);
        assert.equal(contribution.groundings.length, clause.groundings.length, "groundings of a clause");
      }
    });

    if (!each.answer.what_if) continue;
    const changed = layer.evaluate(neighbourhood, applied(document, words, each).alterations(), evaluation);
    assertNear(layer.resultOf(node, changed), columns(each.answer.what_if.logits), `${each.object}, changed`);
    assertNear(layer.resultOf(node, layer.evaluate(neighbourhood, base, changed)), columns(each.answer.rules.logits), "changed back");
  }
}

for (const name of settingNames) {
  test(`predictions and contributions, ${name}`, () => {
    const { documents: all, answers } = documents(name);
    assert.equal(all.length, 2);
    for (const each of all) check(each, answers);
  });
}

test("all rows at once, or each by itself", () => {
  const document = documentOf("residual-sequential-3");
  const layer = new Layer(document);
  const base = new ChangeList(document, () => undefined).alterations();
  const all = document.nodes.name.map((_, node) => node);
  const together = layer.evaluate(layer.neighbourhood(all), base);
  for (const node of all) {
    assertNear(layer.resultOf(node, layer.evaluate(layer.neighbourhood([node]), base)), [...layer.resultOf(node, together)], String(node));
  }
});

test("weights that are slid are weights that the document has", () => {
  const document = documentOf("softmax-parallel-3");
  const changes = new ChangeList(document, () => undefined);
  changes.setWeight(0, 4);
  changes.setWeight(3, 0.5);
  const other = structuredClone(document);
  for (const [clause, mean] of [[0, 4], [3, 0.5]] as const) other.clauses[clause]!.weights = withMean(other.clauses[clause]!.weights, mean);
  const there = new Layer(other);
  const here = new Layer(document);
  const found = here.resultOf(0, here.evaluate(here.neighbourhood([0]), changes.alterations()));
  const expected = there.resultOf(0, there.evaluate(there.neighbourhood([0]), new ChangeList(other, () => undefined).alterations()));
  assertNear(found, [...expected], "slid");
  assert.ok(Math.abs(meanWeight(other.clauses[0]!.weights) - 4) < 1e-12);
  assert.deepEqual(withMean([0, 0], 1.5), [1.5, 1.5]);
});

test("changes are listed, replaced and undone", () => {
  const document = documentOf("softmax-parallel-2");
  let calls = 0;
  const changes = new ChangeList(document, () => { ++calls; });
  const untouched = changes.alterations();
  changes.switchRule(1, false);
  changes.setWeight(1, 3);
  changes.setWeight(1, 4);
  changes.switchFact(2, false);
  changes.set(0, 1, 1);
  assert.deepEqual(changes.all.map(({ kind }) => kind), ["rule", "weight", "fact", "set"]);
  assert.equal(changes.alterations().weights[1], 0);
  changes.undo(changes.all[0]!);
  const [first, second] = [changes.alterations().weights[1]!, changes.alterations().weights[document.clauses.length + 1]!];
  assert.ok(Math.abs((first + second) / 2 - 4) < 1e-12);
  changes.setWeight(1, meanWeight(document.clauses[1]!.weights));
  changes.switchFact(2, true);
  changes.set(0, 1, undefined);
  assert.deepEqual(changes.all, []);
  assert.equal(calls, 9);
  changes.undoAll();
  assert.equal(calls, 9, "nothing to undo");
  assert.deepEqual(changes.alterations(), untouched);
});
