// Tests of numbers as people read them, and that the page has the same texts as the Markdown that the program writes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { cellText, counted, fixed, grouped, interval, listed, percent, points, pValue, shareLabel } from "../../../src/report/web/numbers";
import { lookOf } from "../../../src/report/web/table";
import { experiment, experimentNames, tableFile } from "./fixtures";

test("numbers as people read them", () => {
  assert.equal(percent(0.6519), "65.2\u00a0%");
  assert.equal(points(0.0481), "+4.8");
  assert.equal(points(-0.0481), "\u22124.8");
  assert.equal(points(-0.00001), "0.0");
  assert.equal(shareLabel(0.1), "10\u00a0%");
  assert.equal(shareLabel(0.125), "12.5\u00a0%");
  assert.equal(pValue(0.0321), "0.032");
  assert.equal(pValue(6.6e-183), "6.6e-183");
  assert.equal(pValue(2e-5), "2.0e-05");
  assert.equal(pValue(0), "< 1e-300");
  assert.equal(grouped(1234567), "1,234,567");
  assert.equal(grouped(999), "999");
  assert.equal(counted(1, "run"), "1 run");
  assert.equal(listed(["a", "b", "c"]), "a, b and c");
  assert.equal(listed([]), "");
  assert.equal(interval(0.1, null, percent), "");
});

test("exact halves go to the even digit", () => {
  assert.equal(fixed(0.125, 2), "0.12");
  assert.equal(fixed(0.375, 2), "0.38");
  assert.equal(fixed(2.5, 0), "2");
  assert.equal(fixed(3.5, 0), "4");
  assert.equal(fixed(4.35, 1), "4.3"); // a little below its half
  assert.equal(fixed(-1.25, 1), "-1.2");
});

// One line, markup escaped, as the program does it.
function markdownText(text: string): string {
  return text.replace(/[\r\n]/g, " ").replace(/\t/g, " ").replace(/[\\`*_[\]<>|~&$#!]/g, "\\$&");
}

test("the page shows what the Markdown shows", () => {
  for (const name of experimentNames) {
    for (const table of experiment(name).tables) {
      const shown = table.columns.map((_, place) => lookOf(table, place));
      const lines = table.rows.map((row) => "|" + table.columns.map((column, place) => {
        const text = cellText(row[place] ?? null, column);
        return shown[place] === "empty" ? "" : text === "" ? " |" : ` ${markdownText(text)} |`;
      }).join(""));
      const [, , head, rule, ...body] = tableFile(name, table, "md").trimEnd().split("\n");
      assert.deepEqual(body, lines, `${name}: ${table.name}`);
      assert.equal(rule, "|" + shown.map((look) => ({ empty: "", text: "---|", number: "---:|" })[look]).join(""));
      assert.equal(head?.split(" | ").length, shown.filter((look) => look !== "empty").length);
    }
  }
});
