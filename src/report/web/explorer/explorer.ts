// Builds the explorer from the document inside the page.
import { element, visible } from "../dom";
import { counted, grouped } from "../numbers";
import { setUpPrinting, setUpTheme } from "../theme";
import { auditPanel } from "./audit_panel";
import { changesPanel } from "./changes_panel";
import type { ExplorerDocument } from "./document";
import { graphPanel } from "./graph_panel";
import { groundingsPanel } from "./groundings_panel";
import { predictionPanel } from "./prediction_panel";
import { rulesPanel } from "./rules_panel";
import { searchBox } from "./search_box";
import { Session } from "./session";
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
    auditPanel(data, words), footer(data));
  setUpTheme(button, () => undefined);
  setUpPrinting(() => undefined);

  const showAddressed = () => {
    const found = words.findLink(location.hash);
    if (location.hash.length > 1 && found === undefined) announce("This page does not hold that row.");
    const node = found ?? (session.node >= 0 ? session.node : 0);
    if (node !== session.node) session.show(node);
    document.title = `${visible(words.name(node))} \u00b7 ${visible(data.about.title)}`;
  };
  window.addEventListener("hashchange", () => {
    showAddressed();
    announce(words.name(session.node));
    document.getElementById("row")?.focus({ preventScroll: true });
    document.getElementById("row")?.scrollIntoView({ block: "nearest" });
  });
  showAddressed();
  findStarts(session.layer, session.unchanged, (found) => {
    showStarts(session, starts, found);
    if (location.hash === "" && session.node === 0 && found[0] && !session.isChanged) session.show(found[0].node);
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
