// What the page shows: a row, one of its columns, and the predictions as they are and as they were changed.
import { ChangeList } from "./alterations";
import type { ExplorerDocument, PredictedTable } from "./document";
import { Layer, type Alterations, type Evaluation, type Neighbourhood } from "./layer";
import { mainColumn } from "./prediction";
import { contributionsTo, type Contribution } from "./reasons";
import { Words } from "./words";

export interface Computed {
  evaluation: Evaluation;
  logits: Float64Array; // of the row, with the rules
  contributions: Contribution[];
}

// A part of the page. `show` is for another row or column, `update` for other changes.
export interface Panel {
  element: HTMLElement;
  show(): void;
  update(): void;
}

export class Session {
  readonly layer: Layer;
  readonly words: Words;
  readonly changes: ChangeList;
  readonly unchanged: Alterations;
  node = -1;
  column = 0;
  base: Computed | undefined; // as things are; nothing for a row that is not complete
  now: Computed | undefined; // with the changes
  private neighbourhood: Neighbourhood | undefined;
  private panels: Panel[] = [];

  constructor(readonly document: ExplorerDocument) {
    this.layer = new Layer(document);
    this.words = new Words(document);
    this.changes = new ChangeList(document, () => this.update());
    this.unchanged = this.changes.alterations();
  }

  add(panel: Panel): HTMLElement {
    this.panels.push(panel);
    return panel.element;
  }

  get table(): PredictedTable {
    return this.layer.tableOf(this.node);
  }

  get isChanged(): boolean {
    return this.changes.all.length > 0;
  }

  network(node: number): Float64Array {
    return this.layer.logitsOf(node, this.layer.logits);
  }

  show(node: number): void {
    this.node = node;
    this.neighbourhood = this.layer.isComplete(node) ? this.layer.neighbourhood([node]) : undefined;
    this.base = this.neighbourhood && this.computed(this.neighbourhood, this.unchanged);
    this.now = this.neighbourhood && (this.isChanged ? this.computed(this.neighbourhood, this.changes.alterations()) : this.base);
    this.column = Math.max(0, mainColumn(this.table, this.base?.logits ?? this.network(node)));
    for (const panel of this.panels) panel.show();
  }

  chooseColumn(column: number): void {
    this.column = column;
    for (const panel of this.panels) panel.show();
  }

  private update(): void {
    if (this.neighbourhood) {
      const reuse = this.now === this.base ? undefined : this.now?.evaluation;
      this.now = this.isChanged ? this.computed(this.neighbourhood, this.changes.alterations(), reuse) : this.base;
    }
    for (const panel of this.panels) panel.update();
  }

  private computed(neighbourhood: Neighbourhood, alterations: Alterations, reuse?: Evaluation): Computed {
    const evaluation = this.layer.evaluate(neighbourhood, alterations, reuse);
    return {
      evaluation, logits: this.layer.resultOf(this.node, evaluation),
      contributions: contributionsTo(this.layer, this.node, alterations, evaluation),
    };
  }
}
