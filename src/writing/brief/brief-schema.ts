import { z } from "zod";
import { checksSchema } from "../check/checks-schema.ts";
import { plantedSchema } from "../planted/planted-schema.ts";
import { scoreWeightsSchema, techniquesSchema } from "../techniques/techniques-schema.ts";
import {
  BRIEF_KINDS,
  type Brief,
  type MustItem,
  type OutlineNode,
  WRITING_ORDERS,
  WRITING_STRATEGIES,
} from "./brief.ts";

/** Shortest document, in words. */
export const MIN_DOCUMENT_WORDS = 200;
/** Longest document, in words. */
export const MAX_DOCUMENT_WORDS = 200_000;
/** Deepest outline. */
export const MAX_OUTLINE_DEPTH = 6;

const DEFAULT_WORDS = 300;
const LIMITS = `a document has ${MIN_DOCUMENT_WORDS} to ${MAX_DOCUMENT_WORDS.toLocaleString("en")} words`;

const text = z.string().min(1, "must not be empty");
const share = z.number().min(0, "must be 0 or more").max(1, "must be 1 or less");
const positive = z.number().gt(0, "must be above 0");
const count = z.int("must be a whole number").min(1, "must be 1 or more");

function isPlace(value: unknown): boolean {
  return typeof value === "number" && value >= 0 && value <= 1;
}

function isStretch(value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== 2) return false;
  return value.every(isPlace) && Number(value[0]) < Number(value[1]);
}

const where = z.custom<NonNullable<MustItem["where"]>>(
  (value) => isPlace(value) || isStretch(value),
  "must be a place from 0 to 1, or a stretch as [from, to] with from below to",
);

const factValue = z.custom<string | number | boolean>(
  (value) =>
    (typeof value === "string" && value !== "") ||
    typeof value === "boolean" ||
    Number.isFinite(value),
  "must be text, a number, true or false",
);

const STORY_DATE = /^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?$/;
/** A year may be written as a number. */
const storyDate = z
  .custom<string | number>(
    (value) => STORY_DATE.test(String(value)),
    "must be a year, month or day such as 1961, 1961-03 or 1961-03-12",
  )
  .transform(String);

const mustItem = z.strictObject({
  id: z.exactOptional(text),
  text,
  accept: z.exactOptional(z.array(text).min(1, "must name at least one form")),
  when: z._default(z.enum(["once", "range", "every"]), "once"),
  where: z.exactOptional(where),
  every: z.exactOptional(count),
});

const outlineNode: z.ZodType<OutlineNode> = z.strictObject({
  heading: z.string().regex(/\S/, "must not be empty"),
  brief: z.exactOptional(text),
  weight: z.exactOptional(positive),
  text: z.exactOptional(text),
  time: z.exactOptional(storyDate),
  get children(): z.ZodType<readonly OutlineNode[]> {
    return z.exactOptional(z.array(outlineNode)) as unknown as z.ZodType<readonly OutlineNode[]>;
  },
}) as unknown as z.ZodType<OutlineNode>;

const modelChoice = z.strictObject({
  model: text,
  settings: z._default(z.record(z.string(), z.unknown()), {}),
});

