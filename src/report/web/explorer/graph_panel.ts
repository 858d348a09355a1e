// The drawing of a neighbourhood. Every row is a link; a table has the same neighbours for those who do not see it.
import { element } from "../dom";
import { counted, grouped, percent, signed } from "../numbers";
import { folded } from "./folded";
import { geometryOf, type Geometry, type Place } from "./graph_layout";
import { graphOf, logitsOf, quickWork, type GraphModel, type GraphNode } from "./graph_model";
import type { Evaluation } from "./layer";
import { mainColumn, probabilities } from "./prediction";
import { neighboursOf, type Neighbour } from "./reasons";
import { headCell, scrollTable } from "./scroll_table";
import type { Panel, Session } from "./session";
import { drawn, drawToWidth } from "./svg";
import { abbreviations, shortened } from "./words";

const colours = 8;
const mostRows = 100; // of the table

interface Shape {
  each: GraphNode;
  group: SVGElement;
  text: SVGTextElement;
}

export function graphPanel(session: Session): Panel {
  const { layer, words, document: data } = session;
  const shortNames = data.tables.map(({ columns }) => abbreviations(columns));
  const place = element("div", { class: "chart graph", role: "group", "aria-label": "Neighbourhood" });
  const legend = element("ul", { class: "legend" });
  const caption = element("figcaption");
  const details = folded();
  const host = element("section", { "aria-labelledby": "graph" }, element("h2", { id: "graph" }, "Neighbourhood"),
    element("figure", {}, place, legend, caption, details.element));
  let model: GraphModel | undefined;
  let geometry: Geometry = geometryOf(600);
  let shapes: Shape[] = [];
  let lines: { node: number; line: SVGLineElement }[] = [];
  let now: Neighbour[] = [];
  let most = 1; // the size of the strongest as things are: lines are compared with it
  let evaluation: Evaluation | undefined;
  let later: ReturnType<typeof setTimeout> | undefined;

  const line = (from: Place, to: Place, look: string) =>
    drawn("line", { class: look, x1: from.x, y1: from.y, x2: to.x, y2: to.y });

  const shapeOf = (each: GraphNode): Shape => {
    const { node, place: { x, y } } = each;
    const isCentre = each.parent < 0;
    const radius = isCentre ? geometry.nodeRadius + 5 : each.parent === session.node ? geometry.nodeRadius : geometry.nodeRadius - 3;
    const isRound = data.nodes.table[node]! % 2 === 0;
    const outline = isRound ? drawn("circle", { cx: x, cy: y, r: radius })
      : drawn("rect", { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius, rx: 4 });
    const text = drawn("text", { class: "class", x, y: y + 3.5 });
    const name = drawn("text", { class: "name", x, y: y + radius + geometry.labelHeight - 2 }, shortened(words.name(node), geometry.labelLetters));
    const group = isCentre ? drawn("g", { class: "node" }, outline, text, name)
      : drawn("a", { class: "node", href: words.link(node), tabindex: "-1", "data-name": words.name(node) }, outline, text, name);
    return { each, group, text };
  };

  // Arrow keys go from row to row; one of them is in the order of the Tab key.
  const setUpKeys = () => {
    const links = shapes.slice(1).map(({ group }) => group);
    links[0]?.setAttribute("tabindex", "0");
    links.forEach((link, i) => link.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      const next = links[(i + step + links.length) % links.length]!;
      link.setAttribute("tabindex", "-1");
      next.setAttribute("tabindex", "0");
      next.focus();
    }));
  };

  const draw = (width: number) => {
    geometry = geometryOf(width);
    model = graphOf(session, geometry);
    evaluation = undefined;
    const byNode = new Map(model.nodes.map((each) => [each.node, each]));
    const [left, right, top, bottom] = [Math.min, Math.max, Math.min, Math.max].map((pick, i) =>
      pick(...model!.nodes.map(({ place: { x, y } }) => (i < 2 ? x : y)))) as [number, number, number, number];
    const margin = geometry.nodeRadius + 8;
    const half = Math.max(width / 2, -left, right);
    const height = bottom - top + 2 * margin + geometry.labelHeight;
    const svg = drawn("svg", { width, height, viewBox: `${-half} ${top - margin} ${2 * half} ${height}` });
    for (const [a, b] of model.between) svg.append(line(byNode.get(a)!.place, byNode.get(b)!.place, "edge far"));
    lines = [];
    for (const each of model.nodes.slice(1)) {
      const isNear = each.parent === session.node;
      const edge = line(byNode.get(each.parent)!.place, each.place, isNear ? "edge" : "edge far");
      if (isNear) lines.push({ node: each.node, line: edge });
      svg.append(edge);
    }
    shapes = model.nodes.map(shapeOf);
    svg.append(...shapes.map(({ group }) => group));
    place.replaceChildren(svg);
    setUpKeys();
    captionOf(model);
    most = neighboursOf(layer, session.node, session.base?.contributions ?? [], session.column)
      .reduce((greatest, { size }) => Math.max(greatest, size), 1e-12);
    colour();
  };

  const captionOf = ({ neighbours, allNeighbours, nodes }: GraphModel) => {
    const which = neighbours < allNeighbours ? `The ${grouped(neighbours)} strongest of ${counted(allNeighbours, "neighbour")}`
      : counted(neighbours, "neighbour");
    const behind = nodes.length - 1 - neighbours;
    caption.textContent = `${which}${behind > 0 ? `, and ${grouped(behind)} of theirs behind them` : ""}. ` +
      (session.base ? "A line is as thick as the row's groundings with that neighbour move " : "Rows that share a grounding. ");
    if (session.base) {
      caption.append(element("span", { class: "atom" }, words.atom(session.node, session.column)),
        ": solid where they raise it, dashed where they lower it. ");
    }
    caption.append(nodes.some(({ node }) => !layer.isComplete(node)) ? "Dashed outlines: shown by the network alone." : "");
  };

  const className = (node: number, column: number) => (column < 0 ? "none" : layer.tableOf(node).columns[column]!);

  const fillLegend = (columns: Map<string, { table: number; column: number }>) => {
    const entries = [...columns.values()].sort((a, b) => a.table - b.table || a.column - b.column).map(({ table, column }) => {
      const isRound = table % 2 === 0;
      const shape = drawn("svg", { width: 18, height: 18, class: `node class-${column < 0 ? "none" : column % colours}`, "aria-hidden": "true" },
        isRound ? drawn("circle", { cx: 9, cy: 9, r: 7 }) : drawn("rect", { x: 2, y: 2, width: 14, height: 14, rx: 3 }));
      const { columns: names, name } = data.tables[table]!;
      const text = column < 0 ? "none" : names[column]!;
      const short = column < 0 ? "\u2013" : shortNames[table]![column]!;
      return element("li", {}, shape, `${short === text ? text : `${short}: ${text}`}${data.tables.length > 1 ? ` (${name})` : ""}`);
    });
    legend.replaceChildren(...entries);
  };

  // Predictions of the shown rows as they are now.
  const colourNodes = () => {
    if (!model) return;
    evaluation = layer.evaluate(model.computed, session.changes.alterations(), evaluation);
    const shownColumns = new Map<string, { table: number; column: number }>();
    for (const { each: { node }, group, text } of shapes) {
      const logits = logitsOf(session, node, evaluation);
      const column = mainColumn(layer.tableOf(node), logits);
      const table = data.nodes.table[node]!;
      shownColumns.set(`${table} ${column}`, { table, column });
      const isCentre = node === session.node;
      const isComplete = layer.isComplete(node);
      group.setAttribute("class",
        `node class-${column < 0 ? "none" : column % colours}${isCentre ? " centre" : ""}${isComplete ? "" : " partial"}`);
      text.textContent = column < 0 ? "\u2013" : shortNames[table]![column]!;
      const share = column < 0 ? "" : ` ${percent(probabilities(layer.tableOf(node), logits)[column]!)}`;
      const label = `${words.name(node)}: ${className(node, column)}${share}${isComplete ? "" : ", by the network alone"}`;
      group.setAttribute("aria-label", label);
    }
    fillLegend(shownColumns);
    const neighbours = now;
    details.update(`Table: ${counted(neighbours.length, "neighbour")}`, () => tableOf(neighbours));
  };

  const tableRow = ({ node, net }: Neighbour) => {
    const logits = logitsOf(session, node, evaluation);
    const column = mainColumn(layer.tableOf(node), logits);
    const share = column < 0 ? "" : percent(probabilities(layer.tableOf(node), logits)[column]!);
    return element("tr", {}, element("th", { scope: "row" }, element("a", { href: words.link(node) }, words.name(node))),
      element("td", {}, className(node, column)), element("td", { class: "number" }, share),
      session.base ? element("td", { class: "number" }, signed(net, 3)) : undefined);
  };

  const tableOf = (neighbours: Neighbour[]) => {
    const title = `Neighbours of ${words.name(session.node)}`;
    const heads = ["Row", "Prediction", "Probability", ...(session.base ? [`Adds to ${session.table.columns[session.column]}`] : [])];
    const body = element("tbody", {}, ...neighbours.slice(0, mostRows).map(tableRow));
    return [
      scrollTable(title, "", heads.map((head, place) => headCell(place > 1, head)), body),
      element("p", { class: "quiet" }, neighbours.length > mostRows ? `The ${mostRows} strongest of ${grouped(neighbours.length)}.` : ""),
    ];
  };

  const colourLines = () => {
    now = neighboursOf(layer, session.node, session.now?.contributions ?? [], session.column);
    const strengths = new Map(now.map((each) => [each.node, each]));
    for (const { node, line: edge } of lines) {
      const { net = 0, size = 0 } = strengths.get(node) ?? {};
      edge.setAttribute("class", `edge ${size === 0 ? "none" : net < 0 ? "down" : "up"}`);
      edge.setAttribute("stroke-width", (1 + 5 * Math.min(1.5, size / most)).toFixed(2));
    }
  };

  // The lines at once; the other rows a moment later where they take longer, so that a slider does not stick.
  const colour = () => {
    colourLines();
    clearTimeout(later);
    if (!model || layer.workOf(model.computed) <= quickWork) colourNodes();
    else later = setTimeout(colourNodes, 120);
  };

  const redraw = drawToWidth(place, draw);
  return { element: host, show: redraw, update: colour };
}
