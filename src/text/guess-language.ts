// The commonest words that carry no subject of their own. One that is common in two of these
// languages counts for both, so that only the others decide.
const FUNCTION_WORDS: Readonly<Record<string, string>> = {
  en: "the of and to in is that for with as are by this on be from we an which can or it at has have was were not these their our its been also more between than such into other using a an one each but they all any no both when while through only",
  de: "der die das und in den von zu mit ist des im für auf eine ein nicht dem sich als auch werden wird es an bei einer aus sind oder wie nach durch einen zur zum über diese kann wurde haben dass",
  fr: "de la le et les des en du un une que est pour dans qui par sur au plus ne pas ce avec sont cette se ces aux il nous ou être d l à entre comme a été leur ont mais",
  es: "de la que el en y los del las por con para una un es se su al como más este esta entre lo o sus son ha no han fue desde sobre estos también cuando muy sin ser pero",
  pt: "de a o que e do da em os para com um uma no na por as dos das se mais como ao foi são entre pela pelo este esta sua seu ou não é também à sobre nos nas foram ser",
  it: "di il la che e del in per un una della dei con le si nel da è gli al sono delle alla non nella i lo come più questo questa anche tra o dal essere ha degli su stato",
  nl: "de het van een en in is dat op te voor met zijn die aan door worden als bij ook niet wordt om uit naar er deze dit over tot of hebben kan werd deze meer tussen",
  pl: "w i z na do się jest że o dla oraz od przez po nie jako są to które który które ich tym jego a przy ze można był była być",
  sv: "och i att en det som av för på är med den till har de inte om ett från kan var vid eller denna har också mellan genom",
  da: "og i at det en er af for på med til den som de der har ikke et fra kan var ved eller denne også mellem gennem blev",
  id: "yang dan di dengan dari untuk pada dalam ini adalah ke oleh sebagai itu tidak dapat atau menggunakan penelitian hasil",
  tr: "ve bir bu ile için olarak de da en olan çok daha gibi ya göre sonra kadar tarafından arasında olduğu",
};

const WORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(FUNCTION_WORDS).map(([language, words]) => [language, new Set(words.split(" "))]),
);

// Scripts that tell the language by themselves, or nearly so. Japanese mixes Kana with Han.
const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ["ja", /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ["zh", /\p{Script=Han}/gu],
  ["ko", /\p{Script=Hangul}/gu],
  ["uk", /[іїєґІЇЄҐ]/g],
  ["ru", /\p{Script=Cyrillic}/gu],
  ["ar", /\p{Script=Arabic}/gu],
  ["el", /\p{Script=Greek}/gu],
  ["he", /\p{Script=Hebrew}/gu],
  ["th", /\p{Script=Thai}/gu],
  ["hi", /\p{Script=Devanagari}/gu],
];

/** Of a text's letters, so many tell that it is written in another script. */
const MIN_SCRIPT_SHARE = 0.2;
/** Letters of Kana or Ukrainian stand among those of a script that others share. */
const MIN_MARK_SHARE = 0.02;
/** Of a text's words, so many are function words of its language; English prose has about 0.35. */
const MIN_WORD_SHARE = 0.1;
/** Fewer function words can be chance. */
const MIN_WORDS = 3;
/** More of a long text tells nothing new. */
const MAX_UNITS = 4000;

/**
 * Guesses the language of a text by its script and, in Latin script, by its function words ("the",
 * "der", "de"). Made for abstracts: a sentence is mostly enough, a title or a list of terms is not.
 *
 * @param text - Any text; its first 4,000 UTF-16 units are looked at.
 * @returns A code of ISO 639-1 (`en`, `de`, `zh` …), or `undefined` if nothing tells.
 *
 * @example
 * ```ts
 * import { guessLanguage } from "longhand/text";
 *
 * console.log(guessLanguage("We show that the method is better than the others.")); // en
 * ```
 */
export function guessLanguage(text: string): string | undefined {
  const sample = text.slice(0, MAX_UNITS).toLowerCase();
  return languageOfScript(sample) ?? languageOfWords(sample);
}

function languageOfScript(text: string): string | undefined {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return undefined;
  const shares = new Map(
    SCRIPTS.map(([language, pattern]) => [language, (text.match(pattern)?.length ?? 0) / letters]),
  );
  const share = (language: string): number => shares.get(language) ?? 0;
  if (share("ja") + share("zh") >= MIN_SCRIPT_SHARE) {
    return share("ja") >= MIN_MARK_SHARE ? "ja" : "zh";
  }
  if (share("ru") >= MIN_SCRIPT_SHARE) return share("uk") >= MIN_MARK_SHARE ? "uk" : "ru";
  const others = [...shares].filter(([language]) => !["ja", "zh", "ru", "uk"].includes(language));
  return others.find(([, value]) => value >= MIN_SCRIPT_SHARE)?.[0];
}

function languageOfWords(text: string): string | undefined {
  const words = text.match(/\p{L}+/gu) ?? [];
  const counts = [...WORDS].map(([language, known]) => ({
    language,
    count: words.filter((word) => known.has(word)).length,
  }));
  counts.sort((left, right) => right.count - left.count);
  const [best, second] = counts;
  if (best === undefined || second === undefined) return undefined;
  const isEnough = best.count >= MIN_WORDS && best.count >= MIN_WORD_SHARE * words.length;
  return isEnough && best.count > second.count ? best.language : undefined;
}

/**
 * The commonest words of a language that carry no subject of their own.
 *
 * @param language - A BCP 47 tag; its first part counts.
 * @returns The words in lower case; `undefined` for a language that has none here.
 */
export function functionWords(language: string): ReadonlySet<string> | undefined {
  return WORDS.get(language.toLowerCase().split("-")[0] ?? "");
}

/** Languages that {@link functionWords} knows, by their ISO 639-1 codes. */
export const FUNCTION_WORD_LANGUAGES: readonly string[] = [...WORDS.keys()];
