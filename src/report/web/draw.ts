// Draws the charts of a page for its width and its colours, and again when one of them changes.
import type { View } from "vega";
import { element } from "./dom";
import { drawView } from "./render";
import { coloursOfPage } from "./theme";
import type { Figure } from "./vega_lite";

export class Charts {
  private readonly places: { place: HTMLElement; figure: Figure; view?: View }[] = [];
  private turn = 0;

  add(place: HTMLElement, figure: Figure): void {
    this.places.push({ place, figure });
  }

  // One chart at a time, so that the page can be read meanwhile. A later call replaces one that is under way.
  async drawAll(): Promise<void> {
    const turn = ++this.turn;
    for (const chart of this.places) {
      if (turn !== this.turn) return;
      await this.draw(chart);
      await new Promise((resolve) => setTimeout(resolve));
    }
    document.documentElement.dataset["ready"] = String(turn);
  }

  // All at once, for a printer that does not wait.
  drawNow(): void {
    for (const chart of this.places) void this.draw(chart);
  }

  drawAfterResize(): void {
    let waiting = 0;
    window.addEventListener("resize", () => {
      clearTimeout(waiting);
      waiting = window.setTimeout(() => {
        const isStale = this.places.some(({ place }) => place.clientWidth !== Number(place.dataset["drawn"]));
        if (isStale) void this.drawAll();
      }, 150);
    });
  }

  private async draw(chart: { place: HTMLElement; figure: Figure; view?: View }): Promise<void> {
    const { place, figure } = chart;
    const width = place.clientWidth;
    chart.view?.finalize();
    try {
      let used = 64;
      chart.view = await drawn(figure, place, width, used);
      // How much room labels need shows when they are there.
      for (let tries = 0; figure.spec["facet"] && tries < 4; ++tries) {
        const excess = Number(place.querySelector("svg")?.getAttribute("width") ?? 0) - width;
        if (excess <= 0) break;
        used += excess;
        chart.view.finalize();
        chart.view = await drawn(figure, place, width, used);
      }
      place.dataset["drawn"] = String(width);
    } catch (error) {
      place.textContent = "This chart could not be drawn here; the table below has its numbers.";
      const details = place.closest("figure")?.querySelector("details");
      if (details) details.open = true;
      console.error(figure.name, error);
    }
  }
}

function drawn(figure: Figure, place: HTMLElement, width: number, used: number): Promise<View> {
  const canvas = element("div", { "aria-hidden": "true" }); // of its own: Vega gives it a role and a label
  place.replaceChildren(canvas);
  return drawView(figure.spec, canvas, width, coloursOfPage(), used);
}
