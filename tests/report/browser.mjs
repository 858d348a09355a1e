// Opens pages in a real browser and says what it saw there, as JSON; leaves pictures of the charts.
//
//   node browser.mjs NODE_MODULES BROWSER OUT PAGE...
import { createRequire } from "node:module";
import { mkdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";

const [modules, browserPath, out, ...pages] = process.argv.slice(2);
const { chromium } = createRequire(join(modules, "package.json"))("playwright-core");
mkdirSync(out, { recursive: true });

const looks = [
  { name: "light", colorScheme: "light", viewport: { width: 1100, height: 900 } },
  { name: "dark", colorScheme: "dark", viewport: { width: 1100, height: 900 } },
  { name: "phone", colorScheme: "light", viewport: { width: 360, height: 740 } },
];

// Runs in the page.
function measure() {
  const drawn = (chart) => chart.querySelectorAll(
    "[class*=mark-symbol] path, [class*=mark-rect] path, [class*=mark-line] path, [class*=mark-area] path, [class*=mark-rule] line").length;
  // Pairs of words that cover each other by more than the boxes around letters do.
  const overlapping = (words) => {
    const boxes = words.map((each) => each.getBoundingClientRect());
    const pairs = [];
    for (let i = 0; i < boxes.length; ++i) {
      for (let k = i + 1; k < boxes.length; ++k) {
        const across = Math.min(boxes[i].right, boxes[k].right) - Math.max(boxes[i].left, boxes[k].left);
        const down = Math.min(boxes[i].bottom, boxes[k].bottom) - Math.max(boxes[i].top, boxes[k].top);
        if (across > 1 && down > 4) pairs.push(`${words[i].textContent} / ${words[k].textContent}`);
      }
    }
    return pairs;
  };
  return {
    title: document.title, heading: document.querySelector("h1").textContent,
    sections: [...document.querySelectorAll("h2")].map((each) => each.textContent),
    settings: document.querySelectorAll("footer dt").length,
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    charts: [...document.querySelectorAll("[data-chart]")].map((chart) => ({
      name: chart.dataset.chart, marks: drawn(chart), label: chart.getAttribute("aria-label"),
      cut: Number(chart.querySelector("svg")?.getAttribute("width") ?? 0) - chart.clientWidth,
      table: chart.closest("figure").querySelectorAll("details tbody tr").length,
      overlaps: overlapping([...chart.querySelectorAll("text")].filter((each) => each.textContent)),
    })),
    scripts: document.scripts.length, images: document.images.length,
    background: getComputedStyle(document.body).backgroundColor,
  };
}

// The files behind the buttons of the first chart and of the first table alone.
async function download(tab) {
  const files = [];
  const rows = [await tab.$("figure .downloads"), await tab.$("section > .downloads")];
  for (const row of rows.filter((each) => each)) {
    for (const button of await row.$$("button")) {
      const [file] = await Promise.all([tab.waitForEvent("download"), button.click()]);
      files.push({ name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") });
    }
  }
  return files;
}

async function look(browser, page, view) {
  const context = await browser.newContext({ colorScheme: view.colorScheme, viewport: view.viewport });
  const tab = await context.newPage();
  tab.setDefaultTimeout(240000);  // a busy machine draws the charts of the largest page slowly
  const complaints = [];
  const requests = [];
  tab.on("console", (message) => complaints.push(`${message.type()}: ${message.text()}`));
  tab.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  tab.on("dialog", (dialog) => { complaints.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  tab.on("request", (request) => requests.push(request.url()));
  await tab.goto(pathToFileURL(page).href);
  await tab.waitForSelector("html[data-ready]");
  const seen = await tab.evaluate(measure);
  const prefix = join(out, `${basename(page, ".html")}-${view.name}`);
  await tab.screenshot({ path: `${prefix}.png`, fullPage: true });
  for (const section of await tab.$$("section:has([data-chart])")) {
    const name = await section.$eval("[data-chart]", (chart) => chart.dataset.chart);
    await section.screenshot({ path: `${prefix}-${name}.png` });
  }
  const downloads = view.name === "light" ? await download(tab) : [];
  await tab.click("#theme");
  await tab.waitForSelector('html[data-ready="2"]');
  const toggled = await tab.evaluate(measure);
  await context.close();
  return { page, look: view.name, ...seen, toggled, downloads, complaints, requests: requests.filter((url) => url !== pathToFileURL(page).href) };
}

const sandbox = process.getuid() === 0 ? ["--no-sandbox"] : [];
const browser = await chromium.launch({ executablePath: browserPath, args: sandbox });
const seen = [];
for (const page of pages) for (const view of looks) seen.push(await look(browser, page, view));
await browser.close();
console.log(JSON.stringify(seen));