/** Schema of a brief; unknown keys are errors, and defaults are written out. */
export const briefSchema: z.ZodType<Brief> = z
  .strictObject({
    goal: z
      .string("is required: say what the text must do")
      .regex(/\S/, "must say what the text must do")
      .max(8000, "must have at most 8,000 characters"),
    kind: z._default(z.enum(BRIEF_KINDS), "essay"),
    title: z.exactOptional(text),
    author: z.exactOptional(text),
    date: z.exactOptional(z.iso.date("must be a day such as 2026-11-30")),
    opening: z.exactOptional(text),
    language: z.exactOptional(
      z
        .string()
        .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, "must be a BCP 47 tag such as en or de-AT"),
    ),
    audience: z.exactOptional(text),
    length: z.prefault(
      z.strictObject({
        words: z.exactOptional(
          z
            .int("must be a whole number")
            .min(MIN_DOCUMENT_WORDS, `must be ${MIN_DOCUMENT_WORDS} or more (${LIMITS})`)
            .max(
              MAX_DOCUMENT_WORDS,
              `must be ${MAX_DOCUMENT_WORDS.toLocaleString("en")} or less (${LIMITS})`,
            ),
        ),
        tokens: z.exactOptional(count),
        tolerance: z._default(
          z.number().gt(0, "must be above 0").max(0.5, "must be 0.5 or less"),
          0.05,
        ),
      }),
      {},
    ),
    must: z._default(z.array(mustItem), []),
    avoid: z._default(
      z.array(z.strictObject({ text, how: z._default(z.enum(["word", "topic"]), "word") })),
      [],
    ),
    keywords: z._default(z.array(text), []),
    topics: z._default(z.array(text), []),
    facts: z._default(
      z.array(
        z.strictObject({
          subject: text,
          attribute: text,
          value: factValue,
          from: z.exactOptional(share),
          to: z.exactOptional(share),
          during: z.exactOptional(
            z
              .array(storyDate)
              .length(2, "must be two dates, from and to")
              .transform(([from = "", to = ""]) => [from, to] as const),
          ),
          knownBy: z.exactOptional(
            z
              .array(z.strictObject({ who: text, from: share }))
              .min(1, "must name at least one person"),
          ),
        }),
      ),
      [],
    ),
    sources: z.exactOptional(
      z
        .array(z.strictObject({ title: text, text: z.string().regex(/\S/, "must not be empty") }))
        .min(1, "must name at least one text"),
    ),
    checks: z.exactOptional(checksSchema),
    planted: z.exactOptional(plantedSchema),
    outline: z.exactOptional(z.array(outlineNode).min(1, "must hold at least one heading")),
    profile: z.exactOptional(
      z.strictObject({
        corpus: text,
        author: text,
        passages: z._default(z.int().min(1).max(20), 3),
      }),
    ),
    model: z._default(text, "gguf:smollm2-135m-instruct"),
    modelSettings: z._default(z.record(z.string(), z.unknown()), {}),
    models: z._default(
      z.strictObject({
        planner: z.exactOptional(modelChoice),
        writer: z.exactOptional(modelChoice),
        checker: z.exactOptional(modelChoice),
        size: z.exactOptional(z.enum(["tiny", "small", "hosted"])),
      }),
      {},
    ),
    budget: z.exactOptional(
      z.strictObject({
        completionTokens: z.exactOptional(count),
        inputTokens: z.exactOptional(count),
        money: z.exactOptional(positive),
        minutes: z.exactOptional(positive),
      }),
    ),
    strategy: z._default(z.enum(WRITING_STRATEGIES), "tree"),
    // `repair` names reading order with repair, which is the default.
    order: z._default(z.enum([...WRITING_ORDERS, "repair"]), "ltr"),
    repair: z.exactOptional(z.boolean()),
    autoEditLimit: z._default(share, 0.1),
    staged: z._default(z.boolean(), false),
    candidates: z.exactOptional(count.max(16, "must be 16 or less")),
    techniques: z.exactOptional(techniquesSchema),
    scoreWeights: z.exactOptional(scoreWeightsSchema),
    generation: z.prefault(
      z.strictObject({
        temperature: z._default(z.number().min(0).max(5), 0.7),
        topP: z._default(z.number().gt(0).max(1), 0.95),
        repeatPenalty: z._default(z.number().gt(0).max(5), 1.1),
      }),
      {},
    ),
    seed: z._default(z.int().min(0).max(4294967295), 1),
  })
  .transform(({ must, length, order, repair, ...rest }) => ({
    ...rest,
    order: order === "repair" ? "ltr" : order,
    repair: repair ?? true,
    must: must.map((item, index) => ({
      ...item,
      id: item.id ?? `must-${index + 1}`,
      accept: item.accept ?? [item.text],
    })),
    length:
      length.words === undefined && length.tokens === undefined
        ? { ...length, words: DEFAULT_WORDS }
        : length,
  })) as unknown as z.ZodType<Brief>;
