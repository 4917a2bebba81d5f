/** Rank of a node in a plan: `leaf` is what one draft fills. */
export type NodeLevel = "doc" | "part" | "chapter" | "section" | "leaf";

/** A node of a plan tree: what belongs at one place of a document, and how much of it. */
export interface PlanNode {
  /** Stable name: a hash of the run's brief, the parent and the creation number. */
  readonly id: string;
  /** Id of the node above; absent for the whole document. */
  readonly parent?: string;
  /** Creation number, from 0; part of the id. */
  readonly created: number;
  /** Place among its siblings, from 0. */
  readonly order: number;
  /** Its rank. */
  readonly level: NodeLevel;
  /** What is done there. */
  readonly task: "write" | "gather" | "compute";
  /** Its heading; empty for none. */
  readonly heading: string;
  /** What belongs there. */
  readonly brief: string;
  /** What the whole document tells, made before its plan where the brief is staged; of the document only. */
  readonly summary?: string;
  /** Ids of the mentions that it has to hold. */
  readonly must: readonly string[];
  /** What it must not hold. */
  readonly avoid: readonly string[];
  /** Names of what it is about. */
  readonly entities: readonly string[];
  /** Words planned for it and all below; children sum up to their parent exactly. */
  readonly targetWords: number;
  /** Leaves at and below it. */
  readonly leaves: number;
  /** Levels that may still be added below it; 0 for a leaf. */
  readonly levelsBelow: number;
  /** Stretch of the document that it takes, by planned words: 0 is the beginning, 1 the end. */
  readonly span: readonly [from: number, to: number];
  /** When it plays, where that is known. */
  readonly storyTime?: string;
  /** `author` for text that is never rewritten. */
  readonly lock?: "author";
  /** SHA-256 of the author's finished text, for a locked leaf. */
  readonly textHash?: string;
}

/** Something that a node read while it was written, so that a change can be traced. */
export interface NodeRead {
  /** What was read: `node:<id>`, `fact:<id>`, `passage:<id>`, `brief`, `template:<name>`, `model:<name>`. */
  readonly object: string;
  /** First 16 digits of the SHA-256 of what it said. */
  readonly version: string;
  /** `hard`: a change makes the node's text wrong. `soft`: only its joins have to be looked at. */
  readonly strength: "hard" | "soft";
}
