import { LonghandError } from "../../foundation/index.ts";
import type { MissingGlyph } from "./pdf-fonts.ts";

/** A character that no font has, and where it stands first. */
export interface MissedGlyph extends MissingGlyph {
  /** Where in the document. */
  readonly place: string;
}

/** What the fonts of a document are. */
export interface TriedFonts {
  /** Names of the fonts that were named by the user. */
  readonly own: readonly string[];
  /** Language of the document, if it is known. */
  readonly language?: string;
}

/** Characters that are named with their number and place; the others only shown. */
const NAMED = 5;
/** Characters that are shown in a message; more are counted. */
const SHOWN = 40;

/**
 * Tells that characters would be empty boxes.
 *
 * @param misses - The characters, each once.
 * @param fonts - What was tried.
 * @returns The error `missing-glyph`: which characters, where, and what kind of font has them.
 */
export function missingGlyphs(misses: readonly MissedGlyph[], fonts: TriedFonts): LonghandError {
  const named = misses
    .slice(0, NAMED)
    .map(
      ({ character, codePoint, place }) => `${character} (${unicodeName(codePoint)}) in ${place}`,
    );
  const who =
    fonts.own.length === 0
      ? "no font has"
      : `neither ${fonts.own.join(", ")} nor the shipped fonts have`;
  return new LonghandError(`PDF: ${who} the character ${named.join(", ")}${others(misses)}.`, {
    code: "missing-glyph",
    hint: `Name a font that has ${misses.length === 1 ? "it" : "them"}: --font FILE (.ttf, .otf, .ttc)${suggestion(misses, fonts.language)}.`,
    details: { missing: misses },
  });
}

function others(misses: readonly MissedGlyph[]): string {
  const more = misses.slice(NAMED);
  if (more.length === 0) return "";
  const shown = more
    .slice(0, SHOWN)
    .map(({ character }) => character)
    .join("");
  return `, and ${more.length} more: ${shown}${more.length > SHOWN ? "…" : ""}`;
}

function unicodeName(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Free fonts by the letters that they have; the first that fits is named. */
const FREE_FONTS: readonly (readonly [script: RegExp, font: string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, "Noto Serif JP"],
  [/\p{Script=Hangul}/u, "Noto Serif KR"],
  [/\p{Script=Devanagari}/u, "Noto Serif Devanagari"],
  [/\p{Script=Bengali}/u, "Noto Serif Bengali"],
  [/\p{Script=Tamil}/u, "Noto Serif Tamil"],
  [/\p{Script=Telugu}/u, "Noto Serif Telugu"],
  [/\p{Script=Thai}/u, "Noto Serif Thai"],
  [/\p{Script=Khmer}/u, "Noto Serif Khmer"],
  [/\p{Script=Myanmar}/u, "Noto Serif Myanmar"],
  [/\p{Script=Ethiopic}/u, "Noto Serif Ethiopic"],
  [/\p{Emoji_Presentation}/u, "Noto Emoji"],
];

function suggestion(misses: readonly MissedGlyph[], language: string | undefined): string {
  const characters = misses.map(({ character }) => character).join("");
  const font =
    FREE_FONTS.find(([script]) => script.test(characters))?.[1] ??
    chineseFont(characters, language);
  return font === undefined ? "" : `, for instance ${font}`;
}

/** Chinese characters look different from country to country. */
function chineseFont(characters: string, language = ""): string | undefined {
  if (!/\p{Script=Han}/u.test(characters)) return undefined;
  if (/^ja\b/i.test(language)) return "Noto Serif JP";
  if (/^ko\b/i.test(language)) return "Noto Serif KR";
  return /^zh-(?:TW|HK|MO|Hant)\b/i.test(language) ? "Noto Serif TC" : "Noto Serif SC";
}
