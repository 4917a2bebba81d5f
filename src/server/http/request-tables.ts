/** Tables of what the server keeps about requests. */
export interface RequestTables {
  /** Replies to requests that carried an `Idempotency-Key`, kept for 24 hours. */
  requestKeys: RequestKeyRow;
}

/** One request that carried a key. */
export interface RequestKeyRow {
  /** SHA-256 of caller, route and key. */
  keyHash: string;
  /** SHA-256 of what was asked; the same key with another question is refused. */
  requestHash: string;
  /** When it came, UTC milliseconds. */
  createdMs: number;
  /** HTTP status of the reply; null while the request is under way. */
  status: number | null;
  /** The reply's body, JSON; null while the request is under way, and where it held a secret. */
  body: string | null;
}
