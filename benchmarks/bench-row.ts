/** One line of `npm run bench`. */
export interface BenchRow {
  /** What was measured. */
  readonly what: string;
  /** On how much. */
  readonly size: string;
  /** What came out: times in ms, ratios against the peer, memory in MB. */
  readonly values: Readonly<Record<string, number | string>>;
  /** What the project promises, in words. */
  readonly bound?: string;
}
