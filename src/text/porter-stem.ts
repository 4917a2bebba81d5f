// Porter's stemmer as NLTK's default mode extends it: irregular words, "ies" and "ied" of short
// words, y by its neighbour, and a few rules of step 2. It is neither the paper of 1980 nor
// Martin's later version.

const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ["sky", "sky"],
  ["skies", "sky"],
  ["dying", "die"],
  ["lying", "lie"],
  ["tying", "tie"],
  ["news", "news"],
  ["innings", "inning"],
  ["inning", "inning"],
  ["outings", "outing"],
  ["outing", "outing"],
  ["cannings", "canning"],
  ["canning", "canning"],
  ["howe", "howe"],
  ["proceed", "proceed"],
  ["exceed", "exceed"],
  ["succeed", "succeed"],
]);

const [A, E, I, O, U] = [97, 101, 105, 111, 117];
const [L, S, T, W, X, Y, Z] = [108, 115, 116, 119, 120, 121, 122];

const SURROGATE = /[\ud800-\udfff]/;

/**
 * Stems an English word with Porter's algorithm in NLTK's default mode.
 *
 * @param word - A word in any case.
 * @returns Its stem in lower case, for instance `happili` for `happily`.
 */
export function porterStem(word: string): string {
  const lower = word.toLowerCase();
  const irregular = IRREGULAR.get(lower);
  if (irregular !== undefined) return irregular;
  // Lengths are counted in code points of the word as written.
  if (word.length <= 4 && [...word].length <= 2) return lower;
  return SURROGATE.test(lower) ? stemAstral(lower) : stemPlain(lower);
}

function stemPlain(word: string): string {
  const singular = step1c(step1b(step1a(word)));
  return step5(step4(step3(step2(singular))));
}

/**
 * With characters beyond the basic plane, each distinct character outside ASCII stands as one unit
 * while the rules count. All of them are consonants and none occurs in a rule.
 */
function stemAstral(word: string): string {
  const unitOf = new Map<string, string>();
  const characterOf = new Map<string, string>();
  let short = "";
  for (const character of word) {
    let unit = character < "\x80" ? character : unitOf.get(character);
    if (unit === undefined) {
      unit = String.fromCharCode(0x80 + unitOf.size);
      unitOf.set(character, unit);
      characterOf.set(unit, character);
    }
    short += unit;
  }
  return Array.from(stemPlain(short), (unit) => characterOf.get(unit) ?? unit).join("");
}

function step1a(word: string): string {
  if (word.endsWith("ies") && word.length === 4) return word.slice(0, -1);
  return replaceFirst(word, PLURALS);
}

function step1b(word: string): string {
  if (word.endsWith("ied")) return word.slice(0, word.length === 4 ? -1 : -2);
  if (word.endsWith("eed")) return measure(word, word.length - 3) > 0 ? word.slice(0, -1) : word;
  if (!word.endsWith("ed") && !word.endsWith("ing")) return word;
  const rest = word.length - (word.endsWith("d") ? 2 : 3);
  return hasVowel(word, rest) ? mended(word.slice(0, rest)) : word;
}

/** What `-ed` and `-ing` leave behind gets its ending back. */
function mended(stem: string): string {
  if (stem.endsWith("at") || stem.endsWith("bl") || stem.endsWith("iz")) return `${stem}e`;
  const last = stem.length - 1;
  const lastUnit = stem.charCodeAt(last);
  if (last > 0 && lastUnit === stem.charCodeAt(last - 1) && isConsonant(stem, last)) {
    return lastUnit === L || lastUnit === S || lastUnit === Z ? stem : stem.slice(0, -1);
  }
  // The original takes a rule name for a suffix here; only words with an asterisk notice.
  if (stem.endsWith("*d")) return `${stem.slice(0, -2)}d`;
  return measure(stem, stem.length) === 1 && endsInShortSyllable(stem, stem.length)
    ? `${stem}e`
    : stem;
}

function step1c(word: string): string {
  const last = word.length - 1;
  if (last < 2 || word.charCodeAt(last) !== Y || !isConsonant(word, last - 1)) return word;
  return `${word.slice(0, -1)}i`;
}

function step2(word: string): string {
  if (word.endsWith("alli") && measure(word, word.length - 4) > 0) return step2(word.slice(0, -2));
  return replaceFirst(word, DERIVATIONS);
}

function step3(word: string): string {
  return replaceFirst(word, ADJECTIVES);
}

function step4(word: string): string {
  return replaceFirst(word, RESIDUES);
}

function step5(word: string): string {
  const shorter = word.endsWith("e") && dropsFinalE(word) ? word.slice(0, -1) : word;
  return shorter.endsWith("ll") && measure(shorter, shorter.length - 1) > 1
    ? shorter.slice(0, -1)
    : shorter;
}

