import type { PlanNode } from "../../records/index.ts";
import { SIZE_LIMITS } from "../plan/model-size.ts";
import type { JournalEntry } from "../run/journal.ts";
import type { Writer } from "../run/writer.ts";
import { placeOf } from "./leaf-place.ts";
import type { LeafContext, LeafRequest } from "./leaf-request.ts";
import { type LengthWindow, lengthWindow } from "./length-control.ts";
import type { Relevance } from "./relevance.ts";
import type { SaidIndex } from "./said-index.ts";

/** What the drafting of one leaf works with. All of it is fixed while its wave is drafted. */
export interface LeafWork {
  /** The run. */
  readonly writer: Writer;
  /** What the document says already. */
  readonly said: SaidIndex;
  /** Likeness of texts. */
  readonly relevance: Relevance;
  /** Keywords by the id of the part that each fits best. @defaultValue none */
  readonly keywords?: ReadonlyMap<string, readonly string[]>;
  /** Drafts to make. */
  readonly candidates: number;
  /** Tokens that the model takes for a word. */
  readonly tokensPerWord: number;
  /** Language wanted; absent where it was not found out. */
  readonly language?: string;
  /** How the strategy writes a leaf. @defaultValue as the tree does */
  readonly method?: LeafMethod;
}

/** What a leaf leaves behind for those after it. */
export interface LeafClosing {
  /** What it says, in short; a rolling writer's summary of everything so far. */
  readonly summary: string;
  /** What the next step was told to do; absent where the plan says so. */
  readonly instruction?: string;
}

/** How a strategy other than the tree writes a leaf. */
export interface LeafMethod {
  /**
   * Puts the prompt of a leaf together.
   *
   * @param request - Leaf and target.
   * @param writer - The run.
   * @returns The prompt.
   * @throws LonghandError `context-too-small` if it cannot fit.
   */
  contextOf(request: LeafRequest, writer: Writer): Promise<LeafContext>;
  /**
   * Works out what is kept of a finished leaf.
   *
   * @param text - Its text.
   * @param drafting - The leaf; calls are added to its entries.
   * @returns What comes after it is told.
   */
  closingOf(text: string, drafting: Drafting): Promise<LeafClosing>;
  /** Whether a mention that a draft lacks is asked for in a call of its own. */
  readonly asksForMentions: boolean;
}

/** A leaf that is being drafted. */
export interface Drafting {
  /** The leaf. */
  readonly node: PlanNode;
  /** Words wanted. */
  readonly targetWords: number;
  /** Longest reply, in tokens. */
  readonly maxOutputTokens: number;
  /** Its prompt. */
  readonly context: LeafContext;
  /** What it works with. */
  readonly work: LeafWork;
  /** What to record, so far. */
  readonly entries: JournalEntry[];
}

/**
 * The window of a leaf that is being drafted.
 *
 * @param drafting - The leaf.
 * @returns Its window; the last leaf's is narrower.
 */
export function windowOf({ node, targetWords, work }: Drafting): LengthWindow {
  const place = placeOf(node, work.writer);
  return lengthWindow(targetWords, place === "last" || place === "only");
}

/**
 * Drafts to make of each leaf.
 *
 * @param writer - The run.
 * @returns What the brief says, or what suits the model's size.
 */
export function candidatesOf({ brief, scale }: Pick<Writer, "brief" | "scale">): number {
  return brief.candidates ?? SIZE_LIMITS[scale].candidates;
}
