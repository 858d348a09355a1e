// Uses explorers in a real browser as a person would, and says what it saw after every step, as JSON; leaves pictures.
//
//   node explorer_browser.mjs NODE_MODULES BROWSER OUT PLAN.json
//
// PLAN.json is a list of {page, look, steps}; a step is a list of a verb below and its arguments.
import { createRequire } from "node:module";
import { mkdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";

const [modules, browserPath, out, plan] = process.argv.slice(2);
const { chromium } = createRequire(join(modules, "package.json"))("playwright-core");
mkdirSync(out, { recursive: true });

const looks = {
  light: { colorScheme: "light", viewport: { width: 1100, height: 900 } },
  dark: { colorScheme: "dark", viewport: { width: 1100, height: 900 } },
  phone: { colorScheme: "light", viewport: { width: 360, height: 740 } },
};

const attribute = (name, value) => `[${name}=${JSON.stringify(value)}]`;

const verbs = {
  // Types a part of a name, and takes the suggestion that arrow keys lead to.
  async search(tab, text, downs) {
    await tab.fill("#search", text);
    const suggestions = await tab.locator("#found [role=option]").allTextContents();
    for (let i = 0; i < downs; ++i) await tab.press("#search", "ArrowDown");
    const active = await tab.getAttribute("#search", "aria-activedescendant");
    await tab.press("#search", "Enter");
    return { suggestions, active };
  },
  async escape(tab, text) {
    await tab.fill("#search", text);
    await tab.press("#search", "Escape");
    return { expanded: await tab.getAttribute("#search", "aria-expanded"), shown: await tab.isVisible("#found") };
  },
  async neighbour(tab, name) {
    await tab.click(`.graph a${attribute("data-name", name)} >> circle, rect`);
  },
  // From the first neighbour, which is in the order of the Tab key, to the next one.
  async neighbourByKeys(tab) {
    await tab.focus(".graph a[tabindex='0']");
    await tab.keyboard.press("ArrowRight");
    const name = await tab.evaluate(() => document.activeElement.dataset.name);
    await tab.keyboard.press("Enter");
    return { name };
  },
  async address(tab, name) {
    await tab.evaluate((hash) => { location.hash = hash; }, encodeURIComponent(name));
  },
  async rule(tab, name, on) {
    await tab.locator(`.rules li${attribute("data-clause", name)} input[type=checkbox]`).setChecked(on);
  },
  async fact(tab, text, on) {
    const all = tab.getByRole("button", { name: /^Show all \d+ groundings/ });
    if (await all.count() > 0) await all.click();
    const box = tab.locator(attribute("data-fact", text)).first();
    await box.setChecked(on);
    return { isFocused: await tab.evaluate(() => document.activeElement.dataset.fact ?? "") };
  },
  // With the keys of a slider.
  async slide(tab, name, key, times) {
    const item = tab.locator(`.rules li${attribute("data-clause", name)}`);
    await item.locator("input[type=range]").focus();
    for (let i = 0; i < times; ++i) await tab.keyboard.press(key);
    return { weight: Number(await item.getAttribute("data-weight")) };
  },
  async set(tab, predicate, value) {
    await tab.selectOption(`.probabilities tr${attribute("data-column", predicate)} select`, value);
  },
  async column(tab, predicate) {
    await tab.click(`.probabilities tr${attribute("data-column", predicate)} .choose`);
  },
  async undo(tab, place) {
    await tab.locator(".changes button").nth(place).click();
  },
  async undoAll(tab) {
    await tab.click("#undo-all");
  },
  async theme(tab) {
    await tab.click("#theme");
  },
  async sort(tab, title) {
    await tab.locator(".sortable thead").getByRole("button", { name: title }).focus();
    await tab.keyboard.press("Enter");
  },
  async filter(tab, text) {
    await tab.fill(".panel input[type=search]", text);
  },
  // How long the page takes to answer to a slider, in milliseconds: the mean of some movements, without drawing.
  async measure(tab) {
    return tab.evaluate(() => {
      const slider = document.querySelector(".rules input[type=range]");
      const times = [];
      for (let i = 0; i < 20; ++i) {
        slider.value = String(Number(slider.max) * (i + 1) / 21);
        const start = performance.now();
        slider.dispatchEvent(new Event("input", { bubbles: true }));
        times.push(performance.now() - start);
      }
      return { milliseconds: times.reduce((sum, time) => sum + time, 0) / times.length, worst: Math.max(...times) };
    });
  },
  // Opens all tables, which then stay open.
  async start(tab) {
    await tab.evaluate(() => { for (const each of document.querySelectorAll("details")) each.open = true; });
  },
};

// Runs in the page.
function see() {
  const texts = (selector) => [...document.querySelectorAll(selector)].map((each) => each.textContent);
  const numbers = {};
  for (const row of document.querySelectorAll(".probabilities tbody tr")) {
    for (const cell of row.querySelectorAll("td[data-view]")) {
      const view = numbers[cell.dataset.view] ??= { logits: {}, probabilities: {} };
      view.logits[row.dataset.column] = Number(cell.dataset.logit);
      view.probabilities[row.dataset.column] = Number(cell.dataset.probability);
    }
  }
  const cut = [...document.querySelectorAll("svg")].filter((svg) => svg.getBoundingClientRect().width > 0)
    .map((svg) => svg.getBoundingClientRect().right - document.documentElement.clientWidth);
  return {
    row: document.querySelector("#row").textContent, title: document.title, hash: decodeURIComponent(location.hash.slice(1)),
    about: document.querySelector("header > .quiet").textContent, numbers, chosen: texts(".probabilities tr.chosen th")[0],
    note: texts("[role=note]")[0] ?? null, cards: texts(".prediction .facts > div"), changes: texts(".changes li span"),
    command: texts(".panel .command code")[0], status: document.querySelector("#status").textContent,
    starts: texts(".starts .chip"), focused: document.activeElement.id,
    steps: [...document.querySelectorAll(".waterfall ~ details tbody tr")].map((row) => ({
      clause: row.dataset.clause, layer: Number(row.dataset.layer), change: Number(row.dataset.change) })),
    bars: document.querySelectorAll(".waterfall svg rect").length, waterfall: document.querySelector(".waterfall").getAttribute("aria-label"),
    groundings: [...document.querySelectorAll(".groundings li")].map((line) => ({
      value: Number(line.dataset.value), text: line.querySelector(".why").textContent })),
    graph: [...document.querySelectorAll(".graph .node")].map((node) => ({
      name: node.dataset.name ?? null, label: node.getAttribute("aria-label"), look: node.getAttribute("class") })),
    edges: document.querySelectorAll(".graph .edge").length, legend: texts(".legend li"), caption: texts("figcaption")[0],
    rules: [...document.querySelectorAll(".rules li")].filter((item) => !item.hidden).map((item) => item.dataset.clause),
    audit: texts(".sortable tbody th"), sorted: [...document.querySelectorAll(".sortable [aria-sort]")].map((head) =>
      [head.textContent, head.getAttribute("aria-sort")]),
    auditLinks: [...document.querySelectorAll(".sortable tbody a")].map((link) => link.textContent),
    unnamed: [...document.querySelectorAll("button, input, select, a")].filter((each) =>
      !each.textContent && !each.getAttribute("aria-label") && !each.labels?.length).map((each) => each.outerHTML),
    captions: [...document.querySelectorAll("table")].every((table) => table.caption?.textContent),
    images: document.images.length, scripts: document.scripts.length,
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth, cut: Math.max(...cut),
    background: getComputedStyle(document.body).backgroundColor,
  };
}

async function use(browser, { page, look, steps }) {
  const context = await browser.newContext(looks[look]);
  const tab = await context.newPage();
  tab.setDefaultTimeout(120000);
  const complaints = [];
  const requests = [];
  tab.on("console", (message) => complaints.push(`${message.type()}: ${message.text()}`));
  tab.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  tab.on("dialog", (dialog) => { complaints.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  tab.on("request", (request) => requests.push(request.url()));
  const url = pathToFileURL(page).href;
  await tab.goto(url);
  await tab.waitForSelector("html[data-ready]");
  const seen = [];
  for (const [number, [verb, ...values]] of steps.entries()) {
    const result = await verbs[verb](tab, ...values);
    await tab.waitForTimeout(450);  // until the announcement, and the colours of neighbours
    seen.push({ step: [verb, ...values], result, ...(await tab.evaluate(see)) });
    await tab.screenshot({ path: join(out, `${basename(page, ".html")}-${look}-${number}-${verb}.png`), fullPage: number === 0 });
  }
  await context.close();
  return { page, look, seen, complaints, requests: requests.filter((each) => each.split("#")[0] !== url) };
}

const sandbox = process.getuid() === 0 ? ["--no-sandbox"] : [];
const browser = await chromium.launch({ executablePath: browserPath, args: sandbox });
const results = [];
for (const each of JSON.parse(readFileSync(plan, "utf8"))) results.push(await use(browser, each));
await browser.close();
console.log(JSON.stringify(results));
