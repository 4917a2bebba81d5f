import { z } from "zod";

/** What a line of a writing journal is about. */
export const JOURNAL_TYPES = [
  "brief",
  "node",
  "planned",
  "phase",
  "call",
  "candidate",
  "score",
  "check",
  "repair",
  "accept",
  "fail",
  "fact",
  "thread",
  "edit",
  "lock",
  "dirty",
  "waive",
  "close",
  "spend",
  "pause",
  "cancel",
  "export",
] as const;

/** Type of a journal line. */
export type JournalType = (typeof JOURNAL_TYPES)[number];

/** One line of `journal.jsonl`: a call or a decision, chained to the line before it. */
export interface JournalLine {
  /** Number of the line, from 1. */
  readonly seq: number;
  /** When it was written, in milliseconds since 1970; not part of the chain. */
  readonly at: number;
  /** What it is about. */
  readonly type: JournalType;
  /** What it says. */
  readonly body: Readonly<Record<string, unknown>>;
  /** SHA-256 over seq, type, body and previousHash of the line before; 64 zeros in the first. */
  readonly previousHash: string;
}

/** Schema of {@link JournalLine}; the body is checked by whoever reads it. */
export const journalLineSchema: z.ZodType<JournalLine> = z.strictObject({
  seq: z.int().min(1),
  at: z.number(),
  type: z.enum(JOURNAL_TYPES),
  body: z.record(z.string(), z.unknown()),
  previousHash: z.string().regex(/^[0-9a-f]{64}$/),
});
