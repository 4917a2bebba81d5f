import { z } from "zod";
import { promptTemplateSchema } from "../../records/index.ts";
import type { PartSource } from "../build/task-recipe.ts";
import type { TaskDefinition } from "../task.ts";

/** What a task file says of how examples are made from documents. */
export interface OwnBuild {
  /** What a document is called. @defaultValue "document" */
  readonly noun: string;
  /** `one` target of a person, or a `share` of all. @defaultValue "one" */
  readonly targets: "one" | "share";
  /** How the targets of the temporal setting are chosen. @defaultValue "date" */
  readonly temporalBy: "date" | "draw";
  /** What a document must have. @defaultValue nothing */
  readonly needs: readonly ("title" | "date" | "rating")[];
  /** What each part of the input is taken from. */
  readonly parts: Readonly<Record<string, PartSource>>;
  /** What each field of a profile item is taken from. */
  readonly item: Readonly<Record<string, PartSource>>;
  /** Defaults of the rules, by their names. @defaultValue none */
  readonly options: Readonly<Record<string, unknown>>;
}

/** A task of one's own, as a file holds it. */
export interface TaskFile {
  /** What its rows hold, how its inputs read, and how prompts are made. */
  readonly task: TaskDefinition;
  /** How examples are made from documents; absent for a task that only reads datasets. */
  readonly build?: OwnBuild;
}

const words = z.string().min(1);
const SOURCE =
  /^(?:title|text|author|year|overall|description|keywords|prefix|fields\.[A-Za-z_][A-Za-z0-9_-]*)$/;

const sourceSchema = z
  .string()
  .regex(
    SOURCE,
    "must be title, text, author, year, overall, description, keywords, prefix or fields.NAME",
  ) as unknown as z.ZodType<PartSource>;

const paperQuerySchema = z.strictObject({
  from: z.enum(["input", "after"]),
  marker: z.exactOptional(words),
});

const definitionSchema: z.ZodType<TaskDefinition> = z.strictObject({
  name: words,
  title: words,
  aliases: z.exactOptional(z.array(words)),
  user: z.strictObject({
    names: z.tuple([words], words),
    optional: z.exactOptional(z.boolean()),
  }),
  columns: z.exactOptional(z.array(words)),
  inputs: z.tuple([words], words),
  profile: z.record(
    words,
    z.strictObject({
      kind: z.enum(["id", "text", "rating", "date"]),
      optional: z.exactOptional(z.boolean()),
      alsoRead: z.exactOptional(z.array(words)),
    }),
  ),
  target: z.strictObject({ field: words, prefix: z.exactOptional(words) }),
  itemText: words,
  query: z.strictObject({
    longhand: words,
    "longlamp-paper": z.strictObject({ gpt: paperQuerySchema, llama: paperQuerySchema }),
  }),
  templates: z.strictObject({ gpt: promptTemplateSchema, llama: promptTemplateSchema }),
}) as z.ZodType<TaskDefinition>;

const buildSchema: z.ZodType<OwnBuild> = z.strictObject({
  noun: z._default(words, "document"),
  targets: z._default(z.enum(["one", "share"]), "one"),
  temporalBy: z._default(z.enum(["date", "draw"]), "date"),
  needs: z._default(z.array(z.enum(["title", "date", "rating"])), []),
  parts: z.record(words, sourceSchema),
  item: z.record(words, sourceSchema),
  options: z._default(z.record(words, z.unknown()), {}),
}) as z.ZodType<OwnBuild>;

/** Schema of {@link TaskFile}. */
export const taskFileSchema: z.ZodType<TaskFile> = z.strictObject({
  task: definitionSchema,
  build: z.exactOptional(buildSchema),
}) as z.ZodType<TaskFile>;
