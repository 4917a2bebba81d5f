import { porterStem, unicodeWords } from "../../text/index.ts";

/**
 * The words of a text as mentions are compared: lower case, without inflection.
 *
 * @param text - The text.
 * @returns Stems in order.
 */
export function stemsOf(text: string): string[] {
  return unicodeWords(text).map((word) => porterStem(word));
}

/**
 * Tells whether a text holds one of some forms; case and inflection do not matter.
 *
 * @param stems - The text's stems.
 * @param forms - The forms that count.
 * @returns Whether one of them stands in it.
 */
export function mentions(stems: readonly string[], forms: readonly string[]): boolean {
  return mentionPlaces(stems, forms).length > 0;
}

/**
 * Where a text holds one of some forms.
 *
 * @param stems - The text's stems.
 * @param forms - The forms that count.
 * @returns Places of their first words, rising.
 */
export function mentionPlaces(stems: readonly string[], forms: readonly string[]): number[] {
  const wanted = forms.map(stemsOf).filter((form) => form.length > 0);
  const places: number[] = [];
  for (const place of stems.keys()) {
    if (wanted.some((form) => form.every((stem, index) => stems[place + index] === stem))) {
      places.push(place);
    }
  }
  return places;
}
