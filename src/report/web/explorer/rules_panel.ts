// The rules, each with a switch and a slider for its weight.
import { element } from "../dom";
import { counted, fixed, grouped } from "../numbers";
import { meanWeight } from "./alterations";
import type { Panel, Session } from "./session";

const fewRules = 8; // which need no filter
const steps = 200; // of a slider

interface Rule {
  clause: number;
  item: HTMLElement;
  box: HTMLInputElement;
  slider: HTMLInputElement;
  output: HTMLOutputElement;
  reset: HTMLButtonElement;
  effect: HTMLElement;
}

export function rulesPanel(session: Session): Panel {
  const { changes, document: data } = session;
  const list = element("ul", { class: "rules" });
  const filter = element("input", { type: "search", placeholder: "Filter rules", "aria-label": "Filter rules", autocomplete: "off" });
  const count = element("p", { class: "quiet" });
  const hasFilter = data.clauses.length > fewRules;
  const host = element("section", { class: "panel", "aria-labelledby": "rules" }, element("h2", { id: "rules" }, "Rules"),
    hasFilter ? filter : undefined, count, list);

  const make = (clause: number): Rule => {
    const { name, text, weights } = data.clauses[clause]!;
    const mean = meanWeight(weights);
    const low = Math.min(0, 2 * mean);
    const high = Math.max(5, 2 * mean);
    const box = element("input", { type: "checkbox" });
    const slider = element("input", {
      type: "range", min: String(low), max: String(high), step: String((high - low) / steps), "aria-label": `Weight of ${name}`,
    });
    const output = element("output");
    const reset = element("button", { type: "button", "aria-label": `Reset the weight of ${name}` }, "reset");
    const effect = element("p", { class: "quiet" });
    const item = element("li", { "data-clause": name }, element("label", {}, box, element("span", { class: "rule" }, name)),
      name === text ? undefined : element("code", { class: "quiet" }, text),
      element("div", { class: "weight" }, slider, output, reset), effect);
    box.addEventListener("change", () => changes.switchRule(clause, box.checked));
    slider.addEventListener("input", () => changes.setWeight(clause, Number(slider.value)));
    reset.addEventListener("click", () => {
      changes.setWeight(clause, mean);
      slider.focus();
    });
    return { clause, item, box, slider, output, reset, effect };
  };
  const rules = data.clauses.map((_, clause) => make(clause));

  // How far the clauses move the shown row, all layers together.
  const effects = (isBase: boolean) => {
    const sums = new Float64Array(rules.length);
    for (const { clause, changes: each } of (isBase ? session.base : session.now)?.contributions ?? []) {
      for (const change of each) sums[clause]! += Math.abs(change);
    }
    return sums;
  };

  const update = () => {
    const moved = effects(false);
    for (const { clause, item, box, slider, output, reset, effect } of rules) {
      const mean = changes.weightOf(clause);
      const isReset = mean === meanWeight(data.clauses[clause]!.weights);
      box.checked = changes.isOn(clause);
      slider.disabled = !box.checked;
      // A slider rounds to its steps; what it shows must not become a change by itself.
      if (Number(slider.value) !== mean) slider.value = String(mean);
      output.value = fixed(mean, 2);
      item.dataset["weight"] = String(mean);
      slider.setAttribute("aria-valuetext", data.layers > 1 ? `${fixed(mean, 2)}, mean of ${data.layers} layers` : fixed(mean, 2));
      reset.hidden = isReset;
      item.classList.toggle("changed", !isReset || !box.checked);
      item.classList.toggle("off", !box.checked);
      const sum = moved[clause]!;
      effect.textContent = sum === 0 ? "" : `moves this row by ${sum < 0.001 ? "less than 0.001" : fixed(sum, 3)}`;
    }
  };

  const applyFilter = () => {
    const wanted = filter.value.trim().toLowerCase();
    let shown = 0;
    for (const { clause, item } of rules) {
      const { name, text } = data.clauses[clause]!;
      item.hidden = wanted !== "" && !`${name} ${text}`.toLowerCase().includes(wanted);
      if (!item.hidden) ++shown;
    }
    const layers = data.layers > 1 ? ` Weights are means over the ${data.layers} layers.` : "";
    count.textContent = (wanted === "" ? `${counted(rules.length, "clause")}, those that move this row most first.`
      : `${grouped(shown)} of ${counted(rules.length, "clause")}`) + (wanted === "" ? layers : "");
  };
  filter.addEventListener("input", applyFilter);

  let node = -1;
  return {
    element: host,
    show() {
      if (node !== session.node) {
        node = session.node;
        const moved = effects(true);
        rules.sort((a, b) => moved[b.clause]! - moved[a.clause]! || a.clause - b.clause);
        list.replaceChildren(...rules.map(({ item }) => item));
        applyFilter();
      }
      update();
    },
    update,
  };
}