function dropsFinalE(word: string): boolean {
  const rest = word.length - 1;
  const syllables = measure(word, rest);
  return syllables > 1 || (syllables === 1 && !endsInShortSyllable(word, rest));
}

interface Rule {
  readonly suffix: string;
  readonly replacement: string;
  /** What the rest must satisfy. */
  readonly when: (word: string, restUnits: number) => boolean;
}

/** Rules by the last letter of their suffix, in order: most words end in none that a step looks for. */
type RuleTable = ReadonlyArray<readonly Rule[] | undefined>;

/** The first rule whose suffix fits decides, whether its condition holds or not. */
function replaceFirst(word: string, table: RuleTable): string {
  const fitting = table[word.charCodeAt(word.length - 1) - A];
  if (fitting === undefined) return word;
  for (const { suffix, replacement, when } of fitting) {
    if (!word.endsWith(suffix)) continue;
    const rest = word.length - suffix.length;
    return when(word, rest) ? word.slice(0, rest) + replacement : word;
  }
  return word;
}

const always = (): boolean => true;
const aboveZero = (word: string, rest: number): boolean => measure(word, rest) > 0;
const aboveOne = (word: string, rest: number): boolean => measure(word, rest) > 1;

function rules(table: string, when: Rule["when"]): Rule[] {
  return table.split(" ").map((entry) => {
    const [suffix = "", replacement = ""] = entry.split(">");
    return { suffix, replacement, when };
  });
}

function byLastLetter(all: readonly Rule[]): RuleTable {
  return Array.from({ length: 26 }, (_, letter) => {
    const own = all.filter(({ suffix }) => suffix.charCodeAt(suffix.length - 1) === A + letter);
    return own.length === 0 ? undefined : own;
  });
}

const PLURALS = byLastLetter(rules("sses>ss ies>i ss>ss s>", always));

const DERIVATIONS = byLastLetter([
  ...rules(
    "ational>ate tional>tion enci>ence anci>ance izer>ize bli>ble alli>al entli>ent eli>e " +
      "ousli>ous ization>ize ation>ate ator>ate alism>al iveness>ive fulness>ful ousness>ous " +
      "aliti>al iviti>ive biliti>ble fulli>ful",
    aboveZero,
  ),
  // The l of -logi counts as part of the rest.
  ...rules("logi>log", (word, rest) => measure(word, rest + 1) > 0),
]);

const ADJECTIVES = byLastLetter(
  rules("icate>ic ative> alize>al iciti>ic ical>ic ful> ness>", aboveZero),
);

const RESIDUES = byLastLetter([
  ...rules("al> ance> ence> er> ic> able> ible> ant> ement> ment> ent>", aboveOne),
  ...rules("ion>", (word, rest) => {
    const before = word.charCodeAt(rest - 1);
    return (before === S || before === T) && measure(word, rest) > 1;
  }),
  ...rules("ou> ism> ate> iti> ous> ive> ize>", aboveOne),
]);

function isConsonant(word: string, at: number): boolean {
  const unit = word.charCodeAt(at);
  if (isPlainVowel(unit)) return false;
  if (unit !== Y) return true;
  // In a run of y, consonant and vowel alternate.
  let first = at;
  while (first > 0 && word.charCodeAt(first - 1) === Y) first--;
  const firstIsConsonant = first === 0 || isPlainVowel(word.charCodeAt(first - 1));
  return firstIsConsonant === ((at - first) % 2 === 0);
}

function isPlainVowel(unit: number): boolean {
  return unit === A || unit === E || unit === I || unit === O || unit === U;
}

/** How often a vowel is directly followed by a consonant among the first units of a word. */
function measure(word: string, units: number): number {
  let count = 0;
  let afterVowel = false;
  for (let at = 0; at < units; at++) {
    const unit = word.charCodeAt(at);
    const vowel: boolean = isPlainVowel(unit) || (unit === Y && at > 0 && !afterVowel);
    if (afterVowel && !vowel) count++;
    afterVowel = vowel;
  }
  return count;
}

function hasVowel(word: string, units: number): boolean {
  for (let at = 0; at < units; at++) if (!isConsonant(word, at)) return true;
  return false;
}

/** Consonant, vowel, consonant other than w, x, y; or a word of vowel and consonant alone. */
function endsInShortSyllable(word: string, units: number): boolean {
  if (units === 2) return !isConsonant(word, 0) && isConsonant(word, 1);
  if (units < 3) return false;
  const last = word.charCodeAt(units - 1);
  return (
    isConsonant(word, units - 3) &&
    !isConsonant(word, units - 2) &&
    isConsonant(word, units - 1) &&
    last !== W &&
    last !== X &&
    last !== Y
  );
}
