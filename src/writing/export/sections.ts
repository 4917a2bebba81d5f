import { countWords } from "../brief/brief-words.ts";
import type { Manuscript, ManuscriptBlock } from "./manuscript.ts";

/** A heading with its section number. */
export interface NumberedHeading {
  /** Tells it apart from the other pieces. */
  readonly kind: "heading";
  /** How deep it lies: 1 for chapters. */
  readonly depth: number;
  /** Its section number, for instance `2.1`. */
  readonly number: string;
  /** The heading. */
  readonly text: string;
  /** Its name as the target of links: a letter and hexadecimal digits. */
  readonly anchor: string;
}

/** A piece of a manuscript whose headings are numbered. */
export type NumberedBlock = NumberedHeading | Exclude<ManuscriptBlock, { kind: "heading" }>;

/** A chapter: a heading of depth 1 and everything below it. */
export interface Chapter {
  /** Its heading; absent for what stands before the first heading. */
  readonly heading?: NumberedHeading;
  /** Its pieces, the heading among them. */
  readonly blocks: readonly NumberedBlock[];
}

/** A heading in the table of contents, with those below it. */
export interface ContentsEntry {
  /** The heading. */
  readonly heading: NumberedHeading;
  /** Headings below it. */
  readonly children: readonly ContentsEntry[];
}

/**
 * Numbers the headings of a manuscript.
 *
 * @param manuscript - The document.
 * @returns Its pieces, in reading order.
 */
export function numberedBlocks({ blocks }: Pick<Manuscript, "blocks">): NumberedBlock[] {
  // Levels that are skipped leave no gap: depth is the number of headings above.
  const open: { level: number; count: number }[] = [];
  return blocks.map((block) => {
    if (block.kind !== "heading") return block;
    while (open.length > 1 && (open.at(-2)?.level ?? 0) >= block.level) open.pop();
    const last = open.at(-1);
    if (last === undefined || last.level < block.level) open.push({ level: block.level, count: 1 });
    else {
      last.level = block.level;
      last.count += 1;
    }
    const number = open.map(({ count }) => count).join(".");
    return {
      kind: "heading",
      depth: open.length,
      number,
      text: block.text,
      anchor: `n${block.node}`,
    };
  });
}

/**
 * Splits a document into chapters.
 *
 * @param blocks - Its pieces.
 * @returns The chapters; what stands before the first heading comes first, without a heading.
 */
export function chaptersOf(blocks: readonly NumberedBlock[]): Chapter[] {
  const chapters: { heading?: NumberedHeading; blocks: NumberedBlock[] }[] = [];
  for (const block of blocks) {
    if (block.kind === "heading" && block.depth === 1)
      chapters.push({ heading: block, blocks: [block] });
    else if (chapters.length === 0) chapters.push({ blocks: [block] });
    else chapters.at(-1)?.blocks.push(block);
  }
  return chapters;
}

/** Lines of a printed table of contents, from which on the deepest headings are left out. */
const MAX_CONTENTS_LINES = 60;

/**
 * How deep a printed table of contents goes: as deep as it stays within about two pages.
 *
 * @param blocks - A document.
 * @returns The depth of the deepest heading in it, at least 1.
 */
export function contentsDepth(blocks: readonly NumberedBlock[]): number {
  const depths = blocks.flatMap((block) => (block.kind === "heading" ? [block.depth] : []));
  let depth = 1;
  while (depth < 6 && depths.filter((each) => each <= depth + 1).length <= MAX_CONTENTS_LINES)
    depth += 1;
  return depth;
}

/** Words of a chapter, on average, from which on each begins on a page of its own. */
const LONG_CHAPTER_WORDS = 1_500;

/**
 * Tells whether chapters are long enough to begin on pages of their own.
 *
 * @param blocks - A document.
 * @returns Whether they do, in formats that have pages.
 */
export function hasLongChapters(blocks: readonly NumberedBlock[]): boolean {
  const chapters = chaptersOf(blocks);
  const words = blocks.map((block) => (block.kind === "paragraph" ? countWords(block.text) : 0));
  const total = words.reduce((sum, count) => sum + count, 0);
  return chapters.length > 1 && total / chapters.length >= LONG_CHAPTER_WORDS;
}

/**
 * The table of contents of a document.
 *
 * @param blocks - Its pieces.
 * @returns The headings of depth 1, with those below them.
 */
export function contentsOf(blocks: readonly NumberedBlock[]): ContentsEntry[] {
  const top: ContentsEntry[] = [];
  const lists: ContentsEntry[][] = [top];
  for (const heading of blocks) {
    if (heading.kind !== "heading") continue;
    const children: ContentsEntry[] = [];
    lists[heading.depth - 1]?.push({ heading, children });
    lists.splice(heading.depth, lists.length, children);
  }
  return top;
}
