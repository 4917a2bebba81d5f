import { LonghandError } from "../foundation/index.ts";

const SHORTEST = 2;
const LONGEST = 40;

/**
 * Letters of other scripts that look like Latin ones, and digits that look like letters. Greek and
 * Cyrillic letters are those of the Unicode list of confusables that no reader can tell apart.
 */
const LOOK_ALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: "аɑα@4",
    b: "ьЬƅ8",
    c: "сϲᴄ",
    d: "ԁ",
    e: "еҽє3",
    g: "ɡց",
    h: "һհ",
    i: "іıɩι1l|ӏ",
    j: "јϳ",
    k: "кκ",
    m: "мⅿ",
    n: "ո",
    o: "оοօ0ӧσ",
    p: "рρ",
    q: "ԛ",
    r: "гᴦ",
    s: "ѕꜱ5$",
    t: "тτ7",
    u: "υսʋ",
    v: "νѵᴠ",
    w: "ԝѡω",
    x: "хχ",
    y: "уγүʏ",
    z: "ᴢ2",
  }).flatMap(([letter, alikes]) => [...alikes].map((alike) => [alike, letter] as const)),
);

/**
 * Tidies the name of a team: form NFC, single spaces, none at the ends.
 *
 * @param name - The name as it was typed.
 * @returns The name to show.
 * @throws LonghandError `invalid-team-name` for names that are not 2–40 characters long or hold
 * control characters, invisible ones or changes of direction, or no letter and no digit.
 */
export function teamName(name: string): string {
  const tidy = name.normalize("NFC").replace(/\s+/gu, " ").trim();
  const length = [...tidy].length;
  if (length < SHORTEST || length > LONGEST) {
    throw invalid(`it has ${length} characters, and ${SHORTEST} to ${LONGEST} are allowed`);
  }
  if (/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}]/u.test(tidy)) {
    throw invalid("it holds characters that cannot be seen");
  }
  if (!/[\p{L}\p{Nd}]/u.test(tidy)) throw invalid("it holds no letter and no digit");
  return tidy;
}

/**
 * What two names have in common if a reader could take one for the other: case, Latin accents, spaces
 * and punctuation do not count, and letters that look alike are one.
 *
 * @param name - A name.
 * @returns The form to compare; a challenge holds each once.
 *
 * @example
 * ```ts
 * import { teamNameKey } from "longhand/leaderboard";
 *
 * teamNameKey("Pаnda 01") === teamNameKey("PANDA-OI"); // true: the first а is Cyrillic
 * ```
 */
export function teamNameKey(name: string): string {
  const folded = name.normalize("NFKD").toLowerCase().replace(/ß/gu, "ss");
  const letters = [...folded].map((letter) => LOOK_ALIKES.get(letter) ?? letter).join("");
  // After the mapping: "@" and "|" stand for letters, other punctuation for nothing.
  const kept = letters.replace(/[\u0300-\u036f]|[^\p{L}\p{M}\p{Nd}]/gu, "");
  return kept.replace(/rn/gu, "m").replace(/vv/gu, "w");
}

function invalid(why: string): LonghandError {
  return new LonghandError(`The name of the team is refused: ${why}.`, {
    code: "invalid-team-name",
    hint: "Choose a name of 2 to 40 letters, digits, spaces and signs.",
  });
}
