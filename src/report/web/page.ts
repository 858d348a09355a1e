// Builds the page from the document inside it, and draws its charts.
import { element, visible, type Child } from "./dom";
import type { About, ReportDocument } from "./document";
import { chartDownloads, tableDownloads } from "./download";
import { Charts } from "./draw";
import { headlineOf } from "./headline";
import { grouped, listed } from "./numbers";
import { sectionsOf, type Section } from "./sections";
import { foldedTable, tableElement } from "./table";
import { setUpPrinting, setUpTheme } from "./theme";
import type { Figure } from "./vega_lite";

// Beside the page; a name with a colon is no address of another kind.
function explorerLink(report: ReportDocument): Child {
  if (report.kind !== "training" || !report.training.explorer) return undefined;
  const link = element("a", { href: `./${encodeURIComponent(report.training.explorer)}` }, "Explore single predictions");
  return element("p", {}, link, ": why each is what it is, and what would change it.");
}

function header(report: ReportDocument, button: HTMLButtonElement): HTMLElement {
  const headline = headlineOf(report);
  const facts = headline.figures.map(({ number, about }) => element("div", {}, element("dt", {}, about), element("dd", {}, number)));
  return element("header", {}, button, element("h1", {}, report.about.name), element("p", { class: "lead" }, headline.outcome),
    element("p", { class: "quiet" }, headline.compared), explorerLink(report), element("dl", { class: "facts" }, ...facts));
}

function figureSection(figure: Figure, charts: Charts): HTMLElement {
  const place = element("div", { class: "chart", "data-chart": figure.name, role: "img", "aria-label": figure.finding });
  charts.add(place, figure);
  return element("section", {}, element("h2", { id: figure.name }, figure.title),
    element("figure", {}, place, element("figcaption", {}, figure.caption),
      element("details", {}, element("summary", {}, `Table: ${figure.table.title}`), tableElement(figure.table)),
      chartDownloads(figure)));
}

function section(each: Section, charts: Charts): HTMLElement {
  if ("figure" in each) return figureSection(each.figure, charts);
  return element("section", {}, element("h2", { id: each.table.name }, each.title),
    each.about ? element("p", {}, each.about) : undefined, foldedTable(each.table), tableDownloads(each.table));
}

// A line of the list at the foot; nothing for an empty text.
function entry(name: string, text: string, isCode = false): Child {
  if (!text) return undefined;
  return element("div", {}, element("dt", {}, name), element("dd", {}, isCode ? element("code", {}, text) : text));
}

function footer(about: About): HTMLElement {
  const sizes = Object.entries(about.sizes).map(([name, count]) => `${grouped(count)} ${name}`);
  const foot = element("footer", {}, element("h2", { id: "made" }, "How to reproduce this page"));
  if (about.command) foot.append(element("pre", { class: "command" }, element("code", {}, about.command)));
  if (about.choices.length > 0) foot.append(element("ul", {}, ...about.choices.map((choice) => element("li", {}, choice))));
  foot.append(element("dl", { class: "list" }, entry("Seed", about.seed), entry("Version", about.version && `kenn ${about.version}`),
    entry("Preset", about.preset), entry("Data", about.data, true), entry("Digest of the data", about.data_digest, true),
    entry("Sizes", listed(sizes)),
    ...Object.entries(about.machine).map(([name, value]) => entry(`Machine, ${name}`, value)),
    ...Object.entries(about.settings).map(([name, value]) => entry(`Setting, ${name}`, value, true))));
  if (about.knowledge) {
    foot.append(element("details", {}, element("summary", {}, "Knowledge"), element("pre", {}, element("code", {}, about.knowledge))));
  }
  return foot;
}

function build(report: ReportDocument, main: HTMLElement): void {
  document.title = `kenn: ${visible(report.about.name)}`;
  const charts = new Charts();
  const button = element("button", { type: "button", id: "theme" });
  main.replaceChildren(header(report, button), ...sectionsOf(report).map((each) => section(each, charts)), footer(report.about));
  const redraw = () => void charts.drawAll();
  setUpTheme(button, redraw);
  setUpPrinting(() => charts.drawNow());
  charts.drawAfterResize();
  redraw();
}

const data = document.getElementById("report");
const main = document.querySelector("main");
if (data?.textContent && main) build(JSON.parse(data.textContent) as ReportDocument, main);
