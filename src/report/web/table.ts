// A table of the document in HTML and in CSV.
import type { Column, Table, Value } from "./document";
import { element } from "./dom";
import { cellText, counted, grouped } from "./numbers";

const mostShownRows = 120;
const mostOpenRows = 50;

export type Look = "empty" | "text" | "number";

// How a column looks: empty ones are left out, numbers stand on the right.
export function lookOf(table: Table, place: number): Look {
  const column = table.columns[place];
  const values = table.rows.map((row) => row[place] ?? null);
  if (!column) return "empty";
  if (column.kind === "text") return values.some((value) => value !== "" && value !== null) ? "text" : "empty";
  if (values.some((value) => value !== null)) return "number";
  return column.kind === "fraction" && values.length > 0 ? "text" : "empty";
}

function rowElement(texts: string[], looks: Look[], isHead: boolean): HTMLTableRowElement {
  const row = element("tr");
  texts.forEach((text, place) => {
    if (looks[place] === "empty") return;
    const isFirst = row.childElementCount === 0;
    const attributes: Record<string, string> = looks[place] === "number" ? { class: "number" } : {};
    if (isHead || isFirst) attributes["scope"] = isHead ? "col" : "row";
    if (text.length > 40) attributes["title"] = text;
    row.append(element(isHead || isFirst ? "th" : "td", attributes, text));
  });
  return row;
}

function textsOf(columns: Column[], row: Value[]): string[] {
  return columns.map((column, place) => cellText(row[place] ?? null, column));
}

export function tableElement(table: Table): HTMLElement {
  const looks = table.columns.map((_, place) => lookOf(table, place));
  const body = element("tbody");
  for (const row of table.rows.slice(0, mostShownRows)) {
    body.append(rowElement(textsOf(table.columns, row), looks, false));
  }
  const titles = table.columns.map((column) => column.title);
  const made = element("table", {}, element("caption", {}, table.title),
    element("thead", {}, rowElement(titles, looks, true)), body);
  const scroll = element("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": table.title }, made);
  if (table.rows.length <= mostShownRows) return scroll;
  return element("div", {}, scroll, element("p", { class: "quiet" },
    `The first ${grouped(mostShownRows)} of ${grouped(table.rows.length)} rows; the CSV file has all of them.`));
}

// A long table is shown when asked for.
export function foldedTable(table: Table): HTMLElement {
  if (table.rows.length <= mostOpenRows) return tableElement(table);
  return element("details", {}, element("summary", {}, `Table: ${counted(table.rows.length, "row")}`), tableElement(table));
}

function csvField(value: Value): string {
  const text = value === null ? "" : String(Array.isArray(value) ? value[0] : value);
  return /[",\r\n]|^[ \t]|[ \t]$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

// All columns under their keys, all rows, all digits.
export function csvOf(table: Table): string {
  const lines = [table.columns.map((column) => column.key), ...table.rows.map((row) => table.columns.map((_, i) => row[i] ?? null))];
  return lines.map((line) => `${line.map(csvField).join(",")}\n`).join("");
}
