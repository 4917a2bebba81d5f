/** What happens while a model is pulled; made for a progress line. */
export type PullEvent =
  | WaitingEvent
  | SourceEvent
  | SourceFailedEvent
  | BytesEvent
  | { /** The file is in place. */ readonly stage: "done"; readonly model: string };

/** Another process pulls the same model; this one waits for it. */
export interface WaitingEvent {
  /** Marks the kind of event. */
  readonly stage: "waiting";
  /** Name of the model. */
  readonly model: string;
  /** Who is at work, as a sentence. */
  readonly message: string;
}

/** A source is tried. */
export interface SourceEvent {
  /** Marks the kind of event. */
  readonly stage: "source";
  /** Name of the model. */
  readonly model: string;
  /** The source, in words. */
  readonly source: string;
  /** Its place among the sources, from 1. */
  readonly place: number;
  /** How many sources there are. */
  readonly places: number;
}

/** A source gave nothing usable. */
export interface SourceFailedEvent {
  /** Marks the kind of event. */
  readonly stage: "source-failed";
  /** Name of the model. */
  readonly model: string;
  /** The source, in words. */
  readonly source: string;
  /** Why, as a sentence. */
  readonly reason: string;
}

/** Bytes came, were unpacked, were compared with the checksum, or were re-encoded. */
export interface BytesEvent {
  /** What is going on. */
  readonly stage: "download" | "unpack" | "verify" | "reencode";
  /** Name of the model. */
  readonly model: string;
  /** Bytes so far, those of an earlier try included. */
  readonly bytes: number;
  /** Bytes in all, if known. */
  readonly totalBytes?: number;
}
