// Draws the charts of a report as SVG files, without a browser.
// usage: node scripts/charts.mjs DIR [NODE_MODULES]    DIR/charts/*.vl.json -> DIR/charts/*.svg
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runInThisContext } from "node:vm";

const width = 680;
const source = dirname(dirname(fileURLToPath(import.meta.url)));
const [folder, modules = join(source, "build/release/web/node_modules")] = process.argv.slice(2);

function fail(message, status) {
  console.error(`charts.mjs: ${message}`);
  process.exit(status);
}

if (!folder) fail("usage: node scripts/charts.mjs DIR [NODE_MODULES]", 2);
const charts = join(folder, "charts");
if (!existsSync(charts)) fail(`${charts} is not there: 'kenn report ${folder}' makes it`, 1);
if (!existsSync(join(modules, "vega"))) fail(`${modules} has no vega: 'make build' gets it`, 1);

// The same scripts as in the page. They leave the names `vega` and `vegaLite`.
for (const script of ["vega/build/vega.min.js", "vega-lite/build/vega-lite.min.js"]) {
  runInThisContext(readFileSync(join(modules, script), "utf8"));
}
const { vega, vegaLite } = globalThis;

const config = { background: "white", font: "sans-serif", legend: { orient: "top", columns: 3, labelLimit: 280 }, view: { stroke: null } };
for (const file of readdirSync(charts).filter((name) => name.endsWith(".vl.json")).sort()) {
  const spec = JSON.parse(readFileSync(join(charts, file), "utf8"));
  if (spec.width === "container") spec.width = width;
  const view = new vega.View(vega.parse(vegaLite.compile(spec, { config }).spec), { renderer: "none" });
  const target = join(charts, file.replace(/\.vl\.json$/, ".svg"));
  writeFileSync(target, await view.toSVG());
  console.log(target);
}
