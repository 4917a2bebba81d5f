import type {
  BenchmarkProfile,
  DatasetExample,
  ProfileItem,
  PromptFamily,
  PromptTemplate,
} from "../records/index.ts";

/**
 * What a field of a profile item holds: `id`, a `text`, a `rating` (a number that prints with its
 * `.0`), or a `date` (a year, or any usual form; it also gives the item its place in time).
 */
export type FieldKind = "id" | "text" | "rating" | "date";

/** One field of a task's profile items. */
export interface FieldDefinition {
  /** What it holds. */
  readonly kind: FieldKind;
  /** Whether an item may lack it. @defaultValue false */
  readonly optional?: boolean;
  /** Other names under which it is read; the first name is the one that is written. */
  readonly alsoRead?: readonly string[];
}

/** How the query of the published code is made. */
export interface PaperQuery {
  /** `input`: the whole input; `after`: what stands after the first place of a marker in it. */
  readonly from: "input" | "after";
  /** The marker; needed for `after`. */
  readonly marker?: string;
}

/**
 * A task as data: what its rows hold, how its inputs read, what is searched for and searched in, and
 * how passages become a prompt. {@link defineTask} makes a working task of it.
 *
 * Slots are written `{name}`, or `{name|words:100}` for the first 100 words.
 */
export interface TaskDefinition {
  /** Short name in lower case with hyphens, for instance `passage`. */
  readonly name: string;
  /** Name for people, for instance "Passage completion". */
  readonly title: string;
  /** Other names under which the task is found. @defaultValue none */
  readonly aliases?: readonly string[];
  /** The column that says whose text a row is. */
  readonly user: {
    /** Its name; further ones are read, too, and the first is written. */
    readonly names: readonly [string, ...string[]];
    /** Whether rows may lack it; rows with equal profiles then count as one person's. */
    readonly optional?: boolean;
  };
  /** Parts of the input that also stand in columns of their own. @defaultValue none */
  readonly columns?: readonly string[];
  /** How inputs read, as slot templates; all are read, and the first is written. */
  readonly inputs: readonly [string, ...string[]];
  /** The fields of a profile item. */
  readonly profile: Readonly<Record<string, FieldDefinition>>;
  /** Where a profile item holds what a reference holds. */
  readonly target: {
    /** Name of the item's field. */
    readonly field: string;
    /** Part of the input that is the beginning of the text, where the reference is only its rest. */
    readonly prefix?: string;
  };
  /** What is searched in, as a slot template over the fields of a profile item. */
  readonly itemText: string;
  /** What is searched for. */
  readonly query: {
    /** A slot template over the parts of the input. */
    readonly longhand: string;
    /** What the published code does, by template family. */
    readonly "longlamp-paper": Readonly<Record<PromptFamily, PaperQuery>>;
  };
  /** How passages and an input become a prompt, by template family. */
  readonly templates: Readonly<Record<PromptFamily, PromptTemplate>>;
}

/** Which rules and which template family are meant. */
export interface PromptRules {
  /** `longhand` or `longlamp-paper`. */
  readonly profile: BenchmarkProfile;
  /** Template family of the model. */
  readonly family: PromptFamily;
}

/** A row of a released file, or a line of a dataset folder: one JSON object. */
export interface ReleasedRow {
  /** Id of the example; the public tasks have none. */
  readonly id?: unknown;
  /** What the model is asked. */
  readonly input?: unknown;
  /** What the person wrote. */
  readonly output?: unknown;
  /** Id of the document that the output comes from; Longhand adds it. */
  readonly target_id?: unknown;
  /** When that was written; Longhand adds it. */
  readonly date?: unknown;
  /** The person's earlier texts. */
  readonly profile?: unknown;
  /** The user id, and the task's own columns. */
  readonly [column: string]: unknown;
}

/** What reading a row gave. */
export interface RowReading {
  /** The example; absent if there are problems. */
  readonly example?: DatasetExample;
  /** What is wrong with the row, for instance `profile[3].abstract is missing`. */
  readonly problems: readonly string[];
  /** Columns and fields that are not part of the task's layout and were left out. */
  readonly ignored: readonly string[];
  /** `false` if the row had no id and `fallbackId` was used. */
  readonly hasOwnId: boolean;
  /** `false` if the input does not read as the task's inputs do, so that no query can be made. */
  readonly hasParts: boolean;
}

/** A benchmark task, ready for use. */
export interface BenchmarkTask {
  /** Short name, for instance `passage`. */
  readonly name: string;
  /** Name for people. */
  readonly title: string;
  /** What it was made from. */
  readonly definition: TaskDefinition;
  /** How passages and an input become a prompt, by template family. */
  readonly templates: Readonly<Record<PromptFamily, PromptTemplate>>;
  /**
   * Reads a row without throwing, so that all problems of a file can be listed.
   *
   * @param row - Any JSON value.
   * @param fallbackId - Id for a row that has none.
   */
  inspectRow(row: unknown, fallbackId: string): RowReading;
  /**
   * Reads a row.
   *
   * @param row - A row in the task's layout.
   * @param fallbackId - Id for a row that has none. @defaultValue none: such a row is refused
   * @throws LonghandError `invalid-record`, naming everything that is wrong.
   */
  readRow(row: unknown, fallbackId?: string): DatasetExample;
  /**
   * Writes an example in the task's layout: the released fields, with `id`, `target_id` and `date`
   * beside them where known.
   *
   * @param example - An example of this task.
   */
  writeRow(example: DatasetExample): ReleasedRow;
  /**
   * The row of {@link BenchmarkTask.writeRow} as one line of JSON, in which ratings keep their `.0`.
   *
   * @param example - An example of this task.
   */
  writeLine(example: DatasetExample): string;
  /**
   * Writes an input from its parts.
   *
   * @param parts - A value for each slot of the definition's first input.
   * @throws LonghandError `missing-field` if one is not there.
   */
  writeInput(parts: Readonly<Record<string, string>>): string;
  /**
   * What a retriever is asked.
   *
   * @param example - An example of this task.
   * @param rules - Rules and template family.
   * @throws LonghandError `retrieval-failed` if the input lacks the marker or the parts.
   */
  query(example: DatasetExample, rules: PromptRules): string;
  /**
   * What a retriever sees of a profile item.
   *
   * @param item - A profile item of this task.
   * @throws LonghandError `missing-field` if the item lacks a field.
   */
  passageText(item: ProfileItem): string;
}
