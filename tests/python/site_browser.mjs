// Opens the documentation site from disk in a real browser, searches it, and says what it saw, as JSON; leaves pictures.
//
//   node site_browser.mjs NODE_MODULES BROWSER OUT SITE QUERY
import { createRequire } from "node:module";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [modules, browserPath, out, site, query] = process.argv.slice(2);
const { chromium } = createRequire(join(modules, "package.json"))("playwright-core");
mkdirSync(out, { recursive: true });

// Pages that are also looked at in dark colours; light ones and phones see all.
const samples = ["index.html", "language.html", "comparison.html"];
const looks = [
  { name: "light", colorScheme: "light", viewport: { width: 1280, height: 900 } },
  { name: "dark", colorScheme: "dark", viewport: { width: 1280, height: 900 } },
  { name: "phone", colorScheme: "light", viewport: { width: 360, height: 740 } },
];

// Runs in the page.
function measure() {
  const code = [...document.querySelectorAll("div.language-kenn")];
  return {
    title: document.title,
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    background: getComputedStyle(document.body).backgroundColor,
    knowledge: code.length, coloured: code.filter((each) => each.querySelector("span.kd, span.k")).length,
    blocks: document.querySelectorAll("article div.highlight").length,
    copied: document.querySelectorAll("article div.highlight :is(button.md-clipboard, button[data-md-type=copy])").length,
    broken: [...document.images].filter((each) => !each.naturalWidth).map((each) => each.src),
  };
}

async function open(context, name) {
  const tab = await context.newPage();
  tab.setDefaultTimeout(120000);  // for a busy machine
  const complaints = [];
  const requests = [];
  tab.on("console", (message) => complaints.push(`${message.type()}: ${message.text()}`));
  tab.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  tab.on("request", (request) => { if (!request.url().startsWith("file:") && !request.url().startsWith("data:")) requests.push(request.url()); });
  await tab.goto(pathToFileURL(join(site, name)).href);
  await tab.waitForLoadState("load");
  return { tab, complaints, requests };
}

async function search(tab) {
  await tab.keyboard.press("/");
  await tab.keyboard.type(query, { delay: 20 });
  await tab.waitForSelector(".md-search-result__item a");
  return tab.$$eval(".md-search-result__item a", (links) => links.map((link) => ({ href: link.href, text: link.textContent.trim() })));
}

const sandbox = process.getuid() === 0 ? ["--no-sandbox"] : [];
const browser = await chromium.launch({ executablePath: browserPath, args: sandbox });
const seen = [];
for (const view of looks) {
  const context = await browser.newContext({ colorScheme: view.colorScheme, viewport: view.viewport });
  for (const name of readdirSync(site).filter((each) => each.endsWith(".html") && each !== "404.html")) {
    if (view.name === "dark" && !samples.includes(name)) continue;
    const { tab, complaints, requests } = await open(context, name);
    const page = { page: name, look: view.name, ...await tab.evaluate(measure), complaints, requests };
    if (samples.includes(name)) await tab.screenshot({ path: join(out, `${name}-${view.name}.png`) });
    if (name === "index.html" && view.name !== "phone") page.found = await search(tab);
    if (page.found) await tab.screenshot({ path: join(out, `search-${view.name}.png`) });
    seen.push(page);
    await tab.close();
  }
  await context.close();
}
await browser.close();
console.log(JSON.stringify(seen));
