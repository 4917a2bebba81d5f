import type { Bible } from "../bible/bible.ts";
import type { Stretch } from "../brief/stretches.ts";

/** Where a text stands, and what it is checked against. */
export interface FactGround {
  /** Id of its leaf. */
  readonly node: string;
  /** Stretch of the document that it takes, 0–1. */
  readonly span: Stretch;
  /** When it plays in the story's own time. @defaultValue unknown */
  readonly storyTime?: string | undefined;
  /** What holds in the document. */
  readonly bible: Bible;
}
