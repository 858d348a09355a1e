// The audit of the rules: what each clause does to all predictions, as a table that can be sorted; and rules that pull against
// each other.
import { element } from "../dom";
import { counted, fixed, grouped, signed } from "../numbers";
import type { AuditedClause, ExplorerDocument } from "./document";
import type { Words } from "./words";

const mostRows = 50;

interface Column {
  title: string;
  about: string;
  text: (clause: AuditedClause) => string;
  value: (clause: AuditedClause) => number;
}

const columns: Column[] = [
  { title: "Wrong \u2192 right", about: "labelled predictions that the clause makes right", value: (each) => each.wrong_to_right, text: (each) => grouped(each.wrong_to_right) },
  { title: "Right \u2192 wrong", about: "labelled predictions that it makes wrong", value: (each) => each.right_to_wrong, text: (each) => grouped(each.right_to_wrong) },
  { title: "Flipped", about: "predictions that it changes to another class, labelled or not", value: (each) => each.flipped, text: (each) => grouped(each.flipped) },
  { title: "Moved", about: "rows of which it changes a probability", value: (each) => each.moved, text: (each) => grouped(each.moved) },
  { title: "Mean", about: "the mean size of what it adds to a logit that it moves", value: (each) => each.mean_contribution, text: (each) => fixed(each.mean_contribution, 3) },
  { title: "Weight", about: "the mean over the layers", value: (each) => each.weight, text: (each) => fixed(each.weight, 3) },
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
    if (column >= 0) rows.sort((a, b) => direction * (columns[column]!.value(a) - columns[column]!.value(b)));
    body.replaceChildren(...rows.slice(0, showsAll ? rows.length : mostRows).map((each) => element("tr", {},
      element("th", { scope: "row", title: clauses[each.clause]!.text }, nameOf(each)),
      ...columns.map(({ text }) => element("td", { class: "number" }, text(each))),
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
    const made = element("th", { scope: "col", ...(column >= 0 ? { class: "number" } : {}) }, button);
    heads.push(made);
    return made;
  };
  more.addEventListener("click", () => {
    showsAll = !showsAll;
    draw();
  });

  const title = "What each clause does to all predictions";
  const table = element("table", { class: "sortable" }, element("caption", {}, title),
    element("thead", {}, element("tr", {}, head("Clause", -1, "its name"), ...columns.map((each, place) => head(each.title, place, each.about)),
      element("th", { scope: "col" }, "Most helped"), element("th", { scope: "col" }, "Most hurt"))), body);
  draw();
  const host = element("section", { "aria-labelledby": "audit" }, element("h2", { id: "audit" }, "The audit of the rules"),
    element("p", { class: "quiet" }, `Each clause is compared with the model without it, on ${counted(audit.rows, "row")} and ` +
      `${counted(audit.labels, "label")}. A row is moved when a probability changes by more than ${audit.moved_from}. Helped and hurt: the ` +
      "change of the probability of the label."),
    element("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": title }, table), more);
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
  return element("div", {}, element("h3", {}, title), element("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": title },
    element("table", {}, element("caption", {}, title), element("thead", {}, element("tr", {}, ...heads.map((text, place) =>
      element("th", { scope: "col", ...(place > 1 ? { class: "number" } : {}) }, text)))), element("tbody", {}, ...rows))));
}
