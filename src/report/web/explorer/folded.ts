// A part of the page that is made when it is opened: while it is closed, changes cost nothing.
import { element } from "../dom";

export interface Folded {
  element: HTMLElement;
  update(title: string, make: () => Node[]): void;
}

export function folded(): Folded {
  const summary = element("summary"); // stays where it is, so that it keeps the focus
  const body = element("div");
  const host = element("details", {}, summary, body);
  let make: () => Node[] = () => [];
  const fill = () => body.replaceChildren(...(host.open ? make() : []));
  host.addEventListener("toggle", fill);
  return {
    element: host,
    update(title, next) {
      summary.textContent = title;
      make = next;
      fill();
    },
  };
}
