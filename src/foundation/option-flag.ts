/**
 * The flag of the command line that sets an option.
 *
 * @param name - The option as the library spells it, for instance `minReviewWords`.
 * @returns For instance `--min-review-words`.
 */
export function flagOf(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/**
 * An option as messages name it, for people at the command line and for programs.
 *
 * @param name - The option as the library spells it.
 * @returns For instance `--min-review-words (minReviewWords)`.
 */
export function optionWords(name: string): string {
  return `${flagOf(name)} (${name})`;
}
