import { z } from "zod";
import type { NodeLevel } from "./plan-node.ts";

/** A part of a plan, as a manuscript page shows it. */
export interface WritingNodeView {
  /** Its id. */
  readonly id: string;
  /** Its rank. */
  readonly level: NodeLevel;
  /** Levels above it. */
  readonly depth: number;
  /** Its heading; empty for none. */
  readonly heading: string;
  /** What belongs there. */
  readonly brief: string;
  /** Words planned. */
  readonly targetWords: number;
  /** Words written at and below it. */
  readonly words: number;
  /** How far it is. */
  readonly state: "planned" | "drafting" | "accepted" | "failed" | "dirty";
}

/** A piece of a manuscript, in reading order. */
export type WritingBlock =
  | {
      /** A heading. */
      readonly kind: "heading";
      /** Its level, 1 for the highest. */
      readonly level: number;
      /** Its text. */
      readonly text: string;
      /** Id of the part. */
      readonly node: string;
    }
  | {
      /** A paragraph. */
      readonly kind: "paragraph";
      /** Its text. */
      readonly text: string;
      /** Id of the part. */
      readonly node: string;
    }
  | {
      /** A part without a text. */
      readonly kind: "missing";
      /** Why. */
      readonly reason: string;
      /** Id of the part. */
      readonly node: string;
    };

/** A fact that holds in a document, as a manuscript page shows it. */
export interface WritingFactView {
  /** Its name. */
  readonly id: string;
  /** Who or what it is about; empty for the document. */
  readonly subject: string;
  /** Which property. */
  readonly attribute: string;
  /** Its value, as it is written. */
  readonly value: string;
  /** Stretch of the document where it holds, 0–1. */
  readonly span: readonly [from: number, to: number];
  /** Who says so. */
  readonly origin: "author" | "data" | "plan" | "text";
  /** The words that say it; absent for facts of the author. */
  readonly quote?: string;
  /** Id of the part that says it; absent for facts of the author. */
  readonly node?: string;
}

/** Something wrong with a part that nobody has mended. */
export interface WritingIssueView {
  /** Id of the part. */
  readonly node: string;
  /** What: `missing`, `must`, `length`, `repetition`, `fact`, … */
  readonly type: string;
  /** 5 contradicts the author … 1 style. */
  readonly severity: number;
  /** In words. */
  readonly message: string;
  /** The words that are wrong, then those they contradict. */
  readonly quotes: readonly string[];
}

/** A document of the writer: plan, text, facts, checks. */
export interface WritingView {
  /** Name of the run's folder. */
  readonly id: string;
  /** Its title; absent for none. */
  readonly title?: string;
  /** Kind of document. */
  readonly kind: string;
  /** What the document must do. */
  readonly goal: string;
  /** Its language as a BCP 47 tag; absent if unknown. */
  readonly language?: string;
  /** `planning` before the plan is complete, `writing` while a process is at work, `finished`, `cancelled`, `stopped` otherwise. */
  readonly state: "planning" | "writing" | "finished" | "cancelled" | "stopped";
  /** Lines of the run's journal: grows with every step, so that equal numbers mean an equal page. */
  readonly revision: number;
  /** When it began, in milliseconds since 1970. */
  readonly startedAtMs: number;
  /** Words written. */
  readonly words: number;
  /** Words asked for. */
  readonly targetWords: number;
  /** Parts of the plan that one draft fills, and those of them with a text. */
  readonly leaves: { readonly planned: number; readonly written: number; readonly failed: number };
  /** Tokens read and written. */
  readonly tokens: { readonly in: number; readonly out: number };
  /** Calls that gave something, and those that did not. */
  readonly calls: { readonly finished: number; readonly failed: number };
  /** Models of the writer and the planner. */
  readonly models: readonly string[];
  /** The plan, in reading order. */
  readonly nodes: readonly WritingNodeView[];
  /** The text, in reading order. */
  readonly blocks: readonly WritingBlock[];
  /** What holds in it. */
  readonly facts: readonly WritingFactView[];
  /** Pairs of facts that cannot both hold, by their names. */
  readonly contradictions: readonly { readonly fact: string; readonly other: string }[];
  /** What is wrong, the gravest first. */
  readonly issues: readonly WritingIssueView[];
  /** Required mentions. */
  readonly mentions: {
    readonly hit: number;
    readonly required: number;
    readonly misses: readonly { readonly text: string; readonly node: string }[];
  };
}

const count = z.int().nonnegative();
const text = z.exactOptional(z.string());

const writingBlockSchema: z.ZodType<WritingBlock> = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("heading"),
    level: z.int(),
    text: z.string(),
    node: z.string(),
  }),
  z.object({ kind: z.literal("paragraph"), text: z.string(), node: z.string() }),
  z.object({ kind: z.literal("missing"), reason: z.string(), node: z.string() }),
]);

/** Schema of {@link WritingView}. */
export const writingViewSchema: z.ZodType<WritingView> = z.object({
  id: z.string(),
  title: text,
  kind: z.string(),
  goal: z.string(),
  language: text,
  state: z.enum(["planning", "writing", "finished", "cancelled", "stopped"]),
  revision: count,
  startedAtMs: z.number(),
  words: count,
  targetWords: z.number(),
  leaves: z.object({ planned: count, written: count, failed: count }),
  tokens: z.object({ in: z.number(), out: z.number() }),
  calls: z.object({ finished: count, failed: count }),
  models: z.array(z.string()),
  nodes: z.array(
    z.object({
      id: z.string(),
      level: z.enum(["doc", "part", "chapter", "section", "leaf"]),
      depth: count,
      heading: z.string(),
      brief: z.string(),
      targetWords: z.number(),
      words: z.number(),
      state: z.enum(["planned", "drafting", "accepted", "failed", "dirty"]),
    }),
  ),
  blocks: z.array(writingBlockSchema),
  facts: z.array(
    z.object({
      id: z.string(),
      subject: z.string(),
      attribute: z.string(),
      value: z.string(),
      span: z.tuple([z.number(), z.number()]),
      origin: z.enum(["author", "data", "plan", "text"]),
      quote: text,
      node: text,
    }),
  ),
  contradictions: z.array(z.object({ fact: z.string(), other: z.string() })),
  issues: z.array(
    z.object({
      node: z.string(),
      type: z.string(),
      severity: z.number(),
      message: z.string(),
      quotes: z.array(z.string()),
    }),
  ),
  mentions: z.object({
    hit: count,
    required: count,
    misses: z.array(z.object({ text: z.string(), node: z.string() })),
  }),
});
