// Documents that the program wrote for these tests (tests/report/web_test.py), with the tables beside them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ExperimentDocument, ReportDocument, Table, TrainingDocument } from "../../../src/report/web/document";

const folder = process.env["KENN_FIXTURES"] ?? ".";

export const experimentNames = ["paper", "hostile", "demo", "single"] as const;
export type ExperimentName = (typeof experimentNames)[number];

export function experiment(name: ExperimentName): ExperimentDocument {
  return JSON.parse(readFileSync(join(folder, name, "report.json"), "utf8")) as ExperimentDocument;
}

// A training has no file for its document: it is in the page.
export function training(name: "training" | "network" = "training"): TrainingDocument {
  const page = readFileSync(join(folder, `${name}.html`), "utf8");
  const text = page.split('<script type="application/json" id="report">')[1]?.split("</script>")[0] ?? "";
  return JSON.parse(text) as TrainingDocument;
}

export function allDocuments(): [string, ReportDocument][] {
  return [...experimentNames.map((name): [string, ReportDocument] => [name, experiment(name)]),
    ["training", training()], ["network", training("network")]];
}

export function tableFile(name: ExperimentName, table: Table, ending: "md" | "csv"): string {
  return readFileSync(join(folder, name, "tables", `${table.name}.${ending}`), "utf8");
}
