// Makes the scripts of reports from TypeScript: those of the pages, with the licences of what they contain, and the one that
// writes charts as files.
//
//   node bundle.mjs MODULES OUT    MODULES is a folder node_modules; OUT gets page.js, page.sha256 (the digest that a page
//                                  allows by its policy), page.css, the same of explorer, and charts.mjs
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const [modules, out] = process.argv.slice(2).map((path) => resolve(path));
const here = dirname(fileURLToPath(import.meta.url));
const esbuild = createRequire(join(modules, "package.json"))("esbuild");

function bundle(entry, options) {
  return esbuild.buildSync({
    entryPoints: [join(here, entry)], bundle: true, minify: true, write: false, metafile: true, target: "es2022",
    legalComments: "none", nodePaths: [modules], logLevel: "warning", absWorkingDir: here, ...options,
  });
}

const manifest = (name) => JSON.parse(readFileSync(join(modules, name, "package.json"), "utf8"));

function licenceOf(name) {
  const file = readdirSync(join(modules, name)).find((each) => /^licen[cs]e/i.test(each));
  return file ? readFileSync(join(modules, name, file), "utf8").trim() : `Licence: ${manifest(name).license}`;
}

// Of the packages in the script; one text for all that have the same.
function notices(metafile) {
  const paths = Object.keys(metafile.inputs).map((path) => path.split("node_modules/").at(-1));
  const names = new Set(paths.map((path) => path.match(/^(@[^/]+\/)?[^/]+/)[0]).filter((name) => existsSync(join(modules, name))));
  const packagesByText = new Map();
  for (const name of [...names].sort()) {
    const text = licenceOf(name).replaceAll("*/", "* /");
    packagesByText.set(text, [...(packagesByText.get(text) ?? []), `${name} ${manifest(name).version}`]);
  }
  const texts = [...packagesByText].map(([text, packages]) => `${packages.join(", ")}\n\n${text}`);
  if (texts.length === 0) return "";
  return `/*!\nThis script contains:\n\n${texts.join("\n\n---\n\n")}\n*/\n`;
}

// A page is a script, the digest that its policy allows, and a style.
function writePage(name, entry, styles) {
  const page = bundle(entry, { format: "iife", platform: "browser" });
  // Nothing may look like the end of the script.
  const text = (notices(page.metafile) + page.outputFiles[0].text)
    .replaceAll(/<\/(script)/gi, "<\\/$1").replaceAll("<!--", "<\\!--");
  writeFileSync(join(out, `${name}.js`), text);
  writeFileSync(join(out, `${name}.sha256`), createHash("sha256").update(text).digest("base64"));
  writeFileSync(join(out, `${name}.css`), styles.map((style) => readFileSync(join(here, style), "utf8")).join(""));
}

writePage("page", "page.ts", ["page.css"]);
writePage("explorer", "explorer/explorer.ts", ["page.css", "explorer/explorer.css"]);

const charts = bundle("charts_cli.ts", { format: "esm", platform: "browser", external: ["node:*"] });
writeFileSync(join(out, "charts.mjs"), charts.outputFiles[0].text);
