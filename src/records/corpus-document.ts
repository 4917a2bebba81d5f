import { z } from "zod";

/** A value of a field that a source gave beside the text. */
export type FieldValue = string | number | boolean | null;

/** One text that one person wrote, as every later stage sees it. One JSON line of a corpus. */
export interface CorpusDocument {
  /** Unique in the corpus, in Unicode form NFC. */
  readonly id: string;
  /** Who wrote it: a name or an id, the same for all texts of one person. */
  readonly author: string;
  /** The text as given, with line feeds only. */
  readonly text: string;
  /** Title, subject or headline. */
  readonly title?: string;
  /** When it was written: `YYYY`, `YYYY-MM`, `YYYY-MM-DD`, or a full ISO 8601 time in UTC. */
  readonly date?: string;
  /** Where it came from: a path below the imported folder, or a name of the source. */
  readonly source?: string;
  /** What else the source said: rating, subreddit, party. */
  readonly fields?: Readonly<Record<string, FieldValue>>;
}

/** Shape of every date in a corpus: a year, a month, a day, or a time in UTC. */
export const DATE_PATTERN: RegExp =
  /^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01])(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z)?)?)?$/;

/** Schema of {@link CorpusDocument}; unknown keys are refused, so that a misspelt one is noticed. */
export const corpusDocumentSchema: z.ZodType<CorpusDocument> = z.strictObject({
  id: z.string().min(1),
  author: z.string().min(1),
  text: z.string(),
  title: z.exactOptional(z.string()),
  date: z.exactOptional(
    z.string().regex(DATE_PATTERN, "must be YYYY, YYYY-MM, YYYY-MM-DD or a UTC time"),
  ),
  source: z.exactOptional(z.string()),
  fields: z.exactOptional(
    z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  ),
});
