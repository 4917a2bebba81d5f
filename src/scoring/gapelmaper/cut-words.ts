/** What a rule makes of a piece of text. */
export interface CutWords {
  /** The words. */
  readonly words: readonly string[];
  /** Letters of a script that English vectors do not know. */
  readonly foreignLetters: number;
}
