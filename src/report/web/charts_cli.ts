// Writes the charts of a report as files, without a browser: DIR/charts/NAME.vl.json and NAME.svg.
//
//   node charts.mjs DIR|FILE.json    the document that `kenn report` leaves, DIR/report.json
//
// Other Vega-Lite specifications in DIR/charts become SVG files, too.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { allFigures, specFile } from "./charts";
import type { ReportDocument } from "./document";
import { svgOf } from "./render";
import type { Spec } from "./vega_lite";

function fail(message: string, status: number): never {
  console.error(`charts.mjs: ${message}`);
  process.exit(status);
}

const given = process.argv[2];
if (!given) fail("usage: node charts.mjs DIR|FILE.json", 2);
const isFolder = existsSync(given) && statSync(given).isDirectory();
const file = isFolder ? join(given, "report.json") : given;
const charts = join(dirname(file), "charts");
if (!existsSync(file) && !(isFolder && existsSync(charts))) fail(`${file} is not there: 'kenn report' writes it`, 1);

if (existsSync(file)) {
  const report = JSON.parse(readFileSync(file, "utf8")) as ReportDocument;
  if (report.format !== 1) fail(`${file} is not a report of this version of kenn`, 1);
  mkdirSync(charts, { recursive: true });
  for (const figure of allFigures(report)) writeFileSync(join(charts, `${figure.name}.vl.json`), specFile(figure));
}
for (const name of readdirSync(charts).filter((each) => each.endsWith(".vl.json")).sort()) {
  const spec = JSON.parse(readFileSync(join(charts, name), "utf8")) as Spec;
  const target = join(charts, name.replace(/\.vl\.json$/, ".svg"));
  writeFileSync(target, await svgOf(spec, String(spec["title"] ?? "")));
  console.log(target);
}
