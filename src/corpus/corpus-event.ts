import type {
  CorpusDocument,
  CorpusFinding,
  CorpusOutcome,
  CorpusPlace,
  CorpusReason,
} from "../records/index.ts";

/** One step of a reading: an accepted document, or something to say about a record or file. */
export type CorpusEvent =
  | {
      /** A record that is a document of the corpus. */
      readonly kind: "document";
      /** Accepted, with its final id. */
      readonly document: CorpusDocument;
      /** Where it was read. */
      readonly place: CorpusPlace;
    }
  | {
      /** Something about a record or a file. */
      readonly kind: "finding";
      /** What there is to say. */
      readonly finding: CorpusFinding;
    };

/** A record that a reader understood; whether it enters the corpus is decided later. */
export interface Candidate {
  readonly kind: "candidate";
  readonly place: CorpusPlace;
  /** Absent where the source gives none: it is then made from the content. */
  readonly id?: string;
  readonly author: string;
  readonly text: string;
  readonly title?: string | undefined;
  readonly date?: string | undefined;
  readonly source?: string | undefined;
  readonly fields?: CorpusDocument["fields"] | undefined;
}

/** What the reader of a format hands on. */
export type ReaderEvent = Candidate | { readonly kind: "finding"; readonly finding: CorpusFinding };

/** The fixed part of a finding, with what differs from case to case. */
export interface Said {
  readonly reason: CorpusReason;
  readonly message: string;
  readonly place: CorpusPlace;
  readonly id?: string | undefined;
}

function finding(outcome: CorpusOutcome, { reason, message, place, id }: Said): FindingEvent {
  const named = id === undefined ? {} : { id };
  return { kind: "finding", finding: { outcome, reason, message, place, ...named } };
}

/** A finding as an event. */
export type FindingEvent = Extract<ReaderEvent, { readonly kind: "finding" }>;

/** A record that cannot be a document. */
export function rejected(said: Said): FindingEvent {
  return finding("rejected", said);
}

/** A record left out by a rule. */
export function dropped(said: Said): FindingEvent {
  return finding("dropped", said);
}

/** Not a record at all. */
export function skipped(said: Said): FindingEvent {
  return finding("skipped", said);
}

/** An oddity of a record that is kept. */
export function warning(said: Said): FindingEvent {
  return finding("warning", said);
}

/**
 * A finding as a line of text: `file:line:column: message`.
 *
 * @param finding - Any finding.
 * @returns The line, without a line end.
 */
export function findingLine({ place, message }: CorpusFinding): string {
  return `${placeText(place)}: ${message}`;
}

/** A place as text: `file`, `file:line` or `file:line:column`. */
export function placeText({ file, line, column }: CorpusPlace): string {
  return [file, line, column].filter((part) => part !== undefined).join(":");
}
