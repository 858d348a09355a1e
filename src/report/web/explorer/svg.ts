// Elements of drawings, as dom.ts makes those of the page.
import { visible, type Child } from "../dom";

export function drawn<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag, attributes: Record<string, string | number> = {}, ...children: Child[]): SVGElementTagNameMap[Tag] {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, visible(String(value)));
  for (const child of children) {
    if (child !== undefined) made.append(typeof child === "string" ? visible(child) : child);
  }
  return made;
}

// Calls `draw` with the width of an element whenever that changes; what it returns draws again. The width is kept, because
// asking for it makes the browser lay out the page.
export function drawToWidth(place: HTMLElement, draw: (width: number) => void): () => void {
  let width = 0;
  const redraw = () => {
    if (width === 0) width = place.clientWidth;
    if (width > 0) draw(width);
  };
  new ResizeObserver(() => {
    if (place.clientWidth === width || place.clientWidth === 0) return;
    width = place.clientWidth;
    draw(width);
  }).observe(place);
  return redraw;
}
