// Tests of what the explorer shows: names, search, steps of the waterfall, places in the graph.
import assert from "node:assert/strict";
import { test } from "node:test";
import { geometryOf, capacityOf, placeBehind, placeNeighbours, spaceBehind } from "../../../src/report/web/explorer/graph_layout";
import { searchNames } from "../../../src/report/web/explorer/search";
import { stepsOf, waterfallOf } from "../../../src/report/web/explorer/waterfall";
import { abbreviations, quoted, shortened, Words, written } from "../../../src/report/web/explorer/words";
import { isRight, mainColumn, predicted } from "../../../src/report/web/explorer/prediction";
import { document as documentOf } from "./explorer_fixtures";

test("names of rows and atoms", () => {
  const document = documentOf("softmax-parallel-1");
  const words = new Words(document);
  const quotes = document.nodes.name.indexOf('a "b", c');
  const tuple = document.nodes.name.indexOf("Like(paper 1, paper 2)");
  assert.equal(words.atom(0, 1), "DB(paper 1)");
  assert.equal(words.atom(quotes, 0), 'AI("a ""b"", c")');
  assert.equal(words.atom(tuple, 0), "Like(paper 1, paper 2)");
  assert.equal(words.isTuple(tuple), true);
  assert.equal(words.isTuple(0), false);
  for (let node = 0; node < document.nodes.name.length; ++node) assert.equal(words.findLink(words.link(node)), node);
  assert.equal(words.link(0), "#paper%201");
  assert.equal(words.find('Paper("a ""b"", c")'), quotes);
  assert.equal(words.findLink("#%E0%A4%A"), undefined);
  assert.equal(words.find("nobody"), undefined);
});

test("rows of several tables with the same name", () => {
  const document = documentOf("softmax-parallel-1");
  document.nodes.name[document.nodes.name.length - 1] = "paper 1";
  const words = new Words(document);
  const last = document.nodes.name.length - 1;
  assert.equal(words.address(0), "Paper(paper 1)");
  assert.equal(words.address(last), "Like(paper 1)");
  assert.equal(words.find("Like(paper 1)"), last);
  assert.equal(words.findLink(words.link(0)), 0);
});

test("texts for atoms, shells and small spaces", () => {
  assert.equal(written("a b"), "a b");
  assert.equal(written(" a"), '" a"');
  assert.equal(written(""), '""');
  assert.equal(quoted("papers/x=1"), "papers/x=1");
  assert.equal(quoted("it's; rm -rf"), "'it'\\''s; rm -rf'");
  assert.equal(shortened("a rather long name", 9), "a ra\u2026name");
  assert.equal(shortened("short", 9), "short");
  assert.deepEqual(abbreviations(["AI", "Agents", "DB", "HCI"]), ["AI", "Ag", "DB", "HCI"]);
  assert.deepEqual(abbreviations(["Topic0", "Topic1"]), ["T0", "T1"]);
  assert.deepEqual(abbreviations(["same name", "same name"]), ["1", "2"]);
});

test("names that begin with the text come first", () => {
  const names = ["paper 17", "a 17", "17", "1170", "x117", "paper 170"];
  assert.deepEqual(searchNames(names, "17").nodes, [2, 1, 0, 5, 3, 4]);
  assert.deepEqual(searchNames(names, " X1 ").nodes, [4]);
  assert.deepEqual(searchNames(names, "none"), { nodes: [], more: 0 });
  const many = Array.from({ length: 60 }, (_, i) => `row ${i}`);
  assert.equal(searchNames(many, "row").nodes.length, 50);
  assert.equal(searchNames(many, "").more, 10);
});

test("steps keep their places, and the small ones become one", () => {
  const contribution = (layer: number, clause: number, change: number) => ({ layer, clause, changes: Float64Array.of(0, change), groundings: [] });
  const base = [contribution(0, 0, 0.5), contribution(0, 1, -2), contribution(1, 2, 0.1), contribution(1, 0, 0)];
  const now = [contribution(0, 0, 3), contribution(1, 2, 0.1), contribution(0, 3, 0.2)];
  const steps = stepsOf(1, now, base);
  assert.deepEqual(steps.map(({ clause, change, before }) => [clause, change, before]), [[1, 0, -2], [0, 3, 0.5], [2, 0.1, 0.1], [3, 0.2, 0]]);
  const waterfall = waterfallOf(1, 4.3, steps, 3);
  assert.deepEqual(waterfall.steps.map(({ clause }) => clause), [1, 0]);
  assert.equal(waterfall.others.count, 2);
  assert.ok(Math.abs(waterfall.others.change - 0.3) < 1e-12);
  assert.equal(waterfallOf(1, 4.3, steps, 4).others.count, 0);
});

test("rows of a graph stand apart, always at the same places, inside the width", () => {
  for (const width of [300, 328, 500, 700, 1000]) {
    const geometry = geometryOf(width);
    for (const count of [1, 2, 5, 9, 20, capacityOf(geometry)].filter((each) => each <= capacityOf(geometry))) {
      const order = Array.from({ length: count }, (_, i) => i % 3);
      const places = placeNeighbours(geometry, order);
      assert.deepEqual(places, placeNeighbours(geometry, order));
      const space = spaceBehind(geometry, count);
      const all = [{ x: 0, y: 0 }, ...places, ...places.flatMap((place) => placeBehind(geometry, place, count, space))];
      assert.equal(all.length, 1 + count * (1 + space));
      all.forEach(({ x, y }, i) => {
        assert.ok(Math.abs(x) + geometry.nodeRadius <= width / 2, `${width}, ${count}: inside`);
        for (const other of all.slice(i + 1)) {
          assert.ok(Math.hypot(x - other.x, y - other.y) >= 2 * geometry.nodeRadius, `${width}, ${count}: apart`);
        }
      });
    }
  }
  assert.ok(capacityOf(geometryOf(700)) === 40);
});

test("what is predicted of a row", () => {
  const table = { name: "Paper", columns: ["AI", "DB", "Old"], exclusive: [[0, 1]] };
  assert.deepEqual(predicted(table, [1, 2, 0.1]), [1, 2]);
  assert.deepEqual(predicted(table, [2, 2, -1]), [0]);
  assert.equal(mainColumn(table, [1, 2, 3]), 1);
  assert.equal(isRight(table, [1, 2, 3], [1, 2]), true);
  assert.equal(isRight(table, [1, 2, -3], [1, 2]), false);
  assert.equal(isRight(table, [1, 2, 3], [1]), true);
  const alone = { name: "Like", columns: ["Like"], exclusive: [] };
  assert.equal(mainColumn(alone, [-1]), -1);
  assert.deepEqual(predicted(alone, [0]), []);
});
