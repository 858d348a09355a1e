// The groundings behind a prediction, strongest first, each fact with a switch. Lines keep their places while things change.
import { element } from "../dom";
import { counted, percent, signed } from "../numbers";
import { groundingsOf, reasonsOf, type Grounding, type Reason } from "./reasons";
import type { Panel, Session } from "./session";

const mostShown = 8;

interface Line {
  clause: number;
  grounding: Grounding; // of the changed layer where it takes part there, otherwise of the unchanged one
  value: number;
  before: number;
}

const key = (grounding: Grounding) => `${grounding.pass} ${grounding.instance} ${grounding.place}`;

function linesOf(session: Session): Line[] {
  const { base, now, column } = session;
  if (!base || !now) return [];
  const lines = new Map<string, Line>();
  for (const { clause, grounding } of groundingsOf(base.contributions, column)) {
    lines.set(key(grounding), { clause, grounding, value: 0, before: grounding.changes[column]! });
  }
  for (const { clause, grounding } of groundingsOf(now.contributions, column)) {
    const value = grounding.changes[column]!;
    lines.set(key(grounding), { clause, grounding, value, before: lines.get(key(grounding))?.before ?? 0 });
  }
  return [...lines.values()];
}

export function groundingsPanel(session: Session): Panel {
  const { layer, words, changes } = session;
  const heading = element("h2", { id: "groundings" });
  const list = element("ol", { class: "groundings" });
  const more = element("button", { type: "button" });
  const host = element("section", { "aria-labelledby": "groundings" }, heading,
    element("p", { class: "quiet" }, "Each line is one grounding of a clause: what it adds to the logit, and by which facts and " +
      "predictions. A fact that is switched off is taken out everywhere."), list, more);
  let showsAll = false;
  let drawnKeys = "";
  let strongest = 1;

  const reasonElement = ({ text, fact, node, probability }: Reason): HTMLElement => {
    const share = probability === undefined ? undefined : element("span", { class: "quiet" }, ` ${percent(probability)}`);
    if (fact !== undefined) {
      const box = element("input", { type: "checkbox", "data-fact": text });
      box.checked = changes.isListed(fact);
      box.addEventListener("change", () => changes.switchFact(fact, box.checked));
      return element("label", { class: "reason fact" }, box, element("span", {}, text), share);
    }
    const name = node === undefined ? element("span", {}, text) : element("a", { href: words.link(node) }, text);
    return element("span", { class: "reason" }, name, share);
  };

  const line = ({ clause, grounding, value }: Line): HTMLElement => {
    const { stages } = layer.document;
    const number = Math.floor(grounding.pass / stages) + 1;
    const computed = value === 0 ? session.base! : session.now!;
    const reasons = reasonsOf(layer, words, session.node, session.column, grounding, computed.evaluation);
    const look = value < 0 ? "down" : value > 0 ? "up" : "off";
    const width = 100 * Math.min(1, Math.abs(value) / strongest);
    return element("li", { "data-value": String(value) },
      element("span", { class: "amount" }, element("strong", { class: look }, value === 0 ? "off" : signed(value, 3)),
        element("span", { class: "track", "aria-hidden": "true" }, element("span", { class: `bar ${look}`, style: `width: ${width.toFixed(1)}%` }))),
      element("span", { class: "why" }, element("span", { class: "reasons" }, ...reasons.map(reasonElement)),
        element("span", { class: "quiet" }, (layer.document.layers > 1 ? `layer ${number} \u00b7 ` : "") + layer.document.clauses[clause]!.name)));
  };

  const draw = () => {
    host.hidden = !session.base;
    const lines = linesOf(session);
    strongest = Math.max(1e-12, ...lines.slice(0, mostShown).map(({ value, before }) => Math.max(Math.abs(value), Math.abs(before))));
    const shown = showsAll ? lines : lines.slice(0, mostShown);
    const focused = document.activeElement;
    const place = [...list.children].findIndex((child) => child.contains(focused));
    list.replaceChildren(...shown.map(line));
    if (place >= 0 && focused instanceof HTMLElement) {
      const switches = [...(list.children[place]?.querySelectorAll<HTMLElement>("[data-fact]") ?? [])];
      switches.find((each) => each.dataset["fact"] === focused.dataset["fact"])?.focus();
    }
    heading.textContent = lines.length === 0 ? "No grounding moves it" : `The ${counted(lines.length, "grounding")} behind it`;
    more.hidden = lines.length <= mostShown;
    more.textContent = showsAll ? `Show the ${mostShown} strongest` : `Show all ${counted(lines.length, "grounding")}`;
    drawnKeys = `${session.node} ${session.column}`;
  };
  more.addEventListener("click", () => {
    showsAll = !showsAll;
    draw();
  });
  return {
    element: host,
    show() {
      if (drawnKeys !== `${session.node} ${session.column}`) showsAll = false;
      draw();
    },
    update: draw,
  };
}
