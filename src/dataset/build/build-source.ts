import type { CorpusDocument, CorpusKind } from "../../records/index.ts";

/** Documents that a benchmark is built from. */
export interface BuildSource {
  /** What they are: it decides which columns there are. */
  readonly kind: CorpusKind;
  /** Path of their table (Parquet), or the documents themselves, then of kind `documents`. */
  readonly documents: string | AsyncIterable<CorpusDocument>;
  /** Path of the table of products (Parquet); kind `reviews` only. */
  readonly products?: string;
  /** Name of the corpus, for the card. */
  readonly name: string;
  /** Changes when the corpus does, so that results of unlike corpora are never mixed. */
  readonly version: string;
}
