// Draws the charts of a report, for its width and its colours, and again when one of them changes.
(() => {
  "use strict";
  const root = document.documentElement;
  const wantsDark = window.matchMedia("(prefers-color-scheme: dark)");
  const panelWidth = 200;  // at least
  const views = new Map();

  const isDark = () => (root.dataset.theme ?? (wantsDark.matches ? "dark" : "light")) === "dark";
  const specOf = (name) => JSON.parse(document.querySelector(`script[data-spec="${name}"]`).textContent);

  // Legends have as many columns as their longest name leaves room for; very long names are cut.
  function legendShape(spec, width) {
    let names = [];
    JSON.stringify(spec, (key, value) => {
      if (key === "values") return undefined;
      if (key === "color") names = value.scale?.domain ?? names;
      return value;
    });
    const longest = Math.max(1, ...names.map((name) => name.length));
    const room = width - 80;
    const columns = Math.max(1, Math.min(names.length, Math.floor(room / (Math.min(longest, 40) * 7.2 + 40))));
    return { columns, labelLimit: Math.floor(room / columns) - 36 };
  }

  function config(spec, width) {
    const style = getComputedStyle(root);
    const colour = (name) => style.getPropertyValue(name).trim();
    const [text, quiet, line] = ["--text", "--quiet", "--line"].map(colour);
    const size = width < 480 ? 11 : 12;
    return {
      background: null, aria: false, font: getComputedStyle(document.body).fontFamily,
      view: { stroke: null },
      axis: { labelColor: quiet, titleColor: quiet, titleFontWeight: "normal", domainColor: line, tickColor: line,
        gridColor: line, labelFontSize: size, titleFontSize: size, titlePadding: 8 },
      axisX: { grid: false, domainColor: quiet, labelFlush: false, labelOverlap: true, labelSeparation: 4 },
      legend: { orient: "top", labelColor: text, titleColor: quiet, labelFontSize: size + 0.5, symbolSize: 90,
        symbolStrokeWidth: 2, columnPadding: 16, rowPadding: 3, offset: 10,
        ...legendShape(spec, width) },
      header: { labelColor: text, labelFontSize: size + 0.5, labelPadding: 6 },
      text: { color: text, fontSize: size + 0.5 },
      style: { interval: { stroke: text } },
    };
  }

  // Panels share the width, without `used` for the axis; other charts have all of it.
  function fitted(spec, width, used) {
    if (!spec.facet) return { ...spec, width, autosize: { type: "fit-x", contains: "padding" } };
    const gap = 22;
    const columns = Math.max(1, Math.min(spec.usermeta.panels, Math.floor((width - used + gap) / (panelWidth + gap))));
    const each = Math.floor((width - used - (columns - 1) * gap) / columns);
    return { ...spec, columns, spacing: gap, spec: { ...spec.spec, width: each } };
  }

  function drawn(spec, place, width, used) {
    const canvas = document.createElement("div");  // of its own: Vega gives it a role and a label
    canvas.setAttribute("aria-hidden", "true");
    place.replaceChildren(canvas);
    const compiled = vegaLite.compile(fitted(spec, width, used), { config: config(spec, width) }).spec;
    // With the interpreter, so that the page can forbid code that is made at run time.
    const view = new vega.View(vega.parse(compiled, null, { ast: true }),
      { renderer: "svg", container: canvas, expr: vega.expressionInterpreter, hover: false });
    return view.runAsync();
  }

  async function draw(place) {
    const name = place.dataset.chart;
    const width = place.clientWidth;
    const spec = specOf(name);
    views.get(name)?.finalize();
    try {
      let used = 64;
      let view = await drawn(spec, place, width, used);
      // How much room labels need shows when they are there.
      for (let tries = 0; spec.facet && tries < 4; ++tries) {
        const excess = Number(place.querySelector("svg").getAttribute("width")) - width;
        if (excess <= 0) break;
        used += excess;
        view.finalize();
        view = await drawn(spec, place, width, used);
      }
      views.set(name, view);
      place.dataset.drawn = width;
    } catch (error) {
      place.textContent = "This chart could not be drawn here; the table below has its numbers.";
      place.closest("figure").querySelector("details").open = true;
      console.error(name, error);
    }
  }

  const places = [...document.querySelectorAll("[data-chart]")];
  let current = 0;

  // One chart at a time, so that the page can be read meanwhile.
  async function drawAll() {
    const turn = ++current;
    for (const place of places) {
      if (turn !== current) return;
      await draw(place);
      await new Promise((resolve) => setTimeout(resolve));
    }
    root.dataset.ready = turn;
  }

  function nameTheme() {
    button.textContent = isDark() ? "Light" : "Dark";
    button.setAttribute("aria-label", isDark() ? "Light colours" : "Dark colours");
  }

  const button = document.getElementById("theme");
  button.hidden = false;
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    nameTheme();
    drawAll();
  });
  wantsDark.addEventListener("change", () => {
    nameTheme();
    drawAll();
  });

  let waiting = 0;
  window.addEventListener("resize", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      if (places.some((place) => place.clientWidth !== Number(place.dataset.drawn))) drawAll();
    }, 150);
  });

  // Paper is light.
  let themeBefore;
  window.addEventListener("beforeprint", () => {
    themeBefore = root.dataset.theme;
    root.dataset.theme = "light";
    places.forEach(draw);
  });
  window.addEventListener("afterprint", () => {
    if (themeBefore === undefined) delete root.dataset.theme;
    else root.dataset.theme = themeBefore;
    drawAll();
  });

  nameTheme();
  drawAll();
})();
