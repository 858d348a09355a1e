// The waterfall chart of a logit, and the table behind it.
import { element } from "../dom";
import { counted, signed } from "../numbers";
import { folded } from "./folded";
import { headCell, scrollTable } from "./scroll_table";
import type { Panel, Session } from "./session";
import { drawn, drawToWidth } from "./svg";
import { stepsOf, waterfallOf, type Step } from "./waterfall";
import { shortened } from "./words";

const mostSteps = 9;
const letterWidth = 6.4; // about that of the font

interface Bar {
  label: string;
  from: number;
  to: number;
  text: string;
  look: "total" | "up" | "down" | "before";
}

function bars(session: Session, steps: Step[], start: number, end: number, before: number): Bar[] {
  const waterfall = waterfallOf(start, end, steps, mostSteps);
  const list: Bar[] = [{ label: "Network alone", from: 0, to: start, text: signed(start, 3), look: "total" }];
  let at = start;
  const add = (label: string, change: number) => {
    list.push({ label, from: at, to: at + change, text: signed(change, 3), look: change < 0 ? "down" : "up" });
    at += change;
  };
  for (const { layer, clause, change } of waterfall.steps) add(stepName(session, layer, clause), change);
  if (waterfall.others.count > 0) add(`${counted(waterfall.others.count, "smaller step")}`, waterfall.others.change);
  list.push({ label: session.isChanged ? "As you changed it" : "With rules", from: 0, to: end, text: signed(end, 3), look: "total" });
  if (session.isChanged) list.push({ label: "With rules, unchanged", from: 0, to: before, text: signed(before, 3), look: "before" });
  return list;
}

function stepName(session: Session, layer: number, clause: number): string {
  const { name } = session.document.clauses[clause]!;
  return session.document.layers > 1 ? `layer ${layer + 1} \u00b7 ${name}` : name;
}

function draw(list: Bar[], width: number): SVGElement {
  const isNarrow = width < 520;
  const labels = isNarrow ? 0 : Math.min(280, width * 0.42);
  const numbers = 58;
  const rowHeight = isNarrow ? 42 : 27;
  const values = [0, ...list.flatMap(({ from, to }) => [from, to])];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const scale = (width - labels - numbers - 8) / (high - low || 1);
  const x = (value: number) => labels + 4 + (value - low) * scale;
  const svg = drawn("svg", { width, height: rowHeight * list.length + 4, "aria-hidden": "true" });
  const words: SVGElement[] = []; // above all lines
  svg.append(drawn("line", { class: "zero", x1: x(0), x2: x(0), y1: 0, y2: rowHeight * list.length + 4 }));
  list.forEach(({ label, from, to, text, look }, row) => {
    const top = row * rowHeight + (isNarrow ? 20 : 4);
    const left = Math.min(x(from), x(to));
    const right = Math.max(x(from), x(to));
    const letters = Math.floor((isNarrow ? width - 8 : labels - 10) / letterWidth);
    const at = isNarrow ? { x: 0, y: top - 5, "text-anchor": "start" } : { x: labels - 8, y: top + 14, "text-anchor": "end" };
    words.push(drawn("text", { class: `step ${look}`, ...at }, shortened(label, letters), drawn("title", {}, label)));
    const next = list[row + 1];
    if (next && (next.look === "up" || next.look === "down" || look === "up" || look === "down")) {
      svg.append(drawn("line", { class: "join", x1: x(to), x2: x(to), y1: top + 18, y2: top + rowHeight }));
    }
    svg.append(drawn("rect", { class: look, x: left, y: top, width: Math.max(1.5, right - left), height: 18, rx: 2 }));
    words.push(drawn("text", { class: "value", x: right + 5, y: top + 14 }, text));
  });
  svg.append(...words);
  return svg;
}

function tableOf(session: Session, steps: Step[], title: string): HTMLElement {
  const number = (value: number) => element("td", { class: "number" }, signed(value, 3));
  const heads = ["Clause", "Layer", "Adds", ...(session.isChanged ? ["Before your changes"] : [])];
  const rows = steps.map(({ layer, clause, change, before }) => {
    const { name } = session.document.clauses[clause]!;
    return element("tr", { "data-change": String(change), "data-clause": name, "data-layer": String(layer + 1) },
      element("th", { scope: "row" }, name), element("td", { class: "number" }, String(layer + 1)), number(change),
      session.isChanged ? number(before) : undefined);
  });
  return scrollTable(title, "", heads.map((text, place) => headCell(place > 0, text)), element("tbody", {}, ...rows));
}

export function waterfallPanel(session: Session): Panel {
  const heading = element("h2", { id: "waterfall" });
  const place = element("div", { class: "chart waterfall", role: "img" });
  const details = folded();
  const host = element("section", { "aria-labelledby": "waterfall" }, heading, element("figure", {}, place,
    element("figcaption", {}, "Logits. Every step is what one clause adds in one layer; together they lead from the network alone to the " +
      "prediction with rules."),
    details.element));
  let list: Bar[] = [];
  const redraw = drawToWidth(place, (width) => place.replaceChildren(draw(list, width)));
  const update = () => {
    host.hidden = !session.base;
    if (!session.base || !session.now) return;
    const atom = session.words.atom(session.node, session.column);
    const steps = stepsOf(session.column, session.now.contributions, session.base.contributions);
    const start = session.layer.logitsOf(session.node, session.now.evaluation.network)[session.column]!;
    const end = session.now.logits[session.column]!;
    list = bars(session, steps, start, end, session.base.logits[session.column]!);
    heading.textContent = "";
    heading.append("What moves ", element("span", { class: "atom" }, atom));
    place.setAttribute("aria-label", `Waterfall chart: the logit of ${atom} goes from ${signed(start, 3)} to ${signed(end, 3)}` +
      (steps.length === 0 ? "; no rule moves it." : ` in ${counted(steps.length, "step")}; the table below lists them.`));
    details.update(`Table: all ${counted(steps.length, "step")}`,
      () => [tableOf(session, steps, `What every clause adds to the logit of ${atom}`)]);
    redraw();
  };
  return { element: host, show: update, update };
}
