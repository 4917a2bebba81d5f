/** Where something stands in the raw data. */
export interface CorpusPlace {
  /** File as the user named it. */
  readonly file: string;
  /** Line, from 1; absent for a whole file. */
  readonly line?: number;
  /** Column in UTF-16 units, from 1. */
  readonly column?: number;
}

/**
 * What happened to a record: `rejected` = it cannot be a document (an error), `dropped` = left out
 * by a rule, `skipped` = not a record at all (a blank line, a hidden file), `warning` = kept, but
 * something is odd.
 */
export type CorpusOutcome = "rejected" | "dropped" | "skipped" | "warning";

/** Why, as a stable word; the wording of messages is not stable. */
export type CorpusReason =
  // a record that cannot be a document
  | "invalid-json"
  | "invalid-utf8"
  | "line-too-long"
  | "not-an-object"
  | "column-count"
  | "unclosed-quote"
  | "stray-quote"
  | "bad-header"
  | "text-missing"
  | "text-empty"
  | "text-not-text"
  | "author-missing"
  | "author-not-text"
  | "id-not-text"
  | "wrong-field"
  | "duplicate-id"
  | "nothing-authored"
  | "no-text"
  | "rating-missing"
  | "rating-not-number"
  | "summary-missing"
  | "summary-empty"
  | "not-a-mailbox"
  | "not-a-mail"
  | "bad-abstract"
  | "unsafe-archive"
  // a file that cannot be read
  | "unreadable"
  | "encrypted"
  | "damaged"
  | "binary"
  | "too-large"
  | "empty-file"
  // left out by a rule
  | "duplicate"
  | "duplicate-text"
  | "automatic-reply"
  | "other-author"
  | "not-sent"
  | "language-missing"
  // not a record
  | "blank-line"
  | "hidden-file"
  | "unknown-extension"
  | "not-a-file"
  | "link-loop"
  // odd, but kept
  | "bad-date"
  | "no-date"
  | "date-disagrees"
  | "duplicate-product"
  | "unknown-charset"
  | "wrong-charset"
  | "guessed-encoding"
  | "bad-escape"
  | "nul-removed"
  | "cut-off"
  | "lone-surrogate"
  | "text-of-two-authors"
  | "bad-front-matter"
  | "other-author-named"
  | "several-senders"
  | "similar-key"
  | "missing-blank-line"
  | "damaged-abstract"
  | "nameless-author"
  // mail samples
  | "invalid-sample"
  | "missing-mail"
  | "empty-output"
  | "empty-prefix"
  | "empty-profile"
  | "target-in-profile";

/** Something a reader of raw data has to say about one record or file. */
export interface CorpusFinding {
  /** What happened to the record. */
  readonly outcome: CorpusOutcome;
  /** Why. */
  readonly reason: CorpusReason;
  /** What a person reads, without the place. */
  readonly message: string;
  /** Where it stands. */
  readonly place: CorpusPlace;
  /** Id of the document it is about, if it has one. */
  readonly id?: string;
}

/** How many of what a reading met; nothing is left out of these numbers. */
export interface CorpusCounts {
  /** Documents accepted. */
  readonly documents: number;
  /** Records and files that cannot be documents. */
  readonly rejected: number;
  /** Records left out by a rule, duplicates among them. */
  readonly dropped: number;
  /** Blank lines, hidden files, files of an unknown kind. */
  readonly skipped: number;
  /** Oddities of documents that were kept. */
  readonly warnings: number;
  /** All findings by reason. */
  readonly reasons: Readonly<Partial<Record<CorpusReason, number>>>;
}

/** What a reading found, without the documents. */
export interface CorpusReport {
  /** All findings counted. */
  readonly counts: CorpusCounts;
  /** The first findings in the order they were met; skipped records are counted only. */
  readonly findings: readonly CorpusFinding[];
  /** Findings that were counted and not listed, skipped ones left aside. */
  readonly unlisted: number;
}
