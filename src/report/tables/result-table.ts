/** What stands in one place of a table of results. */
export interface TablePlace {
  /** `value`: a number; `absent`: run, but there is no number; `not-run`: nothing was done; `text`: words. */
  readonly state: "value" | "absent" | "not-run" | "text";
  /** As it is printed, without marks: a rounded number, `—`, `not run`, or words. */
  readonly text: string;
  /** The number in full. */
  readonly value?: number;
  /** Lower end of its 95 % interval. */
  readonly ciLow?: number;
  /** Upper end. */
  readonly ciHigh?: number;
  /** The interval as printed. */
  readonly ends?: string;
  /** `true` for the one best of the places compared, separated from all others. */
  readonly best?: true;
  /** `true` for a member of a leading group that nothing separates. */
  readonly top?: true;
  /** `true` if its adjusted p against the cell without retrieval is below 0.05. */
  readonly significant?: true;
  /** Texts planned. */
  readonly planned?: number;
  /** Texts with a score. */
  readonly scored?: number;
  /** Texts that failed. */
  readonly failed?: number;
  /** Texts not done yet. */
  readonly pending?: number;
  /** What belongs to the number: the retriever and k that were chosen, or a difference. */
  readonly detail?: string;
  /** Why there is no number, or what to know about it. */
  readonly reason?: string;
}

/** A column of results. */
export interface TableColumn {
  /** What it shares with its neighbours, for instance `ROUGE-1`; printed once above them. */
  readonly group?: string;
  /** Heading. */
  readonly title: string;
}

/** A line of a table. */
export interface TableRow {
  /** What the line is about, one text per column of heads. */
  readonly heads: readonly string[];
  /** Its places, in the order of the columns. */
  readonly places: readonly TablePlace[];
}

/** A table as the paper prints it. */
export interface ResultTable {
  /** Number of the table: `1` to `20`, or `fig2`. */
  readonly id: string;
  /** What it shows. */
  readonly title: string;
  /** Headings of what the lines are about, for instance task and model. */
  readonly rowHeads: readonly string[];
  /** The columns of results. */
  readonly columns: readonly TableColumn[];
  /** The lines. */
  readonly rows: readonly TableRow[];
  /** What a reader needs to judge the numbers, as sentences. */
  readonly notes: readonly string[];
}

/** Nothing was done that would belong here. */
export const NOT_RUN: TablePlace = { state: "not-run", text: "not run" };

/**
 * A place with words in it.
 *
 * @param text - The words.
 * @returns The place.
 */
export function wordsPlace(text: string): TablePlace {
  return { state: "text", text };
}

/**
 * The heading of a column with what it shares with its neighbours.
 *
 * @param column - The column.
 * @returns For instance `ROUGE-1 · none`.
 */
export function columnTitle({ group, title }: TableColumn): string {
  return group === undefined || group === "" ? title : `${group} · ${title}`;
}
