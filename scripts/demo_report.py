"""The page that scripts/demo leaves: what was done, what came out, and how to do it again.

One file that loads nothing. Every number that was measured stands in an element with `data-result`, the path of the
number in results.json, so that a test can compare them. In the texts below `{mean/plain}` is such a path.
"""

import html
import re

STYLE = """
:root { color-scheme: light dark; --text: #1c2430; --quiet: #5b6675; --line: #dde2e8; --paper: #ffffff; --tint: #f3f5f8;
        --plain: #98a3b1; --rule: #1f6feb; --tick: #0b2e66; --bad: #b42318; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e4e8ee; --quiet: #9aa5b4; --line: #333b47; --paper: #14181e; --tint: #1d232b; --plain: #6f7b8a;
          --rule: #4c8df6; --tick: #d6e4ff; --bad: #ff8a7a; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--text); font: 17px/1.6 system-ui, "Segoe UI", sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 3rem 1.25rem 4rem; }
h1 { font-size: 2.1rem; line-height: 1.2; margin: 0 0 1rem; letter-spacing: -0.015em; }
h2 { font-size: 1.25rem; margin: 2.75rem 0 0.6rem; }
h3 { font-size: 1rem; margin: 0 0 0.4rem; }
p, ul, ol { margin: 0 0 1rem; }
li { margin-bottom: 0.35rem; }
.lead { font-size: 1.2rem; line-height: 1.5; }
.quiet { color: var(--quiet); font-size: 0.9rem; }
.warning { border-left: 4px solid var(--bad); padding: 0.5rem 1rem; background: var(--tint); }
code, pre { font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: 0.85em; }
pre { background: var(--tint); border-radius: 8px; padding: 1rem; overflow-x: auto; line-height: 1.5; margin: 0 0 1rem; }
.bars { display: grid; gap: 1.1rem; margin: 1.4rem 0; }
.bar-head { display: flex; justify-content: space-between; align-items: baseline; gap: 1rem; }
.bar-head strong { font-size: 1.35rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
.gain { color: var(--rule); font-weight: 600; white-space: nowrap; }
.track { position: relative; height: 1.6rem; border-radius: 4px; background: var(--tint); overflow: hidden; }
.track > span { position: absolute; top: 0; bottom: 0; left: 0; background: var(--rule); }
.track > .plain { background: var(--plain); }
.track > i { position: absolute; top: 0; bottom: 0; width: 2px; margin-left: -1px; background: var(--tick); opacity: 0.7; }
.track.small { height: 0.7rem; min-width: 5rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: 0.92rem; }
th, td { padding: 0.3rem 0.5rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th { font-weight: 600; color: var(--quiet); }
th:first-child, td:first-child { text-align: left; padding-left: 0; }
td.wide { width: 45%; }
.scroll { overflow-x: auto; margin-bottom: 1.6rem; }
@media (max-width: 30rem) { main { padding-top: 2rem; } h1 { font-size: 1.7rem; } .lead { font-size: 1.08rem; }
  th, td { padding: 0.3rem; } .track.small { min-width: 2.2rem; } td.wide { width: auto; }
  pre { padding: 0.75rem; } pre.knowledge { white-space: pre-wrap; } }
"""

BAR_NAMES = {
    "plain": "Plain network",
    "inductive": "With the rule, inductive",
    "transductive": "With the rule, transductive",
}

OPENING = """<h1>What one rule is worth</h1>
<p class="lead">A neural network learned the topics of papers from their words, with {labels/train} labelled papers to learn
from. It finds the topic of {mean/plain} of the others. The same network together with one logical rule finds
{mean/inductive}, and {mean/transductive} when it may see who cites whom from the start.</p>
"""

WARNING = """<p class="warning"><strong>The rule did not help in both cases.</strong> This demo counts as failed.</p>
"""

BARS_HEAD = """<h2>Right on {labels/test} papers without a label</h2>
"""

ABOUT_BARS = """<p class="quiet">A bar is the mean of the runs, from 0 to 100 %; the thin lines are the runs. Every run has its
own choice of labelled papers and its own initial weights, the same for all three models. With the rule, the inductive model
was better than the plain one in {better_runs/inductive} of RUNS runs, the transductive one in {better_runs/transductive}.</p>
<ul>
<li><strong>Inductive</strong>: training sees only citations between the papers it learns from. The papers to be judged come
later, with citations among themselves.</li>
<li><strong>Transductive</strong>: one graph with all citations from the start; only the labels are hidden.</li>
</ul>
<p>The plain network does not look at citations, so it is the same in both.</p>
"""

WHAT_WAS_DONE = """<h2>What was done</h2>
<p>{data/nodes} papers on {data/classes} topics were made up, with {data/words} different words and {data/edges} citations,
{data/homophily} of them inside a topic. {labels/train} papers got a label to learn from, {labels/valid} more a label to choose
the best epoch by, and the remaining {labels/test} are the test.</p>
<p class="quiet">Made-up papers are kind to the rule: on Citeseer, a real data set of this size, it gains about half as much
(<code>docs/generate.md</code>).</p>
"""

THE_RULE = """<h2>The rule</h2>
<p>A person knows that a paper mostly cites papers on its own topic. Written down for kenn:</p>
<pre class="knowledge">KNOWLEDGE</pre>
<p>kenn turns the rule into a layer on top of the network. For every citation the layer moves the predictions of both papers
towards what the rule says; it is trained together with the network. The rule may be wrong now and then: how far it is trusted
is learned, too.</p>
"""

ABOUT_WEIGHTS = """<h2>How far the rule is trusted</h2>
<p>The rule has a weight for every topic, in every layer of rules stacked on the network. All begin at 0.5, the thin line; 0
would mean that the rule is ignored. These are the means of the runs.</p>
"""

