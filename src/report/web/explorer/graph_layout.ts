// Where rows stand in the drawing of a neighbourhood: one in the middle, its neighbours on rings, theirs behind them. The same
// neighbourhood always looks the same.
export interface Place {
  x: number;
  y: number;
}

export interface Geometry {
  radii: number[]; // of the rings that fit
  capacities: number[];
  nodeRadius: number;
  labelLetters: number; // how long a name may be
  labelHeight: number;
}

const mostNeighbours = 40;

export function geometryOf(width: number): Geometry {
  const isNarrow = width < 520;
  const [spacing, first, gap, nodeRadius] = isNarrow ? [50, 68, 58, 14] : [78, 104, 82, 17];
  const [labelLetters, labelHeight] = isNarrow ? [8, 11] : [12, 14];
  const radii: number[] = [];
  for (let radius = first; radius <= width / 2 - spacing / 2 && radii.length < 3; radius += gap) radii.push(radius);
  if (radii.length === 0) radii.push(Math.max(40, width / 2 - nodeRadius));
  return { radii, capacities: radii.map((radius) => Math.floor((2 * Math.PI * radius) / spacing)), nodeRadius, labelLetters, labelHeight };
}

export function capacityOf({ capacities }: Geometry): number {
  return Math.min(mostNeighbours, capacities.reduce((sum, capacity) => sum + capacity, 0));
}

function around(radius: number, turn: number): Place {
  const angle = 2 * Math.PI * turn - Math.PI / 2;
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
}

// How many neighbours of each neighbour there is space for behind it; 0 unless the neighbours themselves are on one ring.
export function spaceBehind({ radii, capacities }: Geometry, neighbours: number): number {
  if (radii.length < 2 || neighbours === 0 || neighbours > capacities[0]!) return 0;
  return Math.min(4, Math.floor(capacities[1]! / neighbours));
}

// How far a ring of `count` places is turned, so that they stand apart from those on the rings inside, and so do their lines.
function turnOf(count: number, inside: number[]): number {
  const gap = (turn: number) => Math.min(...inside.map((other) => {
    const apart = Math.abs(turn - other) % 1;
    return Math.min(apart, 1 - apart);
  }));
  const tries = 24;
  const least = (first: number) => Math.min(...Array.from({ length: count }, (_, i) => gap(first + i / count)));
  const turns = Array.from({ length: tries }, (_, i) => i / (tries * count));
  return inside.length === 0 ? 0 : turns.reduce((best, turn) => (least(turn) > least(best) + 1e-9 ? turn : best));
}

// Places of neighbours that come strongest first, around (0, 0): inner rings are filled first. On its ring, a row stands by
// `order`, so that those of a class stand together.
export function placeNeighbours(geometry: Geometry, order: number[]): Place[] {
  const places = new Array<Place>(order.length);
  const inside: number[] = []; // the turns that are taken
  let next = 0;
  geometry.radii.forEach((radius, ring) => {
    const isLast = ring === geometry.radii.length - 1;
    const count = Math.min(order.length - next, isLast ? order.length : geometry.capacities[ring]!);
    const here = Array.from({ length: count }, (_, i) => next + i).sort((a, b) => order[a]! - order[b]! || a - b);
    const first = turnOf(count, inside);
    here.forEach((each, i) => { places[each] = around(radius, first + i / count); });
    inside.push(...here.map((_, i) => first + i / count));
    next += count;
  });
  return places;
}

// Behind a neighbour that stands on the first ring among `neighbours`.
export function placeBehind({ radii }: Geometry, parent: Place, neighbours: number, count: number): Place[] {
  const turn = (Math.atan2(parent.y, parent.x) + Math.PI / 2) / (2 * Math.PI);
  const sector = Math.min(1 / neighbours, 0.3);
  return Array.from({ length: count }, (_, i) => around(radii[1]!, turn + ((i + 0.5) / count - 0.5) * sector));
}
