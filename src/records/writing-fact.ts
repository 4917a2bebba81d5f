/** A fact that holds in a stretch of a document. */
export interface WritingFact {
  /** Its name: a hash of subject, attribute, value and stretch. */
  readonly id: string;
  /** Who or what it is about. */
  readonly subject: string;
  /** Which property. */
  readonly attribute: string;
  /** Its value, as it is written. */
  readonly value: string;
  /** Stretch of the document where it holds, 0–1. */
  readonly span: readonly [from: number, to: number];
  /** Where it is said; absent for facts of the author. */
  readonly evidence?: {
    /** Id of the node. */
    readonly node: string;
    /** The exact words. */
    readonly quote: string;
    /** Where they begin in the node's text, in UTF-16 units. */
    readonly start: number;
  };
  /** Who says so; an earlier one wins over a later one. */
  readonly origin: "author" | "data" | "plan" | "text";
  /** Whether nothing may change it. */
  readonly locked: boolean;
  /** Only accepted facts hold. */
  readonly state: "proposed" | "accepted" | "retired";
  /** Why a contradiction to it is meant; absent if none is. */
  readonly waiver?: string;
}
