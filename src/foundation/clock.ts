/** Where time comes from. Handed in, so that a run can be repeated and a test need not wait. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  nowMs(): number;
  /**
   * Waits.
   *
   * @param waitMs - How long, in milliseconds.
   * @param signal - Ends the wait early; the promise then rejects with the signal's reason.
   */
  sleep(waitMs: number, signal?: AbortSignal): Promise<void>;
}
