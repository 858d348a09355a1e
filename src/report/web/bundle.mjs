// Makes the one script of a report: Vega, Vega-Lite and what draws the charts with them, with their licences on top.
//
//   node bundle.mjs FOLDER OUT    FOLDER/node_modules -> OUT/bundle.js, and the digest that the page allows by its policy
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const [folder, out] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const modules = join(folder, "node_modules");
const manifest = (name) => JSON.parse(readFileSync(join(modules, name, "package.json"), "utf8"));

// What Vega is built of, all the way down: its file contains parts of these packages.
function withDependencies(name, seen) {
  if (seen.has(name) || !existsSync(join(modules, name))) return seen;
  seen.add(name);
  for (const each of Object.keys(manifest(name).dependencies ?? {})) withDependencies(each, seen);
  return seen;
}

function licenceOf(name) {
  const file = readdirSync(join(modules, name)).find((each) => /^licen[cs]e/i.test(each));
  return file ? readFileSync(join(modules, name, file), "utf8").trim() : `Licence: ${manifest(name).license}`;
}

// One text for all packages that have the same.
function notices() {
  const names = withDependencies("vega", new Set(["vega-lite", "vega-interpreter"]));
  const packagesByText = new Map();
  for (const name of [...names].sort()) {
    const text = licenceOf(name).replaceAll("*/", "* /");
    packagesByText.set(text, [...(packagesByText.get(text) ?? []), `${name} ${manifest(name).version}`]);
  }
  return [...packagesByText].map(([text, packages]) => `${packages.join(", ")}\n\n${text}`).join("\n\n---\n\n");
}

const scripts = ["vega/build/vega.min.js", "vega-lite/build/vega-lite.min.js",
  "vega-interpreter/build/vega-interpreter.min.js"].map((path) => readFileSync(join(modules, path), "utf8"));
scripts.push(readFileSync(join(here, "report.js"), "utf8"));

// No map is at hand where the page is read; and nothing may look like the end of the script.
const text = [`/*!\nThis script contains:\n\n${notices()}\n*/`, ...scripts].join("\n")
  .replace(/^\/\/# sourceMappingURL=.*$/gm, "").replaceAll(/<\/(script)/gi, "<\\/$1").replaceAll("<!--", "<\\!--");
writeFileSync(join(out, "bundle.js"), text);
writeFileSync(join(out, "bundle.sha256"), createHash("sha256").update(text).digest("base64"));
