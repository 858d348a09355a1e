// The audit of the rules: what each clause does to all predictions, as a table that can be sorted; and rules that pull against
// each other.
import { element } from "../dom";
import { counted, fixed, grouped, signed } from "../numbers";
import type { AuditedClause, ExplorerDocument } from "./document";
import { headCell, scrollTable } from "./scroll_table";
import type { Words } from "./words";

const mostRows = 50;

type Count = "wrong_to_right" | "right_to_wrong" | "flipped" | "moved" | "mean_contribution" | "weight";

interface Column {
  title: string;
  key: Count;
  digits: number;
  about: string;
}

const columns: Column[] = [
  { title: "Wrong \u2192 right", key: "wrong_to_right", digits: 0, about: "labelled predictions that the clause makes right" },
  { title: "Right \u2192 wrong", key: "right_to_wrong", digits: 0, about: "labelled predictions that it makes wrong" },
  { title: "Flipped", key: "flipped", digits: 0, about: "predictions that it changes to another class, labelled or not" },
  { title: "Moved", key: "moved", digits: 0, about: "rows of which it changes a probability" },
  { title: "Mean", key: "mean_contribution", digits: 3, about: "the mean size of what it adds to a logit that it moves" },
  { title: "Weight", key: "weight", digits: 3, about: "the mean over the layers" },
];

// Rows as links where the page holds them.
function rowList(words: Words, rows: { row: string; change: number }[]): HTMLElement {
  const list = element("ul");
  for (const { row, change } of rows.slice(0, 3)) {
    const node = words.find(row);
    list.append(element("li", {}, node === undefined ? row : element("a", { href: words.link(node) }, row), ` ${signed(change, 3)}`));
  }
  return element("td", { class: "rows" }, list);
}

export function auditPanel({ audit, clauses }: ExplorerDocument, words: Words): HTMLElement {
  const nameOf = ({ clause }: AuditedClause) => clauses[clause]!.name;
  let sorted = { column: -2, isDown: true }; // -2: as in the document, -1: by name
  let showsAll = false;
  const body = element("tbody");
  const more = element("button", { type: "button" });
  const heads: HTMLElement[] = [];

  const draw = () => {
    const { column, isDown } = sorted;
    const direction = isDown ? -1 : 1;
    const rows = [...audit.clauses];
    if (column === -1) rows.sort((a, b) => direction * nameOf(a).localeCompare(nameOf(b), "en", { numeric: true }));
    const key = columns[column]?.key;
    if (key) rows.sort((a, b) => direction * (a[key] - b[key]));
    body.replaceChildren(...rows.slice(0, showsAll ? rows.length : mostRows).map((each) => element("tr", {},
      element("th", { scope: "row", title: clauses[each.clause]!.text }, nameOf(each)),
      ...columns.map(({ key, digits }) => element("td", { class: "number" }, digits > 0 ? fixed(each[key], digits) : grouped(each[key]))),
      rowList(words, each.helped), rowList(words, each.hurt))));
    heads.forEach((head, place) => {
      if (place - 1 === column) head.setAttribute("aria-sort", isDown ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    });
    more.hidden = rows.length <= mostRows;
    more.textContent = showsAll ? `Show the first ${mostRows}` : `Show all ${counted(rows.length, "clause")}`;
  };

  const head = (title: string, column: number, about: string) => {
    const button = element("button", { type: "button", title: about }, title);
    button.addEventListener("click", () => {
      sorted = { column, isDown: sorted.column === column ? !sorted.isDown : column >= 0 };
      draw();
    });
    const made = headCell(column >= 0, button);
    heads.push(made);
    return made;
  };
  more.addEventListener("click", () => {
    showsAll = !showsAll;
    draw();
  });

  const title = "What each clause does to all predictions";
  const table = scrollTable(title, "sortable", [head("Clause", -1, "its name"),
    ...columns.map((each, place) => head(each.title, place, each.about)), headCell(false, "Most helped"), headCell(false, "Most hurt")], body);
  draw();
  const host = element("section", { "aria-labelledby": "audit" }, element("h2", { id: "audit" }, "The audit of the rules"),
    element("p", { class: "quiet" }, `Each clause is compared with the model without it, on ${counted(audit.rows, "row")} and ` +
      `${counted(audit.labels, "label")}. A row is moved when a probability changes by more than ${audit.moved_from}. Helped and hurt: the ` +
      "change of the probability of the label."),
    table, more);
  if (audit.clauses.length === 0) host.hidden = true;
  host.append(opposed(audit.opposed));
  return host;
}

function opposed(pairs: ExplorerDocument["audit"]["opposed"]): HTMLElement {
  if (pairs.length === 0) return element("p", { class: "quiet" }, "No two rules pull a logit in opposite directions.");
  const title = "Rules that pull against each other";
  const rows = pairs.slice(0, mostRows).map(({ first, second, logits, cancelled }) => element("tr", {}, element("th", { scope: "row" }, first),
    element("td", {}, second), element("td", { class: "number" }, grouped(logits)), element("td", { class: "number" }, fixed(cancelled, 3))));
  const heads = ["Clause", "against", "Logits", "Cancelled"];
  return element("div", {}, element("h3", {}, title),
    scrollTable(title, "", heads.map((text, place) => headCell(place > 1, text)), element("tbody", {}, ...rows)));
}
