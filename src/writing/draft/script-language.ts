const SCRIPTS: readonly (readonly [RegExp, RegExp])[] = [
  [/^zh/, /\p{Script=Han}/gu],
  [/^ja/, /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  [/^ko/, /\p{Script=Hangul}/gu],
  [/^(?:ru|uk|bg|sr)/, /\p{Script=Cyrillic}/gu],
  [/^el/, /\p{Script=Greek}/gu],
  [/^ar/, /\p{Script=Arabic}/gu],
  [/^he/, /\p{Script=Hebrew}/gu],
  [/./, /\p{Script=Latin}/gu],
];

/**
 * Tells whether a text is in another script than a language's.
 *
 * @param text - The text.
 * @param language - A BCP 47 tag; absent where it was not found out.
 * @returns Whether fewer than half of its letters belong to the language's script.
 */
export function isOtherScript(text: string, language: string | undefined): boolean {
  if (language === undefined) return false;
  const script = SCRIPTS.find(([tag]) => tag.test(language))?.[1];
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (script === undefined || letters === 0) return false;
  return (text.match(script)?.length ?? 0) / letters < 0.5;
}

/**
 * The language of a text as far as its script shows it.
 *
 * @param text - The text.
 * @returns A BCP 47 tag; `und` for Latin script, which many languages share.
 */
export function scriptLanguage(text: string): string {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const tags = ["ja", "ko", "ru", "el", "ar", "he", "zh"];
  const found = tags.find((tag) => {
    const script =
      tag === "ja"
        ? /[\p{Script=Hiragana}\p{Script=Katakana}]/gu
        : SCRIPTS.find(([known]) => known.test(tag))?.[1];
    const share = (text.match(script ?? /$^/g)?.length ?? 0) / Math.max(1, letters);
    return share > (tag === "ja" ? 0.1 : 0.5);
  });
  return found ?? "und";
}
