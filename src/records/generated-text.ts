/** A finished text, however it was made: one line of `outputs.jsonl`. */
export interface GeneratedText {
  /** Format version. */
  readonly v: 1;
  /** Key of the planned example. */
  readonly key: string;
  /** Id of the dataset example. */
  readonly exampleId: string;
  /** Whose text it should have been. */
  readonly userId: string;
  /** Cell of the grid. */
  readonly cell: string;
  /** Which repeat, from 0. */
  readonly repeat: number;
  /** The text. */
  readonly text: string;
  /** Odd traits that are counted and never change a score. */
  readonly flags: readonly OutputFlag[];
}

/** An odd trait of an output: counted, never a reason to change a score. */
export type OutputFlag = "refusal" | "prefix" | "loop" | "cut-off";
