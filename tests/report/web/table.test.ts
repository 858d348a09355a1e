// Tests of tables: which columns show, and CSV.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Table } from "../../../src/report/web/document";
import { visible } from "../../../src/report/web/dom";
import { csvOf, lookOf } from "../../../src/report/web/table";
import { experiment, experimentNames, tableFile } from "./fixtures";

const example: Table = {
  name: "example", title: "An <example>",
  columns: [
    { key: "name", title: "Name", kind: "text" }, { key: "nothing", title: "Nothing", kind: "text" },
    { key: "fraction", title: "Labels", kind: "fraction" }, { key: "share", title: "Share", kind: "percent" },
    { key: "better", title: "Better", kind: "count_of" },
  ],
  rows: [['a|b, "c"\n<d>', "", null, 0.123456, [3, 4]], ["plain", "", null, null, null]],
};

test("empty columns do not show, numbers stand on the right", () => {
  assert.deepEqual(example.columns.map((_, place) => lookOf(example, place)), ["text", "empty", "text", "number", "number"]);
});

test("CSV has all columns and raw values", () => {
  assert.equal(csvOf(example), 'name,nothing,fraction,share,better\n"a|b, ""c""\n<d>",,,0.123456,3\nplain,,,,\n');
});

test("CSV of the page and of the program have the same values", () => {
  const values = (text: string) => text.split(/[,\n]/).map((field) => (field === "" || Number.isNaN(Number(field)) ? field : Number(field)));
  for (const name of experimentNames) {
    for (const table of experiment(name).tables) {
      assert.deepEqual(values(csvOf(table)), values(tableFile(name, table, "csv")), `${name}: ${table.name}`);
    }
  }
});

test("what has no place on a screen is replaced", () => {
  assert.equal(visible("a\u0000b\u202ec"), "a\ufffdb\ufffdc");
  assert.equal(visible("two\nlines\tand \u00e9\u4e2d"), "two\nlines\tand \u00e9\u4e2d");
});
