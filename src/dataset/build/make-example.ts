import { randomStream } from "../../foundation/index.ts";
import type {
  DatasetExample,
  FieldValue,
  ProfileItem,
  Setting,
  Split,
} from "../../records/index.ts";
import type { SqlRow, SqlValue } from "../../storage/index.ts";
import { comparableId, pythonStrip, wordsWithSpaces } from "../../text/index.ts";
import { userHash } from "../example-digest.ts";
import { isoDate, ratingText } from "../field-values.ts";
import type { BuildRules } from "./build-rules.ts";
import type { PartSource, TaskRecipe } from "./task-recipe.ts";

/** A document of somebody who has a target in one of the settings. */
export interface FetchedDocument {
  readonly id: string;
  readonly ord: number;
  readonly date?: string;
  readonly item: ProfileItem;
  readonly row: SqlRow;
}

/** A document and what the plan of a setting makes of it. */
export interface PlannedDocument extends FetchedDocument {
  readonly split?: Split;
  readonly number: number;
  readonly inProfile: boolean;
}

/** What examples are made by. */
export interface ExampleRules {
  readonly recipe: TaskRecipe;
  readonly rules: BuildRules;
  readonly setting: Setting;
  readonly seed: number;
}

/** A row with a document's text as a document. */
export function fetchedDocument(row: SqlRow, recipe: TaskRecipe): FetchedDocument {
  const id = comparableId(String(row["id"]));
  const date = isoDate((row["date"] as SqlValue) ?? undefined);
  const hasDate = Object.values(recipe.task.definition.profile).some(({ kind }) => kind === "date");
  const fields = Object.fromEntries(
    Object.entries(recipe.item).flatMap(([name, source]) => {
      const value = partOf(source, row);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
  return {
    id,
    ord: Number(row["ord"]),
    ...(date === undefined ? {} : { date }),
    item: { id, ...(date === undefined || !hasDate ? {} : { date }), fields },
    row,
  };
}

/** The example of a target; the profile is handed in. */
export function makeExample(
  target: PlannedDocument & { readonly split: Split },
  context: ExampleRules & { readonly person: string; readonly keywords: string | undefined },
  profile: readonly ProfileItem[],
): DatasetExample {
  const { recipe, rules, setting, seed, keywords } = context;
  const { task } = recipe;
  const userId = comparableId(context.person);
  const text = String(target.row["text"]);
  const completes = task.definition.target.prefix !== undefined;
  const draw = randomStream(seed, "prefix", userId, target.id).next();
  const { prefix, output } = completes ? cutText(text, draw, rules) : { prefix: "", output: text };
  const parts = Object.fromEntries(
    Object.entries(recipe.parts).map(([name, source]) => {
      if (source === "prefix") return [name, prefix];
      if (source === "keywords") return [name, keywords ?? ""];
      return [name, String(partOf(source, target.row) ?? "")];
    }),
  );
  return {
    id: `${task.name}-${setting}-${target.split}-${userHash(userId)}-${target.number}`,
    task: task.name,
    userId,
    input: task.writeInput(parts),
    output,
    targetId: target.id,
    ...(target.date === undefined ? {} : { date: target.date }),
    fields: parts,
    profile,
  };
}

/** What a part or a field holds for a document; `undefined` if it has no such thing. */
function partOf(source: PartSource, row: SqlRow): FieldValue | undefined {
  switch (source) {
    case "overall":
      return ratingText(Number(row["overall"]));
    case "year":
      return yearOf(row["date"]);
    case "author":
      return comparableId(String(row["person"]));
    case "prefix":
    case "keywords":
      return undefined;
    case "title":
    case "text":
    case "description":
      return (row[source] as string | null) ?? undefined;
    default:
      return furtherField(row, source.slice("fields.".length));
  }
}

function yearOf(date: SqlRow[string] | undefined): number | undefined {
  return typeof date === "string" ? Number(date.slice(0, 4)) : undefined;
}

function furtherField({ fields }: SqlRow, name: string): FieldValue | undefined {
  if (typeof fields !== "string") return undefined;
  const all = JSON.parse(fields) as Readonly<Record<string, FieldValue>>;
  return Object.hasOwn(all, name) ? all[name] : undefined;
}

interface CutText {
  readonly prefix: string;
  readonly output: string;
}

/**
 * The first words of a text, joined by single spaces, and the rest with the white space that the rules say.
 *
 * @param text - The text.
 * @param draw - A draw from [0, 1), which decides within the shares.
 * @param rules - Lowest and highest share of words that are given; the white space of the rest.
 * @returns Beginning and rest; at least one word is left over.
 */
function cutText(
  text: string,
  draw: number,
  { prefixShare: [min, max], outputSpaces }: BuildRules,
): CutText {
  const words = wordsWithSpaces(text);
  const count = words.length;
  const drawn = Math.round((min + (max - min) * draw) * count);
  const [fewest, most] = [Math.ceil(min * count - 1e-9), Math.floor(max * count + 1e-9)];
  const within = fewest <= most ? Math.min(most, Math.max(fewest, drawn)) : drawn;
  const given = Math.min(within, Math.max(0, count - 1));
  const rest = words.slice(given);
  return {
    prefix: words.slice(0, given).map(pythonStrip).join(" "),
    output:
      outputSpaces === "single" ? rest.map(pythonStrip).join(" ") : pythonStrip(rest.join("")),
  };
}
