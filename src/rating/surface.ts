import type { ReadingWindow } from "../records/index.ts";
import { pythonWords } from "../text/index.ts";

const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;
const SCENE_BREAK = /^[ \t]*(?:[*_#~-][ \t]*){3,}$/gm;
const FENCE = /^[ \t]*(?:```|~~~).*$/gm;
const HEADING = /^[ \t]{0,3}#{1,6}[ \t]+/gm;
const QUOTE_MARK = /^[ \t]{0,3}>[ \t]?/gm;
const LINK = /!?\[([^\]\n]{1,300})\]\([^)\s]{1,2000}\)/g;
const TAG = /<\/?[A-Za-z][^<>\n]{0,500}>/g;
const CODE = /`([^`\n]{1,300})`/g;
const STRONG = /(\*\*|__)(?=\S)([^*_\n]{1,1000}?)(?<=\S)\1/g;
const EMPHASIS =
  /(?<![\p{L}\p{N}*_])([*_])(?=[^\s*_])([^*_\n]{1,1000}?)(?<=[^\s*_])\1(?![\p{L}\p{N}*_])/gu;
const ENTITIES: readonly (readonly [RegExp, string])[] = [
  [/&lt;/g, "<"],
  [/&gt;/g, ">"],
  [/&quot;/g, '"'],
  [/&#39;|&apos;/g, "'"],
  [/&nbsp;/g, " "],
  [/&amp;/g, "&"],
];

/** What stands at the end of a text that was cut, or that wants to be seen as finished. */
const CUT_MARKS: readonly RegExp[] = [
  /<\|[^|<>\n]{1,40}\|>\s*$/,
  /<\/?s>\s*$/i,
  /\[(?:end|eos|cut|truncated|continued|to be continued|\.{3}|…)\]\s*$/i,
  /\((?:end|cut|truncated|continued|to be continued)\)\s*$/i,
  /\n[ \t]*(?:the end|to be continued|end of (?:text|story|chapter))[ \t.!…]*$/i,
  /\n[ \t]*\* \* \*\s*$/,
  /(?:\s*(?:\.{3,}|…))\s*$/,
];

/** The sign of a break between scenes, whatever the text had. */
const BREAK = "* * *";

/**
 * The surface that all texts of a study share, so that markup and marks of a cut tell nothing about
 * their writer: Unicode form NFC, line feeds, no Markdown and no tags, one sign for scene breaks,
 * hard-wrapped lines joined, paragraphs parted by one empty line, no marks of a cut at the end. The
 * words stay as they are. Applied twice, it changes nothing more.
 *
 * @param text - A text as it was sent in.
 * @returns The text as raters read it; empty for a text of white space.
 */
export function normaliseSurface(text: string): string {
  let plain = text
    .normalize("NFC")
    .replace(/\r\n?|\u2028|\u2029/g, "\n")
    .replace(INVISIBLE, "");
  // Taking one mark off can lay another one bare; each pass makes the text shorter or leaves it.
  for (;;) {
    const before = plain;
    plain = withoutCutMarks(paragraphs(withoutMarkup(plain)).join("\n\n"));
    if (plain === before) return plain;
  }
}

function withoutCutMarks(text: string): string {
  let plain = text;
  for (;;) {
    const before = plain;
    for (const mark of CUT_MARKS) plain = plain.replace(mark, "");
    plain = plain.trimEnd();
    if (plain === before) return plain;
  }
}

function withoutMarkup(text: string): string {
  let plain = text
    .replace(/[\u00a0\u2007\u202f]/g, " ")
    .replace(FENCE, "")
    .replace(SCENE_BREAK, BREAK)
    .replace(HEADING, "")
    .replace(QUOTE_MARK, "")
    .replace(LINK, "$1")
    .replace(TAG, "")
    .replace(CODE, "$1");
  // Strong emphasis may hold emphasis, and the other way round.
  for (let depth = 0; depth < 3; depth++) {
    plain = plain.replace(STRONG, "$2").replace(EMPHASIS, "$2");
  }
  for (const [entity, sign] of ENTITIES) plain = plain.replace(entity, sign);
  return plain;
}

function paragraphs(text: string): string[] {
  const blocks = text
    .split(/\n[ \t]*\n/)
    .map((block) =>
      block
        .split("\n")
        .map((line) => line.replace(/[ \t]+/g, " ").trim())
        .filter((line) => line !== ""),
    )
    .filter((lines) => lines.length > 0);
  if (blocks.length === 1) {
    const lines = blocks[0] as string[];
    return isHardWrapped([lines]) ? [lines.join(" ")] : lines;
  }
  const separator = isHardWrapped(blocks) ? " " : "\n";
  return blocks.map((lines) => lines.join(separator));
}

const WRAP_FROM = 50;
const WRAP_TO = 90;
const WRAPPED_SHARE = 0.8;

/** Whether nearly all lines that another follows are about as long as a page is wide. */
function isHardWrapped(blocks: readonly (readonly string[])[]): boolean {
  const followed = blocks.flatMap((lines) => lines.slice(0, -1));
  if (followed.length < 3) return false;
  const wide = followed.filter(({ length }) => length >= WRAP_FROM && length <= WRAP_TO).length;
  return wide >= WRAPPED_SHARE * followed.length;
}

/**
 * Words of a text: what white space parts.
 *
 * @param text - Any text.
 * @returns How many.
 */
export function wordCount(text: string): number {
  return pythonWords(text).length;
}

/** Line between the windows of an excerpt. */
const GAP = "[…]";

/**
 * The windows of a text that raters read, parted by a line `[…]`. A window that begins beyond the
 * text is left out; one that ends beyond it ends with the text.
 *
 * @param text - The text with its surface made equal.
 * @param windows - Where the windows are, in words, in order.
 * @returns The excerpt; empty if no window lies in the text.
 */
export function excerptOf(text: string, windows: readonly ReadingWindow[]): string {
  const places = [...text.matchAll(/\S+/g)].map(({ index, 0: word }) => [
    index,
    index + word.length,
  ]);
  return windows
    .flatMap(({ fromWord, words }) => {
      const first = places[fromWord];
      const last = places[Math.min(fromWord + words, places.length) - 1];
      return first === undefined || last === undefined ? [] : [text.slice(first[0], last[1])];
    })
    .join(`\n\n${GAP}\n\n`);
}
