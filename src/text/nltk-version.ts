/**
 * The version of NLTK whose rules hold. Since 3.10, curly quotes, guillemets and dashes are marks of
 * their own; much published work used 3.9.1 or earlier.
 */
export type NltkVersion = "3.10.3" | "3.9.1";

/**
 * Characters that never belong to a word for Punkt.
 *
 * @param nltk - Whose rules hold.
 * @returns Them, to stand inside a character class.
 */
export function punktNonWord(nltk: NltkVersion): string {
  return `)";}\\]*:@'({\\[!?${nltk === "3.9.1" ? "" : "‘’“”«»"}`;
}
