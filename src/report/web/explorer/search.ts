// Finds rows by a part of their names.
export interface Found {
  nodes: number[];
  more: number; // that match too, beyond those
}

const most = 50;

// Names that begin with the text come first, then those with a word that does, then the others; shorter names first.
export function searchNames(folded: readonly string[], text: string): Found {
  const wanted = fold(text.trim());
  const ranked: { node: number; rank: number; length: number }[] = [];
  folded.forEach((name, node) => {
    const place = name.indexOf(wanted);
    if (place < 0) return;
    const rank = place === 0 ? 0 : /[\s(,_:/-]/.test(name[place - 1]!) ? 1 : 2;
    ranked.push({ node, rank, length: name.length });
  });
  if (wanted !== "") ranked.sort((a, b) => a.rank - b.rank || a.length - b.length || a.node - b.node);
  return { nodes: ranked.slice(0, most).map(({ node }) => node), more: Math.max(0, ranked.length - most) };
}

export function fold(name: string): string {
  return name.toLowerCase();
}
