// Light and dark colours: those of the system, or the other ones by a button.
const root = document.documentElement;
const wantsDark = window.matchMedia("(prefers-color-scheme: dark)");

export function isDark(): boolean {
  return (root.dataset["theme"] ?? (wantsDark.matches ? "dark" : "light")) === "dark";
}

// Names the button for the colours it leads to; `redraw` is called whenever the colours change.
export function setUpTheme(button: HTMLButtonElement, redraw: () => void): void {
  const name = () => {
    button.textContent = isDark() ? "Light" : "Dark";
    button.setAttribute("aria-label", isDark() ? "Light colours" : "Dark colours");
  };
  button.addEventListener("click", () => {
    root.dataset["theme"] = isDark() ? "light" : "dark";
    name();
    redraw();
  });
  wantsDark.addEventListener("change", () => {
    name();
    redraw();
  });
  name();
}

// Paper is light: `redraw` before printing and after it.
export function setUpPrinting(redraw: () => void): void {
  let before: string | undefined;
  window.addEventListener("beforeprint", () => {
    before = root.dataset["theme"];
    root.dataset["theme"] = "light";
    redraw();
  });
  window.addEventListener("afterprint", () => {
    if (before === undefined) delete root.dataset["theme"];
    else root.dataset["theme"] = before;
    redraw();
  });
}

export interface Colours {
  text: string;
  quiet: string;
  line: string;
}

// Those of the style sheet.
export function coloursOfPage(): Colours {
  const style = getComputedStyle(root);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  return { text: colour("--text"), quiet: colour("--quiet"), line: colour("--line") };
}
