import type { PositionRequest, ReadingPosition } from "../../../records/index.ts";

/** What keeps the reader's place works with. */
export interface PlaceKeeperOptions {
  /** Where the reader was when the page was loaded. */
  readonly position: ReadingPosition;
  /** Tells the server. */
  readonly send: (position: PositionRequest) => Promise<void>;
}

/** Seconds between two messages to the server. */
const SEND_SECONDS = 15;
/** Seconds without a key, a scroll or a touch after which nobody seems to read: a screen takes about 90. */
const IDLE_SECONDS = 120;

/** Knows where the reader is, counts the seconds of reading, and tells the server now and then. */
export class PlaceKeeper {
  readonly #options: PlaceKeeperOptions;
  readonly #listeners = new Set<() => void>();
  #position: ReadingPosition;
  #sent: ReadingPosition;
  #share = 0;
  #readSeconds = 0;
  #sinceSent = 0;
  #sinceUse = 0;

  /** @param options - What it works with. */
  constructor(options: PlaceKeeperOptions) {
    this.#options = options;
    this.#position = options.position;
    this.#sent = options.position;
  }

  /** Where the reader is. */
  readonly position = (): ReadingPosition => this.#position;

  /** Where the server thinks that the reader is. */
  readonly sent = (): ReadingPosition => this.#sent;

  /** Listens to changes of the place; returns what stops it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** How much of the text has come into view, 0–1. */
  readonly share = (): number => this.#share;

  /** Takes the place after a scroll, and how much of the text has come into view. */
  readonly move = (position: ReadingPosition, share: number): void => {
    this.#position = position;
    this.#share = share;
    this.#sinceUse = 0;
    for (const listener of this.#listeners) listener();
  };

  /** Notes that the reader is there. */
  readonly use = (): void => {
    this.#sinceUse = 0;
  };

  /** Called each second while the page is seen. */
  readonly tick = (): void => {
    this.#sinceUse += 1;
    this.#sinceSent += 1;
    if (this.#sinceUse <= IDLE_SECONDS) this.#readSeconds += 1;
    if (this.#sinceSent >= SEND_SECONDS) this.flush();
  };

  /** Tells the server at once, if there is anything to tell. */
  readonly flush = (): void => {
    const { paragraph, share } = this.#position;
    const isStill = paragraph === this.#sent.paragraph && share === this.#sent.share;
    const readSeconds = this.#readSeconds;
    this.#sinceSent = 0;
    if (isStill && readSeconds === 0) return;
    this.#readSeconds = 0;
    this.#options.send({ paragraph, share, readMs: readSeconds * 1000 }).then(
      () => {
        this.#sent = { paragraph, share };
      },
      () => {
        // Told with the next message.
        this.#readSeconds += readSeconds;
      },
    );
  };
}
