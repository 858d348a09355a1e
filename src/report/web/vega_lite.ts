// Parts of Vega-Lite charts, and the signs (colour, shape, dash) that tell models apart.
import type { Model, Table } from "./document";

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type Spec = { [key: string]: Json };

// A chart with what stands around it.
export interface Figure {
  name: string; // of its files
  title: string;
  finding: string; // in words, for those who do not see the chart
  caption: string; // how to read it
  spec: Spec; // complete with its data
  table: Table; // the numbers behind it
}

const schema = "https://vega.github.io/schema/vega-lite/v5.json";
const mostColumns = 3;
const panelWidth = 240;

// Okabe and Ito's colours, which people with any kind of colour vision can tell apart; the palest last.
export const palette = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#F0E442"];
export const plainColour = "#808080"; // of the network alone
const shapes = ["circle", "square", "triangle-up", "diamond", "triangle-down", "cross", "triangle-right", "triangle-left"];
const dashes = [[1, 0], [6, 3], [2, 2], [8, 3, 2, 3], [12, 4]];

export const colourAt = (place: number): string => palette[place % palette.length] ?? plainColour;
export const shapeAt = (place: number): string => shapes[place % shapes.length] ?? "circle";

// A plot per value of the field "panel", in this order; a single plot as wide as its place where there is only one.
export function chart(rows: Spec[], layers: Spec[], height: number, panels: string[] = []): Spec {
  const data = { values: rows };
  if (panels.length < 2) return { $schema: schema, width: "container", height, data, layer: layers };
  return {
    $schema: schema, data,
    facet: { field: "panel", type: "nominal", sort: panels, header: { title: null, labelFontWeight: "bold" } },
    columns: Math.min(panels.length, mostColumns),
    spec: { width: panelWidth, height, layer: layers },
    resolve: { axis: { x: "independent" } }, // rows of panels end with different panels
    usermeta: { panels: panels.length },
  };
}

export function quantity(field: string, title: string, format: string): { axis: Spec; scale: Spec } & Spec {
  return { field, type: "quantitative", title, scale: { zero: false }, axis: { format, tickCount: 5 } };
}

// Differences with their sign.
export function signedQuantity(field: string, title: string): { axis: Spec; scale: Spec } & Spec {
  const channel = quantity(field, title, "+~f");
  return { ...channel, axis: { ...channel.axis, labelExpr: "datum.value == 0 ? '0' : datum.label" } };
}

// A line at zero of channel "x" or "y". Without the aggregate there would be one for every row of the data.
export function zeroLine(channel: "x" | "y"): Spec {
  return {
    transform: [{ aggregate: [{ op: "count", as: "rows" }] }],
    mark: { type: "rule", strokeWidth: 1 }, encoding: { [channel]: { datum: 0 } },
  };
}

// What shows when the pointer rests on a mark: titles by field.
export function tooltip(titles: Record<string, string>): Json {
  return Object.entries(titles).map(([field, title]) => ({ field, title }));
}

// A channel (colour, shape or dash) that tells the values of `field` apart.
export function signs(field: string, labels: string[], range: Json[], legend: Spec | null = { symbolOpacity: 1 }): Spec {
  return { field, type: "nominal", sort: null, title: null, legend, scale: { domain: labels, range } };
}

export interface ModelSigns {
  colour: Spec;
  shape: Spec;
  dash: Spec;
}

// The signs of models, in the field "series". A model keeps its signs in all charts of a page; `shown` are those that
// occur in this one. The legend shows marks or lines, or there is none.
export function modelSigns(models: Model[], shown: Model[], legendSign: "mark" | "line" | "none"): ModelSigns {
  const legends = {
    mark: { symbolOpacity: 1, symbolStrokeWidth: 0 }, // an outline would be dashed
    line: { symbolOpacity: 1, symbolType: "stroke", symbolSize: 400 },
    none: null,
  };
  const withRules = models.filter((model) => !model.is_baseline);
  const colour = (model: Model) => (model.is_baseline ? plainColour : colourAt(withRules.indexOf(model)));
  const channel = (sign: (model: Model) => Json) =>
    signs("series", shown.map((model) => model.label), shown.map(sign), legends[legendSign]);
  return {
    colour: channel(colour),
    shape: channel((model) => shapeAt(models.indexOf(model))),
    dash: channel((model) => dashes[models.indexOf(model) % dashes.length] ?? [1, 0]),
  };
}
