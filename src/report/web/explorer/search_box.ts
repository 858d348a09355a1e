// The search for a row: a combobox with a list of suggestions.
import { element } from "../dom";
import { grouped } from "../numbers";
import { fold, searchNames } from "./search";
import type { Session } from "./session";

export function searchBox(session: Session): HTMLElement {
  const { words, layer, document: data } = session;
  const names = data.nodes.name.map(fold);
  const input = element("input", {
    id: "search", type: "text", role: "combobox", "aria-expanded": "false", "aria-controls": "found", "aria-autocomplete": "list",
    autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder: "Search a row by its id",
  });
  const list = element("ul", { id: "found", role: "listbox", "aria-label": "Rows that match" });
  const more = element("p", { class: "quiet more", role: "status" });
  const popup = element("div", { class: "popup" }, list, more);
  popup.hidden = true;
  let chosen = -1;

  const close = () => {
    popup.hidden = true;
    chosen = -1;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };

  const choose = (place: number) => {
    const options = [...list.children] as HTMLElement[];
    chosen = options.length === 0 ? -1 : (place + options.length) % options.length;
    options.forEach((option, i) => option.setAttribute("aria-selected", String(i === chosen)));
    const option = options[chosen];
    if (!option) return;
    input.setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  };

  const go = (node: number) => {
    close();
    input.value = "";
    location.hash = words.link(node);
    document.getElementById("row")?.focus();
  };

  const option = (node: number, place: number) => {
    const about = [data.tables.length > 1 && !words.isTuple(node) ? layer.tableOf(node).name : "", layer.isComplete(node) ? "" : "network only"]
      .filter((each) => each !== "").join(", ");
    const made = element("li", { id: `found-${place}`, role: "option", "aria-selected": "false" }, element("span", {}, words.name(node)),
      about === "" ? undefined : element("span", { class: "quiet" }, about));
    // Not "click": the list is gone by then, because the input has lost the focus.
    made.addEventListener("mousedown", (event) => {
      event.preventDefault();
      go(node);
    });
    made.dataset["node"] = String(node);
    return made;
  };

  const open = () => {
    const found = searchNames(names, input.value);
    list.replaceChildren(...found.nodes.map(option));
    more.textContent = found.nodes.length === 0 ? "No row of this page matches."
      : found.more > 0 ? `and ${grouped(found.more)} more` : "";
    popup.hidden = false;
    input.setAttribute("aria-expanded", "true");
    input.removeAttribute("aria-activedescendant");
    chosen = -1;
  };

  input.addEventListener("input", open);
  input.addEventListener("focus", () => { if (input.value !== "") open(); });
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      if (popup.hidden) input.value = "";
      close();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (popup.hidden) open();
      choose(event.key === "ArrowDown" ? chosen + 1 : Math.max(chosen, 0) - 1);
    } else if (event.key === "Enter") {
      event.preventDefault();
      const option = list.children[Math.max(0, chosen)];
      if (!popup.hidden && option instanceof HTMLElement) go(Number(option.dataset["node"]));
    }
  });
  // As on other pages: "/" goes to the search.
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof HTMLElement && event.target.matches("input:not([type=checkbox], [type=range]), select, textarea");
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
  });
  return element("div", { class: "search" }, element("label", { for: "search" }, "Go to"), input, popup);
}
