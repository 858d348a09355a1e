// Which rows the drawing of a neighbourhood shows, which lines, and what is predicted of them.
import { capacityOf, placeBehind, placeNeighbours, spaceBehind, type Geometry, type Place } from "./graph_layout";
import type { Evaluation, Neighbourhood } from "./layer";
import { mainColumn } from "./prediction";
import { contributionsTo, neighboursOf } from "./reasons";
import type { Session } from "./session";

export interface GraphNode {
  node: number;
  place: Place;
  parent: number; // of which it is a neighbour; -1 for the row in the middle
}

export interface GraphModel {
  nodes: GraphNode[]; // the row in the middle is the first, its neighbours follow, strongest first
  neighbours: number; // shown
  allNeighbours: number;
  between: [number, number][]; // neighbours that share a grounding with each other
  computed: Neighbourhood; // what the complete ones among the nodes depend on
}

// Ground clauses, all passes together, that take no longer than a frame.
export const quickWork = 20_000;

function secondHop(session: Session, geometry: Geometry, first: GraphNode[]): GraphNode[] {
  const { layer } = session;
  const space = spaceBehind(geometry, first.length);
  const complete = first.filter(({ node }) => layer.isComplete(node)).map(({ node }) => node);
  if (space === 0 || complete.length === 0) return [];
  const neighbourhood = layer.neighbourhood(complete);
  if (layer.workOf(neighbourhood) > quickWork) return [];
  const evaluation = layer.evaluate(neighbourhood, session.unchanged);
  const seen = new Set([session.node, ...first.map(({ node }) => node)]);
  return first.flatMap(({ node, place }) => {
    if (!layer.isComplete(node)) return [];
    const behind = neighboursOf(layer, node, contributionsTo(layer, node, session.unchanged, evaluation))
      .filter((each) => !seen.has(each.node)).slice(0, space);
    for (const each of behind) seen.add(each.node);
    const places = placeBehind(geometry, place, first.length, behind.length);
    return behind.map((each, i) => ({ node: each.node, place: places[i]!, parent: node }));
  });
}

function linesBetween(session: Session, nodes: number[]): [number, number][] {
  const { layer } = session;
  const shown = new Set(nodes);
  const lines = new Map<string, [number, number]>();
  for (const node of nodes) {
    for (let stage = 0; stage < session.document.stages; ++stage) {
      for (const instance of layer.instancesOf(stage, node)) {
        for (const other of layer.numbersOf(instance).subarray(0, layer.group(instance).slots.length)) {
          if (other > node && shown.has(other)) lines.set(`${node} ${other}`, [node, other]);
        }
      }
    }
  }
  return [...lines.values()];
}

export function graphOf(session: Session, geometry: Geometry): GraphModel {
  const { layer, node } = session;
  const all = neighboursOf(layer, node, session.base?.contributions ?? []);
  const shown = all.slice(0, capacityOf(geometry)).map((each) => each.node);
  const order = shown.map((each) => {
    const column = mainColumn(layer.tableOf(each), session.network(each));
    return session.document.nodes.table[each]! * 1000 + column;
  });
  const places = placeNeighbours(geometry, order);
  const first = shown.map((each, i) => ({ node: each, place: places[i]!, parent: node }));
  const nodes = [{ node, place: { x: 0, y: 0 }, parent: -1 }, ...first, ...secondHop(session, geometry, first)];
  const complete = nodes.map((each) => each.node).filter((each) => layer.isComplete(each));
  return {
    nodes, neighbours: first.length, allNeighbours: all.length, between: linesBetween(session, shown),
    computed: layer.neighbourhood(complete),
  };
}

// What is predicted of a shown row: with the rules where that can be computed here, otherwise by the network alone.
export function logitsOf(session: Session, node: number, evaluation: Evaluation | undefined): Float64Array {
  return evaluation && session.layer.isComplete(node) ? session.layer.resultOf(node, evaluation) : session.network(node);
}
