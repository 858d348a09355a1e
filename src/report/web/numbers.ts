// Numbers and names as people read them; the same texts as src/report/numbers.cpp writes into Markdown.
import type { Column, Fraction, Value } from "./document";

const minus = "\u2212";

// Exact halves go to the even digit, as in C++; toFixed rounds them up.
export function fixed(value: number, digits: number): string {
  const size = Math.abs(value);
  const exact = size.toFixed(digits + 40);
  const cut = exact.length - 40;
  const isHalf = /^50*$/.test(exact.slice(cut));
  const below = digits > 0 ? exact.slice(0, cut) : exact.slice(0, cut - 1);
  const isEven = Number(below.at(-1)) % 2 === 0;
  const rounded = isHalf && isEven ? below : size.toFixed(digits);
  return (value < 0 ? "-" : "") + rounded;
}

export function signed(value: number, digits: number): string {
  const size = fixed(Math.abs(value), digits);
  if (Number(size) === 0) return size;
  return (value < 0 ? minus : "+") + size;
}

// "65.2 %"
export function percent(share: number): string {
  return `${fixed(100 * share, 1)}\u00a0%`;
}

// "+4.8": a difference in points of percent.
export function points(difference: number): string {
  return signed(100 * difference, 1);
}

// "10 %", "12.5 %": as few digits as it needs.
export function shareLabel(share: number): string {
  return `${fixed(100 * share, 4).replace(/\.?0*$/, "")}\u00a0%`;
}

// "0.032", "6.6e-183", "< 1e-300"
export function pValue(value: number): string {
  if (value < 1e-300) return "< 1e-300";
  if (value >= 0.001) return fixed(value, 3);
  return value.toExponential(1).replace(/e-(\d)$/, "e-0$1");
}

// "3,312"
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

// "1 run", "500 runs"
export function counted(count: number, word: string): string {
  return `${grouped(count)} ${word}${count === 1 ? "" : "s"}`;
}

// "a, b and c"
export function listed(words: string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

// "64.9 % to 65.4 %"; empty without an interval.
export function interval(low: number | null, high: number | null, format: (value: number) => string): string {
  return low === null || high === null ? "" : `${format(low)} to ${format(high)}`;
}

export function fractionLabel(fraction: Fraction): string {
  return fraction === null ? "the data's own splits" : shareLabel(fraction);
}

export function fractionSentence(fraction: Fraction): string {
  return fraction === null ? "on the data's own splits" : `with ${shareLabel(fraction)} of the labels`;
}

// The title of a panel.
export function fractionPanel(fraction: Fraction): string {
  return fraction === null ? fractionLabel(fraction) : `${shareLabel(fraction)} of the labels`;
}

// As many digits as a chart can show.
export function plotted(value: number): number;
export function plotted(value: number | null): number | null;
export function plotted(value: number | null): number | null {
  return value === null ? null : Math.round(value * 1e5) / 1e5;
}

// A value of a table; empty for nothing.
export function cellText(value: Value, column: Column): string {
  if (column.kind === "fraction") return fractionLabel(typeof value === "number" ? value : null);
  if (value === null) return "";
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return `${value[0]} of ${value[1]}`;
  switch (column.kind) {
    case "count":
      return grouped(value);
    case "percent":
      return percent(value);
    case "points":
      return points(value);
    case "p_value":
      return pValue(value);
    default:
      return fixed(value, column.digits ?? 0);
  }
}
