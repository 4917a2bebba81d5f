import type { OverflowPolicy } from "../records/index.ts";

/** How long a prompt may be, and what to do when it is longer. */
export interface PromptBudget {
  /** Longest prompt, in the model's own tokens. */
  readonly maxPromptTokens: number;
  /**
   * Counts a prompt with the model's own tokenizer, chat template included.
   *
   * @param text - The prompt.
   */
  countTokens(text: string): number | Promise<number>;
  /**
   * `drop-last-passage` leaves out passages from the last on; `truncate-passage` keeps as much of
   * the first passage that does not fit as it can; `fail` refuses.
   *
   * @defaultValue "drop-last-passage"
   */
  readonly onOverflow?: OverflowPolicy;
}
