// The prediction of a row: of the network alone, with the rules, and as it was changed.
import { element } from "../dom";
import { fixed, percent } from "../numbers";
import { quoted } from "./words";
import { mainColumn, isRight, predicted, probabilities, type Logits } from "./prediction";
import { headCell, scrollTable } from "./scroll_table";
import type { Panel, Session } from "./session";

const views = ["network", "rules", "changed"] as const;
type View = (typeof views)[number];
const viewNames: Record<View, string> = { network: "Network alone", rules: "With rules", changed: "As you changed it" };
const headNames: Record<View, string> = { network: "Network", rules: "With rules", changed: "Changed" };

// "DB 51.4 %", or what holds of columns that are independent of each other.
export function summary(session: Session, node: number, logits: Logits): string {
  const table = session.layer.tableOf(node);
  const shares = probabilities(table, logits);
  const main = mainColumn(table, logits);
  const others = predicted(table, logits).filter((column) => column !== main).map((column) => table.columns[column]);
  if (main < 0) {
    return table.columns.length === 1 ? `not ${table.columns[0]} ${percent(1 - shares[0]!)}` : "none";
  }
  return `${table.columns[main]} ${percent(shares[main]!)}${others.length > 0 ? `, ${others.join(", ")}` : ""}`;
}

export function predictionPanel(session: Session, announce: (text: string) => void): Panel {
  const { words, changes } = session;
  const host = element("section", { class: "prediction", "aria-labelledby": "row" });
  let cards: Partial<Record<View, { card: HTMLElement; value: HTMLElement }>> = {};
  let cells: { column: number; view: View; cell: HTMLElement; bar: HTMLElement; number: HTMLElement }[] = [];

  const logitsOf = (view: View): Logits => {
    const network = session.network(session.node);
    if (view === "network" || !session.base || !session.now) return network;
    return view === "rules" ? session.base.logits : session.now.logits;
  };

  const labelElement = () => {
    const label = session.document.nodes.labels[session.node];
    if (!label) return element("p", { class: "quiet about" }, session.table.name, ", no known label");
    const names = label.map((column) => session.table.columns[column]!).join(", ") || "none";
    return element("p", { class: "quiet about" }, session.table.name, ", labelled ", element("strong", { class: "label" }, names));
  };

  const card = (view: View) => {
    const value = element("dd");
    const made = element("div", { "data-view": view }, element("dt", {}, viewNames[view]), value);
    cards[view] = { card: made, value };
    return made;
  };

  const setSelect = (column: number) => {
    const atom = words.atom(session.node, column);
    const select = element("select", { "aria-label": `What the network says of ${atom}`, "data-set": String(column) },
      element("option", { value: "" }, "as is"), element("option", { value: "1" }, "true"), element("option", { value: "0" }, "false"));
    const value = changes.setTo(session.node, column);
    select.value = value === undefined ? "" : String(value);
    select.addEventListener("change", () =>
      changes.set(session.node, column, select.value === "" ? undefined : Number(select.value)));
    return select;
  };

  const row = (column: number, shown: readonly View[]) => {
    const name = session.table.columns[column]!;
    const isChosen = column === session.column;
    const button = element("button", { type: "button", class: "choose", "aria-pressed": String(isChosen) }, name);
    button.addEventListener("click", () => {
      session.chooseColumn(column);
      host.querySelector<HTMLElement>(`[data-column="${column}"] .choose`)?.focus();
    });
    const made = element("tr", { "data-column": name, "data-number": String(column) },
      element("th", { scope: "row" }, session.base ? button : name));
    if (isChosen && session.base) made.className = "chosen";
    for (const view of shown) {
      const number = element("span");
      const bar = element("span", { class: `bar ${view}` });
      const cell = element("td", { class: "number", "data-view": view }, number, element("span", { class: "track" }, bar));
      cells.push({ column, view, cell, bar, number });
      made.append(cell);
    }
    if (session.base) made.append(element("td", {}, setSelect(column)));
    return made;
  };

  const table = () => {
    const shown = session.base ? views : (["network"] as const);
    const shares = probabilities(session.table, session.base?.logits ?? session.network(session.node));
    const order = session.table.columns.map((_, column) => column).sort((a, b) => shares[b]! - shares[a]! || a - b);
    const heads = [headCell(false, "Predicate"), ...shown.map((view) => headCell(true, headNames[view])),
      ...(session.base ? [headCell(false, "Set")] : [])];
    const body = element("tbody", {}, ...order.map((column) => row(column, shown)));
    return scrollTable(`Probabilities of ${words.name(session.node)}`, "probabilities", heads, body);
  };

  const incomplete = () => element("p", { class: "note", role: "note" },
    "This page does not hold all that this row depends on, so it shows what the network alone says of it. To explore it, make the page " +
    "again with this row: ",
    element("code", {}, `kenn report --explore --model MODEL --data ${quoted(session.document.about.data || "DATA")} ` +
      `--objects ${quoted(words.address(session.node))} --out explorer.html`));

  const update = () => {
    for (const { column, view, cell, bar, number } of cells) {
      const logits = logitsOf(view);
      const share = probabilities(session.table, logits)[column]!;
      number.textContent = percent(share);
      bar.style.width = `${100 * share}%`;
      cell.dataset["logit"] = String(logits[column]);
      cell.dataset["probability"] = String(share);
      cell.title = `logit ${fixed(logits[column]!, 3)}`;
    }
    const label = session.document.nodes.labels[session.node];
    for (const view of views) {
      const shown = cards[view];
      if (!shown) continue;
      const isUntouched = view === "changed" && !session.isChanged;
      const text = isUntouched ? "nothing changed" : summary(session, session.node, logitsOf(view));
      shown.value.textContent = "";
      shown.value.append(element("span", isUntouched ? { class: "untouched" } : {}, text));
      if (label && !isUntouched) {
        const right = isRight(session.table, logitsOf(view), label);
        shown.value.append(element("span", { class: right ? "right" : "wrong" }, right ? "\u2713 as labelled" : "\u2717 not the label"));
      }
      const isFlip = predicted(session.table, logitsOf(view)).join() !== predicted(session.table, logitsOf("rules")).join();
      shown.card.classList.toggle("flipped", view === "changed" && isFlip);
    }
    for (const select of host.querySelectorAll<HTMLSelectElement>("[data-set]")) {
      const value = changes.setTo(session.node, Number(select.dataset["set"]));
      select.value = value === undefined ? "" : value === 0 || value === 1 ? String(value) : "";
    }
  };

  return {
    element: host,
    show() {
      cards = {};
      cells = [];
      const name = words.name(session.node);
      host.replaceChildren(element("h2", { id: "row", tabindex: "-1" }, name), labelElement(),
        session.base ? element("dl", { class: "facts" }, ...views.map(card)) : incomplete(), table());
      update();
    },
    update() {
      update();
      if (session.now) {
        announce(`${session.isChanged ? "As you changed it" : "With rules"}, ${words.name(session.node)}: ` +
          summary(session, session.node, session.now.logits));
      }
    },
  };
}
