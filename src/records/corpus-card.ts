import { z } from "zod";

/** Kinds of large corpora: they differ in the columns of their documents. */
export const CORPUS_KINDS = ["reviews", "posts", "papers", "documents"] as const;

/** What the documents of a corpus folder are. */
export type CorpusKind = (typeof CORPUS_KINDS)[number];

/** A file that a corpus folder was made from. */
export interface CorpusSource {
  /** File as the user named it. */
  readonly file: string;
  /** Its size in bytes, as it lay on disk (compressed, if it was). */
  readonly bytes: number;
}

/** The tables of a corpus folder: their files, relative to the folder. */
export interface CorpusTables {
  /** One row for each document, in the order of the source. */
  readonly documents: string;
  /** One row for each product; kind `reviews` with metadata only. */
  readonly products?: string;
}

/** How many of what an import met; nothing is left out of these numbers. */
export interface CorpusFolderCounts {
  /** Rows of the documents' table. */
  readonly documents: number;
  /** Rows of the products' table; kind `reviews` with metadata only. */
  readonly products?: number;
  /** Records that cannot be documents; each is listed in `rejected.jsonl`. */
  readonly rejected: number;
  /** Records left out by a rule. */
  readonly dropped: number;
  /** Blank lines and files of an unknown kind. */
  readonly skipped: number;
  /** Oddities of documents that were kept. */
  readonly warnings: number;
  /** All findings by reason. */
  readonly reasons: Readonly<Record<string, number>>;
}

/** What a corpus folder is and where it came from: the file `corpus.json`. */
export interface CorpusCard {
  /** Format version. */
  readonly v: 1;
  /** What the documents are, which decides their columns. */
  readonly kind: CorpusKind;
  /** Name of the format it was imported from, for instance `amazon`. */
  readonly format: string;
  /** The files it was made from, in the order in which they were read. */
  readonly sources: readonly CorpusSource[];
  /** Options of the import that change its result. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** What the import met. */
  readonly counts: CorpusFolderCounts;
  /** Names of the tables' files. */
  readonly tables: CorpusTables;
}

const count = z.int().nonnegative();

/** Schema of {@link CorpusCard}. */
export const corpusCardSchema: z.ZodType<CorpusCard> = z.strictObject({
  v: z.literal(1),
  kind: z.enum(CORPUS_KINDS),
  format: z.string().min(1),
  sources: z.array(z.strictObject({ file: z.string().min(1), bytes: count })),
  options: z.exactOptional(z.record(z.string(), z.unknown())),
  counts: z.strictObject({
    documents: count,
    products: z.exactOptional(count),
    rejected: count,
    dropped: count,
    skipped: count,
    warnings: count,
    reasons: z.record(z.string(), count),
  }),
  tables: z.strictObject({
    documents: z.string().min(1),
    products: z.exactOptional(z.string().min(1)),
  }),
});
