// Writes the charts of a report as Vega-Lite specifications and SVG files, without a browser.
// usage: node scripts/charts.mjs DIR|FILE.json [WEB]    DIR/report.json -> DIR/charts/NAME.vl.json and NAME.svg
//        WEB is the folder of the build that has charts.mjs, build/release/web
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const source = dirname(dirname(fileURLToPath(import.meta.url)));
const script = resolve(process.argv[3] ?? join(source, "build/release/web"), "charts.mjs");
if (!existsSync(script)) {
  console.error(`charts.mjs: ${script} is not there: 'make build' makes it`);
  process.exit(1);
}
await import(pathToFileURL(script).href);
