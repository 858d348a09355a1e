// What the person has changed, each with a button that takes it back.
import { element } from "../dom";
import { fixed } from "../numbers";
import { meanWeight, type Change } from "./alterations";
import type { Panel, Session } from "./session";
import { quoted } from "./words";

function text({ document: data, words }: Session, change: Change): string {
  const clause = (number: number) => data.clauses[number]!;
  switch (change.kind) {
    case "rule":
      return `without ${clause(change.clause).name}`;
    case "weight":
      return `weight of ${clause(change.clause).name}: ${fixed(meanWeight(clause(change.clause).weights), 2)} \u2192 ${fixed(change.mean, 2)}`;
    case "fact":
      return `without ${data.facts.text[change.fact]}`;
    case "set":
      return `${words.atom(change.atom.node, change.atom.column)} = ${change.atom.probability}`;
  }
}

// The command that computes the same; nothing where weights were slid, which have no option.
function command(session: Session): string | undefined {
  const { changes, words, document: data } = session;
  const options: string[] = [];
  for (const change of changes.all) {
    if (change.kind === "weight") return undefined;
    if (change.kind === "rule") options.push(`--without ${quoted(data.clauses[change.clause]!.name)}`);
    if (change.kind === "fact") options.push(`--without ${quoted(data.facts.text[change.fact]!)}`);
    if (change.kind === "set") options.push(`--set ${quoted(`${words.atom(change.atom.node, change.atom.column)}=${change.atom.probability}`)}`);
  }
  const object = quoted(words.address(session.node));
  return ["kenn explain --model MODEL", `--data ${quoted(data.about.data || "DATA")}`, `--object ${object}`, ...options].join(" ");
}

export function changesPanel(session: Session): Panel {
  const { changes } = session;
  const heading = element("h2", { id: "changes", tabindex: "-1" }, "What you changed");
  const list = element("ul", { class: "changes" });
  const all = element("button", { type: "button", id: "undo-all" }, "Undo all");
  const nothing = element("p", { class: "quiet" }, "Nothing yet: switch off a rule or a fact, slide a weight, or set what the network says.");
  const same = element("code");
  const details = element("details", {}, element("summary", {}, "The same on the command line"), element("pre", { class: "command" }, same));
  const host = element("section", { class: "panel", "aria-labelledby": "changes" }, heading, nothing, list, all, details);
  all.addEventListener("click", () => {
    changes.undoAll();
    heading.focus();
  });

  const item = (change: Change) => {
    const words = text(session, change);
    const button = element("button", { type: "button", "aria-label": `Undo: ${words}` }, "undo");
    button.addEventListener("click", () => {
      const place = changes.all.indexOf(change);
      changes.undo(change);
      const buttons = list.querySelectorAll("button");
      (buttons[Math.min(place, buttons.length - 1)] ?? heading).focus();
    });
    return element("li", {}, element("span", {}, words), button);
  };

  const update = () => {
    list.replaceChildren(...changes.all.map(item));
    nothing.hidden = session.isChanged;
    all.hidden = !session.isChanged;
    const line = session.isChanged && session.base ? command(session) : undefined;
    details.hidden = line === undefined;
    same.textContent = line ?? "";
  };
  return { element: host, show: update, update };
}
