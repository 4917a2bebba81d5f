import type { ModelSize } from "../brief/brief.ts";
import { estimateTokens, START_TOKENS_PER_WORD } from "../brief/brief-words.ts";
import type { ContextPart } from "../plan/model-size.ts";
import { linesWithin } from "../prompts/cut-text.ts";

/** Parts that tell where a leaf stands: they share one budget, and what was told before fills it up. */
const PLACE_PARTS: readonly ContextPart[] = [
  "ancestors",
  "said",
  "previous",
  "next",
  "must",
  "leaf",
];

/** Room of the parts that tell where a leaf stands. */
interface PlaceRoom {
  /** Tokens of all parts that tell where a leaf stands, what texts say of its persons included. */
  readonly tokens: number;
  /** Of these, for what was told before, at least. */
  readonly least: number;
}

/**
 * So much that a document of 20,000 words fills it: otherwise prompts of longer ones would be longer. The
 * parts of a tiny and of a small model may take as much together; those of a hosted one would take more
 * than its few long leaves can fill.
 */
export const PLACE_ROOM: Readonly<Record<ModelSize, PlaceRoom>> = {
  tiny: { tokens: 540, least: 80 },
  small: { tokens: 1800, least: 300 },
  hosted: { tokens: 2000, least: 500 },
};

/** What texts say of a leaf's persons may take so much of the room. */
export const SAID_FACTS_SHARE = 0.3;

/**
 * Facts of texts for which there is room.
 *
 * @param lines - The facts, the most important first.
 * @param scale - Size of the writer.
 * @returns The first of them.
 */
export function saidFactsWithin(lines: readonly string[], scale: ModelSize): string[] {
  return linesWithin(lines, SAID_FACTS_SHARE * PLACE_ROOM[scale].tokens);
}

/**
 * Tokens that are left for what was told before.
 *
 * @param texts - The other parts of the prompt.
 * @param saidFacts - Facts of texts that stand in it.
 * @param scale - Size of the writer.
 * @returns Tokens, estimated.
 */
export function roomForEarlier(
  texts: ReadonlyMap<ContextPart, string>,
  saidFacts: readonly string[],
  scale: ModelSize,
): number {
  const { tokens, least } = PLACE_ROOM[scale];
  const shown = [...PLACE_PARTS.map((part) => texts.get(part) ?? ""), ...saidFacts.map(listed)];
  const taken = shown.reduce((sum, text) => sum + listTokens(text), 0);
  return Math.max(least, tokens - taken);
}

function listed(line: string): string {
  return `- ${line}`;
}

/**
 * Tokens of a part; the mark of each line counts as a word.
 *
 * @param text - The part.
 * @returns Tokens, estimated.
 */
export function listTokens(text: string): number {
  const marks = text.match(/^- /gm)?.length ?? 0;
  return estimateTokens(text) + marks * START_TOKENS_PER_WORD;
}
