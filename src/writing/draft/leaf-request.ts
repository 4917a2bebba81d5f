import type { ChatMessage, NodeRead, PlanNode } from "../../records/index.ts";
import type { AuthorFact } from "../brief/brief.ts";
import type { ContextPart } from "../plan/model-size.ts";
import type { MustHit } from "../plan/must-hits.ts";
import type { Exemplar } from "../run/writer.ts";
import type { SaidIndex } from "./said-index.ts";

/** What one leaf's prompt is made from. */
export interface LeafRequest {
  /** The leaf. */
  readonly node: PlanNode;
  /** Words to ask for. */
  readonly targetWords: number;
  /** Longest reply, in tokens. */
  readonly maxOutputTokens: number;
  /** What the document says already. */
  readonly said: SaidIndex;
  /** Keywords that fit here. @defaultValue none */
  readonly keywords?: readonly string[];
}

/** The prompt of a leaf, and everything that went into it. */
export interface LeafContext {
  /** The system message. */
  readonly system: string;
  /** The parts of the user message, in order. */
  readonly parts: ReadonlyMap<ContextPart, string>;
  /** The conversation. */
  readonly messages: readonly ChatMessage[];
  /** Mentions that the leaf has to hold. */
  readonly hits: readonly MustHit[];
  /** Facts that hold there. */
  readonly facts: readonly AuthorFact[];
  /** Exemplars shown. */
  readonly exemplars: readonly Exemplar[];
  /** What was read, to trace changes. */
  readonly reads: readonly NodeRead[];
  /** Words of the text so far that the model's window had no room for. @defaultValue 0 */
  readonly droppedWords?: number;
}
