/** One thing that was looked at. */
export interface DoctorFinding {
  /** What was looked at. */
  readonly check: string;
  /** `ok`, `warning` (it works, with limits) or `problem`. */
  readonly status: "ok" | "warning" | "problem";
  /** What was found, as a sentence. */
  readonly found: string;
  /** What to do; absent if nothing is. */
  readonly hint?: string;
}
