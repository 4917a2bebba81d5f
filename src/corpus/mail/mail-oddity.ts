import type { CorpusReason } from "../../records/index.ts";

/** Something odd in a mail that is read all the same. */
export interface MailOddity {
  readonly reason: CorpusReason;
  readonly message: string;
}
