// From a Vega-Lite specification to a Vega view, for a page or for an SVG file.
import { expressionInterpreter } from "vega-interpreter";
import { compile } from "vega-lite";
import { parse, View, type Config, type Runtime } from "vega";
import type { Colours } from "./theme";
import type { Spec } from "./vega_lite";

const panelWidth = 200; // at least
const panelGap = 22;
const fileWidth = 680;
const fileColours: Colours = { text: "#1c2430", quiet: "#566173", line: "#dde2e8" };

// The names in the legend: the domain of the last channel that has one.
function legendNames(spec: Spec): string[] {
  let names: string[] = [];
  JSON.stringify(spec, (key, value) => {
    if (key === "values") return undefined;
    if (["color", "strokeDash"].includes(key) && value.legend !== null) names = value.scale?.domain ?? names;
    return value;
  });
  return names;
}

// Legends have as many columns as their longest name leaves room for; very long names are cut.
function legendShape(spec: Spec, width: number): { columns: number; labelLimit: number } {
  const names = legendNames(spec);
  const longest = Math.max(1, ...names.map((name) => name.length));
  const room = width - 80;
  const columns = Math.max(1, Math.min(names.length, Math.floor(room / (Math.min(longest, 40) * 7.2 + 40))));
  return { columns, labelLimit: Math.floor(room / columns) - 36 };
}

function configOf(spec: Spec, width: number, { text, quiet, line }: Colours, font: string): Config {
  const size = width < 480 ? 11 : 12;
  return {
    font, view: { stroke: null },
    axis: {
      labelColor: quiet, titleColor: quiet, titleFontWeight: "normal", domainColor: line, tickColor: line, gridColor: line,
      labelFontSize: size, titleFontSize: size, titlePadding: 8,
    },
    axisX: { grid: false, domainColor: quiet, labelFlush: false, labelOverlap: true, labelSeparation: 4 },
    legend: {
      orient: "top", labelColor: text, titleColor: quiet, labelFontSize: size + 0.5, symbolSize: 90, symbolStrokeWidth: 2,
      columnPadding: 16, rowPadding: 3, offset: 10, ...legendShape(spec, width),
    },
    header: { labelColor: text, labelFontSize: size + 0.5, labelPadding: 6 },
    title: { color: text, fontSize: size + 2 },
    text: { color: text, fontSize: size + 0.5 },
    rule: { color: text }, // intervals and lines at zero
  } as Config;
}

// Panels share the width, without `used` for the axis; other charts have all of it. What says how wide it is stays so.
function fitted(spec: Spec, width: number, used: number): Spec {
  if (spec["width"] === "container") return { ...spec, width, autosize: { type: "fit-x", contains: "padding" } };
  const panels = (spec["usermeta"] as { panels?: number } | undefined)?.panels;
  if (panels === undefined) return spec;
  const columns = Math.max(1, Math.min(panels, Math.floor((width - used + panelGap) / (panelWidth + panelGap))));
  const each = Math.floor((width - used - (columns - 1) * panelGap) / columns);
  return { ...spec, columns, spacing: panelGap, spec: { ...(spec["spec"] as Spec), width: each } };
}

function runtimeOf(spec: Spec, config: Config): Runtime {
  const compiled = compile(spec as never, { config: config as never }).spec;
  return parse(compiled as never, undefined, { ast: true } as never);
}

// With the interpreter, so that the page can forbid code that is made at run time.
const interpreted = { expr: expressionInterpreter, hover: false } as const;

// Draws into `place`, which is `width` wide. `used` is what the axis and its labels need.
export async function drawView(spec: Spec, place: HTMLElement, width: number, colours: Colours, used: number): Promise<View> {
  const font = getComputedStyle(document.body).fontFamily;
  const config = { ...configOf(spec, width, colours, font), background: null, aria: false } as Config;
  const runtime = runtimeOf(fitted(spec, width, used), config);
  return new View(runtime, { renderer: "svg", container: place, ...interpreted } as never).runAsync();
}

// The chart as a file: on white paper, with its title if there is one.
export async function svgOf(spec: Spec, title: string): Promise<string> {
  const config: Config = { ...configOf(spec, fileWidth, fileColours, "sans-serif"), background: "white", padding: 8 };
  const heading: Spec = title ? { title: { text: title, anchor: "start" } } : {};
  const runtime = runtimeOf({ ...fitted(spec, fileWidth, 64), ...heading }, config);
  return new View(runtime, { renderer: "none", ...interpreted } as never).toSVG();
}
