import { z } from "zod";
import { LonghandError } from "../foundation/index.ts";
import { checkShape, parseStrictYaml } from "../storage/index.ts";

/** What a reader asked for: one text, in one author's voice. */
export interface Brief {
  /** What the text must do, 1–8,000 characters. */
  readonly goal: string;
  /** Kind of text. @defaultValue "essay" */
  readonly kind: "story" | "essay" | "report" | "memoir" | "speech";
  /** Heading of the text; absent for none. */
  readonly title?: string;
  /** Text that it must begin with, as it stands; absent for none. */
  readonly opening?: string;
  /** Who reads or hears it; absent if it does not matter. */
  readonly audience?: string;
  /** How long it should be. */
  // biome-ignore lint/plugin: the unit is the name of the one field inside
  readonly length: {
    /** Target, in words. @defaultValue 300 */
    readonly words: number;
  };
  /** Whose voice it should have; absent for no one's. */
  readonly profile?: {
    /** A corpus in JSON Lines, or `sotu` for the shipped State of the Union addresses. */
    readonly corpus: string;
    /** Author whose texts are read. */
    readonly author: string;
    /** Passages of the author's own in the prompt. @defaultValue 3 */
    readonly passages: number;
  };
  /** Model as `<adapter>:<name>[@<revision>]`. @defaultValue "gguf:smollm2-135m-instruct" */
  readonly model: string;
  /** Settings of the model, as in an experiment's `models`. @defaultValue none */
  readonly modelSettings: Readonly<Record<string, unknown>>;
  /** How tokens are drawn. */
  readonly generation: {
    /** 0 takes the likeliest token. @defaultValue 0.7 */
    readonly temperature: number;
    /** Share of probability kept, 0–1. @defaultValue 0.95 */
    readonly topP: number;
    /** Above 1 makes tokens already seen less likely. @defaultValue 1.1 */
    readonly repeatPenalty: number;
  };
  /** Seed of the model's generator. @defaultValue 1 */
  readonly seed: number;
}

/** Longest text that one section may have, in words: longer ones need a plan. */
const MAX_SECTION_WORDS = 1500;

const briefSchema: z.ZodType<Brief> = z.strictObject({
  goal: z
    .string("is required: say what the text must do")
    .min(1, "must say what the text must do")
    .max(8000, "must have at most 8,000 characters"),
  kind: z._default(z.enum(["story", "essay", "report", "memoir", "speech"]), "essay"),
  title: z.exactOptional(z.string().min(1)),
  opening: z.exactOptional(z.string().min(1)),
  audience: z.exactOptional(z.string().min(1)),
  length: z.prefault(
    z.strictObject({
      words: z._default(
        z
          .int("must be a whole number")
          .min(20, "must be 20 or more")
          .max(
            MAX_SECTION_WORDS,
            `must be ${MAX_SECTION_WORDS.toLocaleString("en")} or less: one section is written at a time`,
          ),
        300,
      ),
    }),
    {},
  ),
  profile: z.exactOptional(
    z.strictObject({
      corpus: z.string().min(1),
      author: z.string().min(1),
      passages: z._default(z.int().min(1).max(20), 3),
    }),
  ),
  model: z._default(z.string().min(1), "gguf:smollm2-135m-instruct"),
  modelSettings: z._default(z.record(z.string(), z.unknown()), {}),
  generation: z.prefault(
    z.strictObject({
      temperature: z._default(z.number().min(0).max(5), 0.7),
      topP: z._default(z.number().gt(0).max(1), 0.95),
      repeatPenalty: z._default(z.number().gt(0).max(5), 1.1),
    }),
    {},
  ),
  seed: z._default(z.int().min(0).max(4294967295), 1),
}) as z.ZodType<Brief>;

/**
 * Reads a brief and refuses everything that could not be written, all faults at once, before
 * anything is spent.
 *
 * @param text - YAML or JSON.
 * @param file - Its name in messages.
 * @returns The brief with every default written out.
 * @throws LonghandError `invalid-brief`, listing each fault with file and line.
 */
export function parseBrief(text: string, file: string): Brief {
  const source = parseStrictYaml(text);
  const { value, problems } = checkShape(source, briefSchema);
  const faults = [...source.problems, ...problems];
  if (faults.length === 0 && value !== undefined) return value;
  const lines = faults.map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`);
  throw new LonghandError(
    `${file} has ${faults.length} ${faults.length === 1 ? "fault" : "faults"}; nothing was written.\n${lines.join("\n")}`,
    {
      code: "invalid-brief",
      hint: "Mend the lines above. docs/writing.md lists every field of a brief.",
      details: { file, problems: faults },
    },
  );
}
