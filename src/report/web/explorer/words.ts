// What a person calls things: rows, atoms, addresses within the page.
import type { ExplorerDocument } from "./document";

// As src/explain/names.cpp writes an object inside an atom: in quotes when it has commas or quotes, or blanks around it.
export function written(object: string): string {
  const isPlain = object !== "" && !/[,"]/.test(object) && object === object.replace(/^ +| +$/g, "");
  return isPlain ? object : `"${object.replaceAll('"', '""')}"`;
}

// For a shell.
export function quoted(text: string): string {
  return /^[\w./:=@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

export class Words {
  private readonly nodesByName = new Map<string, number[]>();
  private readonly areTuples: boolean[]; // by table

  constructor(private readonly document: ExplorerDocument) {
    const { tables, nodes } = document;
    this.areTuples = tables.map(() => true);
    nodes.name.forEach((name, node) => {
      const table = nodes.table[node]!;
      if (!name.startsWith(`${tables[table]!.name}(`) || !name.endsWith(")")) this.areTuples[table] = false;
      this.nodesByName.set(name, [...(this.nodesByName.get(name) ?? []), node]);
    });
  }

  private tableName(node: number): string {
    return this.document.tables[this.document.nodes.table[node]!]!.name;
  }

  name(node: number): string {
    return this.document.nodes.name[node]!;
  }

  isTuple(node: number): boolean {
    return this.areTuples[this.document.nodes.table[node]!]!;
  }

  // The name as `kenn explain --object` takes it: with its table where several have a row of that name.
  address(node: number): string {
    const name = this.name(node);
    return this.nodesByName.get(name)!.length === 1 ? name : `${this.tableName(node)}(${written(name)})`;
  }

  find(address: string): number | undefined {
    const named = this.nodesByName.get(address);
    if (named) return named[0];
    const table = this.document.tables.findIndex(({ name }) => address.startsWith(`${name}(`));
    if (table < 0) return undefined;
    const inside = address.slice(this.document.tables[table]!.name.length + 1, -1);
    const name = inside.startsWith('"') ? inside.slice(1, -1).replaceAll('""', '"') : inside;
    return this.nodesByName.get(name)?.find((node) => this.document.nodes.table[node] === table);
  }

  // "#paper%2017"
  link(node: number): string {
    return `#${encodeURIComponent(this.address(node))}`;
  }

  findLink(link: string): number | undefined {
    try {
      return this.find(decodeURIComponent(link.replace(/^#/, "")));
    } catch {
      return undefined; // no well-formed address
    }
  }

  column(node: number, column: number): string {
    return this.document.tables[this.document.nodes.table[node]!]!.columns[column]!;
  }

  // "AI(paper 17)", "Friends(anna, bob)"
  atom(node: number, column: number): string {
    const name = this.name(node);
    const inside = this.isTuple(node) ? name.slice(this.tableName(node).length + 1, -1) : written(name);
    return `${this.column(node, column)}(${inside})`;
  }
}

// Up to 4 letters that tell names apart: their beginnings, the first and the last letters, or else their numbers.
export function abbreviations(names: string[]): string[] {
  const areDifferent = (texts: string[]) => new Set(texts).size === texts.length;
  const candidates = [
    ...[2, 3, 4].map((length) => names.map((name) => (name.length <= 4 ? name : name.slice(0, length)))),
    ...[1, 2, 3].map((length) => names.map((name) => (name.length <= length ? name : name.slice(0, 1) + name.slice(-length)))),
  ];
  return candidates.find(areDifferent) ?? names.map((_, number) => String(number + 1));
}

// A long name without its middle.
export function shortened(name: string, most: number): string {
  const letters = [...name];
  if (letters.length <= most) return name;
  const end = Math.ceil((most - 1) / 2);
  return `${letters.slice(0, most - 1 - end).join("")}\u2026${letters.slice(-end).join("")}`;
}