AGAIN = """<h2>Do it again</h2>
<p>In the folder of the project: make up the papers, train the three models of the first run, look at one, and use it.</p>
<pre>COMMANDS</pre>
"""

NEXT = """<h2>Where to go next</h2>
<ul>
<li>Your own data: <code>docs/data.md</code> says how a folder, a SQLite file or a PostgreSQL database has to look.</li>
<li>Your own rules: <code>docs/language.md</code> explains the language, <code>kenn check FILE</code> finds mistakes.</li>
<li>All that can be set in training: <code>kenn train --help</code>.</li>
<li>You have a model already, of any kind: <code>docs/enhance.md</code> and <code>docs/fit.md</code> put rules on top of its
predictions.</li>
<li>All numbers of this page: <code>results.json</code>, beside it.</li>
</ul>
"""

PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>kenn: what one rule is worth</title>
<style>STYLE</style>
</head>
<body>
<main>
BODY</main>
</body>
</html>
"""


# --------------------------------------------------------------------------------------------------------- the numbers


def value_at(results, path):
    value = results
    for step in path:
        value = value[step]
    return value


def shown(path, value):
    if path[0] in ("mean", "runs") or path[-1] == "homophily":
        return f"{100 * value:.1f} %"
    if path[0] == "improvement":
        return f"{100 * value:+.1f}"
    if path[0] == "weights":
        return f"{value:.3f}"
    return str(value)


def number(results, *path):
    """A number of results.json as it is shown, with its place."""
    place = html.escape("/".join(str(step) for step in path))
    return f'<span data-result="{place}">{shown(path, value_at(results, path))}</span>'


def fill(text, results):
    """Puts the numbers where the text has their paths."""
    return re.sub(r"{([\w/]+)}", lambda found: number(results, *found[1].split("/")), text)


# -------------------------------------------------------------------------------------------------------- the sections


def bar(results, model):
    ticks = "".join(f'<i style="left:{100 * run[model]:.2f}%"></i>' for run in results["runs"])
    gain = "" if model == "plain" else f' <span class="gain">{number(results, "improvement", model)} points</span>'
    kind = ' class="plain"' if model == "plain" else ""
    return (f'<div><div class="bar-head"><span>{BAR_NAMES[model]}{gain}</span>'
            f'<strong>{number(results, "mean", model)}</strong></div>'
            f'<div class="track"><span{kind} style="width:{100 * results["mean"][model]:.2f}%"></span>{ticks}</div></div>\n')


def comparison(results):
    bars = "".join(bar(results, model) for model in BAR_NAMES)
    about = fill(ABOUT_BARS, results).replace("RUNS", str(len(results["runs"])))
    return fill(BARS_HEAD, results) + f'<div class="bars">\n{bars}</div>\n' + about


def clause_label(clause):
    """What tells the clauses of a rule apart: `T=AI` of `citations stay on topic[T=AI]`."""
    return clause[clause.index("[") + 1:-1] if clause.endswith("]") else clause


def weights_row(results, paradigm, clause, widest):
    values = results["weights"][paradigm][clause]
    width = 100 * sum(values) / len(values) / widest
    cells = "".join(f'<td>{number(results, "weights", paradigm, clause, layer)}</td>' for layer in range(len(values)))
    return (f"<tr><td><code>{html.escape(clause_label(clause))}</code></td>"
            f'<td class="wide"><div class="track small"><span style="width:{width:.2f}%"></span>'
            f'<i style="left:{50 / widest:.2f}%"></i></div></td>{cells}</tr>\n')


def weights_table(results, paradigm):
    weights = results["weights"][paradigm]
    widest = max(1.0, *(value for values in weights.values() for value in values))
    heads = "".join(f"<th>layer {layer + 1}</th>" for layer in range(results["layers"]))
    rows = "".join(weights_row(results, paradigm, clause, widest) for clause in weights)
    return (f'<h3>{paradigm.capitalize()}</h3>\n<div class="scroll"><table>\n'
            f"<tr><th>clause</th><th></th>{heads}</tr>\n{rows}</table></div>\n")


def all_runs(results):
    rows = ""
    for place, run in enumerate(results["runs"]):
        cells = "".join(f'<td>{number(results, "runs", place, model)}</td>' for model in BAR_NAMES)
        rows += f'<tr><td>{run["seed"]}</td>{cells}</tr>\n'
    heads = "".join(f"<th>{model}</th>" for model in ("seed", *BAR_NAMES))
    return f'<h2>All runs</h2>\n<div class="scroll"><table>\n<tr>{heads}</tr>\n{rows}</table></div>\n'


def wrapped(command):
    """A command on lines of at most 78 characters where that is possible, broken before its options."""
    first, *options = command.split(" --")
    lines = [first]
    for option in options:
        if len(lines[-1]) + len(option) + len(" -- \\") <= 78:
            lines[-1] += f" --{option}"
        else:
            lines.append(f"    --{option}")
    return " \\\n".join(lines)


def page(results, knowledge, commands):
    sections = [
        fill(OPENING, results),
        "" if results["is_better"] else WARNING,
        comparison(results),
        fill(WHAT_WAS_DONE, results),
        THE_RULE.replace("KNOWLEDGE", html.escape(knowledge.rstrip())),
        ABOUT_WEIGHTS + weights_table(results, "inductive") + weights_table(results, "transductive"),
        all_runs(results),
        AGAIN.replace("COMMANDS", html.escape("\n\n".join(wrapped(command) for command in commands))),
        NEXT,
    ]
    return PAGE.replace("STYLE", STYLE).replace("BODY", "".join(sections))
