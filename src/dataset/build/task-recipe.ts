import type { CorpusKind } from "../../records/index.ts";
import type { BenchmarkTask } from "../task.ts";
import type { BuildOption } from "./build-rules.ts";

/**
 * What a part of an input or a field of a profile item is taken from: a column of the document
 * (`fields.NAME` for what else its source said), `year` (of its date, as a number), `prefix` (the
 * first words of the text, which the output then goes on from), `keywords`, `description`.
 */
export type PartSource =
  | "title"
  | "text"
  | "author"
  | "year"
  | "overall"
  | "description"
  | "keywords"
  | "prefix"
  | `fields.${string}`;

/** What a document must have; checked in this order, each as a rule of its own. */
export type DocumentNeed = "title" | "date" | "rating";

/** How a task's examples are made from documents: all data. */
export interface TaskRecipe {
  /** The task. */
  readonly task: BenchmarkTask;
  /** The kind of corpus it is made for; `documents` always do if their fields hold what it needs. */
  readonly kind: CorpusKind;
  /** What a document is called, for people: `review`, `post`. */
  readonly noun: string;
  /** `one`: one target of a person (three in the temporal setting); `share`: a share of all. */
  readonly targets: "one" | "share";
  /** How the three targets of the temporal setting are chosen. */
  readonly temporalBy: "date" | "draw";
  /** What a document must have. */
  readonly needs: readonly DocumentNeed[];
  /** Whether documents must be in a language. */
  readonly byLanguage: boolean;
  /** Parts of the input by slot. */
  readonly parts: Readonly<Record<string, PartSource>>;
  /** Fields of a profile item. */
  readonly item: Readonly<Record<string, PartSource>>;
  /** The rules it has, as options. */
  readonly options: readonly BuildOption[];
  /** Choices where the paper is silent or contradicts itself, for the card. */
  readonly choices: readonly RecipeChoice[];
}

/** A choice that the card prints. */
export interface RecipeChoice {
  /** What was settled, in one sentence. */
  readonly text: string;
  /** The setting in which it counts; absent for both. */
  readonly setting?: "user" | "temporal";
}
