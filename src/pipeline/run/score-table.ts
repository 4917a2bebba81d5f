/** Every score of a run, small enough to stay in memory: one number per example, cell and metric. */
export class ScoreTable {
  readonly #sums: Float64Array;
  readonly #counts: Uint32Array;
  readonly #shape: ScoreTableShape;

  /**
   * @param shape - How many examples, cells and metrics there are.
   */
  constructor(shape: ScoreTableShape) {
    this.#shape = shape;
    const places = shape.examples * shape.cells * shape.metrics;
    this.#sums = new Float64Array(places);
    this.#counts = new Uint32Array(places);
  }

  /**
   * Adds the score of one text; repeats of an example are averaged.
   *
   * @param place - Which text and metric.
   * @param value - The score.
   */
  add(place: ScorePlace, value: number): void {
    const at = this.#at(place);
    this.#sums[at] = (this.#sums[at] as number) + value;
    this.#counts[at] = (this.#counts[at] as number) + 1;
  }

  /**
   * Reads a score.
   *
   * @param place - Which example, cell and metric.
   * @returns The mean over the example's scored repeats; `undefined` if there is none.
   */
  get(place: ScorePlace): number | undefined {
    const at = this.#at(place);
    const count = this.#counts[at] as number;
    return count === 0 ? undefined : (this.#sums[at] as number) / count;
  }

  #at({ example, cell, metric }: ScorePlace): number {
    const { cells, metrics } = this.#shape;
    return (example * cells + cell) * metrics + metric;
  }
}

/** Size of a {@link ScoreTable}. */
export interface ScoreTableShape {
  /** Number of examples. */
  readonly examples: number;
  /** Number of cells. */
  readonly cells: number;
  /** Number of metrics. */
  readonly metrics: number;
}

/** A place in a {@link ScoreTable}, by index. */
export interface ScorePlace {
  /** Index of the example, in plan order. */
  readonly example: number;
  /** Index of the cell, in grid order. */
  readonly cell: number;
  /** Index of the metric, in the experiment's order. */
  readonly metric: number;
}
