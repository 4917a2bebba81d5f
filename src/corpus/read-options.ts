import type { BenchmarkProfile } from "../records/index.ts";

/** What all readers of a corpus have in common. */
export interface ReadOptions {
  /**
   * `longhand` drops an author's second copy of a text, automatic replies, and the parts of a mail
   * that somebody else wrote; `longlamp-paper` keeps them. @defaultValue "longhand"
   */
  readonly profile?: BenchmarkProfile | undefined;
  /** Author of documents that name none. */
  readonly author?: string | undefined;
}

/** What a single file is read with when it is part of a larger import. */
export interface FileContext {
  /** The file to open. */
  readonly path: string;
  /** Its name in messages. */
  readonly name: string;
  /** Source of its documents; absent if they name their own or none. */
  readonly source?: string | undefined;
}
