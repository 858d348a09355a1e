// Buttons that save a chart or a table as a file; the page loads nothing for them.
import { specFile } from "./charts";
import type { Table } from "./document";
import { element } from "./dom";
import { svgOf } from "./render";
import { csvOf } from "./table";
import type { Figure } from "./vega_lite";

function save(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

function button(label: string, about: string, action: () => void): HTMLButtonElement {
  const made = element("button", { type: "button", "aria-label": about }, label);
  made.addEventListener("click", action);
  return made;
}

function csvButton(table: Table): HTMLButtonElement {
  return button("CSV", `Download the table ${table.title} as CSV`, () => save(`${table.name}.csv`, "text/csv", csvOf(table)));
}

export function chartDownloads(figure: Figure): HTMLElement {
  return element("div", { class: "downloads" }, element("span", {}, "Download"),
    button("SVG", `Download the chart ${figure.title} as SVG`,
      async () => save(`${figure.name}.svg`, "image/svg+xml", await svgOf(figure.spec, figure.title))),
    button("Vega-Lite", `Download the chart ${figure.title} as a Vega-Lite specification`,
      () => save(`${figure.name}.vl.json`, "application/json", specFile(figure))),
    csvButton(figure.table));
}

export function tableDownloads(table: Table): HTMLElement {
  return element("div", { class: "downloads" }, element("span", {}, "Download"), csvButton(table));
}
