// Builds the explorer from the document inside the page.
import { element, visible } from "../dom";
import { counted, grouped } from "../numbers";
import { setUpPrinting, setUpTheme } from "../theme";
import { auditPanel } from "./audit_panel";
import { changesPanel } from "./changes_panel";
import type { ExplorerDocument } from "./document";
import { graphPanel } from "./graph_panel";
import { groundingsPanel } from "./groundings_panel";
import { predictionPanel, summary } from "./prediction_panel";
import { rulesPanel } from "./rules_panel";
import { searchBox } from "./search_box";
import { Session, type Panel } from "./session";
import { findStarts, type Start } from "./starts";
import { waterfallPanel } from "./waterfall_panel";

function holdings({ nodes, rows }: ExplorerDocument): string {
  const others = nodes.name.length - nodes.complete;
  const which = nodes.complete === rows ? `All ${counted(rows, "row")}` : `${grouped(nodes.complete)} of ${counted(rows, "row")}`;
  return `${which}, each with everything it depends on` + (others > 0 ? `; ${grouped(others)} more are only their neighbours.` : ".");
}

const startNames: Record<Start["kind"], string> = {
  right: "Set right by the rules", wrong: "Set wrong by the rules", changed: "Changed by the rules", labelled: "Labelled",
};

function showStarts(session: Session, place: HTMLElement, starts: Start[]): void {
  const groups = new Map<string, HTMLElement>();
  for (const { node, kind, from, to } of starts) {
    const { columns } = session.layer.tableOf(node);
    const name = (column: number) => (column < 0 ? "none" : columns[column]!);
    const list = groups.get(kind) ?? element("span", { class: "start" }, element("span", { class: "quiet" }, startNames[kind]));
    groups.set(kind, list);
    list.append(element("a", { class: "chip", href: session.words.link(node) }, session.words.name(node),
      from === to ? undefined : element("span", { class: "quiet" }, ` ${name(from)} \u2192 ${name(to)}`)));
  }
  place.replaceChildren(...groups.values());
}

// A live region is read when its text has settled.
function announcer(status: HTMLElement): (text: string) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (text) => {
    clearTimeout(timer);
    timer = setTimeout(() => { status.textContent = visible(text); }, 250);
  };
}

// On a narrow screen the sliders are far from the prediction: this stays at the bottom while something is changed.
function dock(session: Session): Panel {
  const text = element("span");
  const undo = element("button", { type: "button", "aria-label": "Undo all changes" }, "Undo all");
  const host = element("div", { class: "dock" }, text, undo);
  undo.addEventListener("click", () => {
    session.changes.undoAll();
    document.getElementById("changes")?.focus();
  });
  const update = () => {
    host.hidden = !session.isChanged || !session.now || !session.base;
    if (!session.now || !session.base) return;
    const of = (logits: Float64Array) => summary(session, session.node, logits);
    text.textContent = `${visible(session.words.name(session.node))}: ${of(session.base.logits)} \u2192 `;
    text.append(element("strong", {}, of(session.now.logits)));
  };
  return { element: host, show: update, update };
}

function footer({ about }: ExplorerDocument): HTMLElement {
  const foot = element("footer", {}, element("p", { class: "quiet" },
    "Everything is computed in this page, in double precision, exactly as the layer does it; nothing is loaded or sent. ",
    `Made by kenn ${about.version}${about.data ? ` from ${about.data}` : ""}.`));
  if (about.knowledge) {
    foot.append(element("details", {}, element("summary", {}, "Knowledge"), element("pre", {}, element("code", {}, about.knowledge))));
  }
  return foot;
}

function build(data: ExplorerDocument, main: HTMLElement): void {
  const session = new Session(data);
  const { words } = session;
  const button = element("button", { type: "button", id: "theme" });
  const status = element("p", { class: "unseen", role: "status", "aria-live": "polite", id: "status" });
  const starts = element("nav", { class: "starts", "aria-label": "Rows worth a look" });
  const announce = announcer(status);
  main.replaceChildren(
    element("header", {}, button, element("h1", {}, data.about.title), element("p", { class: "quiet" }, holdings(data)), searchBox(session), starts),
    status,
    element("div", { class: "explorer" },
      element("div", { class: "shown" }, session.add(predictionPanel(session, announce)), session.add(graphPanel(session)),
        session.add(waterfallPanel(session)), session.add(groundingsPanel(session))),
      element("div", { class: "side" }, session.add(changesPanel(session)), session.add(rulesPanel(session)))),
    auditPanel(data, words), footer(data), session.add(dock(session)));
  setUpTheme(button, () => undefined);
  setUpPrinting(() => undefined);

  const show = (node: number) => {
    if (node !== session.node) session.show(node);
    document.title = `${visible(words.name(node))} \u00b7 ${visible(data.about.title)}`;
  };
  window.addEventListener("hashchange", () => {
    const found = location.hash === "" ? first : words.findLink(location.hash);
    if (found !== undefined) show(found);
    announce(found === undefined ? "This page does not hold that row." : words.name(found));
    const heading = document.getElementById("row");
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView({ block: "nearest" });
  });
  const addressed = words.findLink(location.hash);
  let first = addressed ?? 0; // the row without an address
  show(first);
  findStarts(session.layer, session.unchanged, (found) => {
    showStarts(session, starts, found);
    if (addressed === undefined && session.node === 0 && found[0] && !session.isChanged) show(first = found[0].node);
    document.documentElement.dataset["ready"] = "1";
  });
}

const data = document.getElementById("explorer");
const main = document.querySelector("main");
if (data?.textContent && main) {
  const parsed = JSON.parse(data.textContent) as ExplorerDocument;
  if (parsed.nodes.complete > 0) build(parsed, main);
  else main.replaceChildren(element("p", {}, "There are no rows to explore."));
}
