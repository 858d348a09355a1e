// Tables that scroll inside the page where they are wider than it.
import { element, type Child } from "../dom";

export function headCell(isNumber: boolean, ...children: Child[]): HTMLElement {
  return element("th", { scope: "col", ...(isNumber ? { class: "number" } : {}) }, ...children);
}

export function scrollTable(title: string, look: string, heads: HTMLElement[], body: HTMLElement): HTMLElement {
  const table = element("table", look === "" ? {} : { class: look }, element("caption", {}, title),
    element("thead", {}, element("tr", {}, ...heads)), body);
  return element("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": title }, table);
}
