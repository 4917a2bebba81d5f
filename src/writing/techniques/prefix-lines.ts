import type { Brief } from "../brief/brief.ts";
import { cutToWords } from "../prompts/cut-text.ts";

/** Words of an opening phrase. */
const OPENING_WORDS = 12;

/** What a header tells. */
export interface PrefixFacts {
  /** Who writes; absent for no one in particular. */
  readonly author?: string;
  /** Kind of document. */
  readonly kind: string;
  /** Its title; absent for none. */
  readonly title?: string;
  /** Its language as a BCP 47 tag; absent where it is not known. */
  readonly language?: string;
  /** How it begins; only the first words are told. */
  readonly opening?: string;
}

/**
 * The fixed header of a request or of a record for training: one line each for author, kind, title,
 * language and opening phrase, in this order; what is not known has no line.
 *
 * @param facts - What is known.
 * @returns The lines, joined by line breaks.
 */
export function prefixLines({ author, kind, title, language, opening }: PrefixFacts): string {
  const lines: readonly (readonly [string, string | undefined])[] = [
    ["Author", author],
    ["Kind", kind],
    ["Title", title],
    ["Language", language],
    ["Opening", opening === undefined ? undefined : cutToWords(opening, OPENING_WORDS)],
  ];
  return lines
    .flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}: ${value.replace(/\s+/g, " ").trim()}`],
    )
    .join("\n");
}

/**
 * What a brief tells in its header.
 *
 * @param brief - The brief.
 * @returns Author of the profile, kind, title, language, opening.
 */
export function prefixOfBrief({ profile, kind, title, language, opening }: Brief): PrefixFacts {
  return {
    kind,
    ...(profile === undefined ? {} : { author: profile.author }),
    ...(title === undefined ? {} : { title }),
    ...(language === undefined ? {} : { language }),
    ...(opening === undefined ? {} : { opening }),
  };
}
