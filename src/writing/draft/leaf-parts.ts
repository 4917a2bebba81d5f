import { firstWords, pythonWords } from "../../text/index.ts";
import { estimateTokens, START_TOKENS_PER_WORD } from "../brief/brief-words.ts";
import { SIZE_LIMITS } from "../plan/model-size.ts";
import type { MustHit } from "../plan/must-hits.ts";
import { cutToTokens, linesWithin, tailOf } from "../prompts/cut-text.ts";
import { fill } from "../prompts/fill.ts";
import { kindName, mustLine, nodeLine } from "../prompts/phrases.ts";
import { TEMPLATES } from "../prompts/templates-v1.ts";
import type { Exemplar, Writer } from "../run/writer.ts";
import { VOICE_TEMPLATES } from "../voice/voice-templates-v1.ts";
import { type Neighbours, neighboursOf, placeOf } from "./leaf-place.ts";
import type { LeafRequest } from "./leaf-request.ts";
import { listTokens } from "./place-room.ts";

/** Words of a neighbouring text that a prompt shows, at most. */
const TAIL_WORDS = 80;
/** Words of one paragraph, for saying how many there should be. */
const PARAGRAPH_WORDS = 100;
/** Fewest words of a line that is cut. */
const LEAST_CUT_WORDS = 3;

/**
 * What the whole document is to do, and for whom.
 *
 * @param writer - The run.
 * @param budgetTokens - Tokens that it may take, estimated.
 * @returns The goal, cut to the budget, and the audience.
 */
export function documentPart({ brief }: Pick<Writer, "brief">, budgetTokens: number): string {
  const { leaf } = TEMPLATES;
  const audience =
    brief.audience === undefined ? "" : fill(leaf.audience, { audience: brief.audience });
  const room = budgetTokens - estimateTokens(audience);
  const title = brief.title === undefined ? "" : `“${brief.title}”. `;
  const goal = cutToTokens(`${title}${brief.goal}`, Math.max(budgetTokens / 2, room));
  const document = fill(leaf.document, { kind: kindName(brief), goal });
  return audience === "" ? document : `${document}\n${audience}`;
}

/**
 * A list under a heading, as far as there is room for it.
 *
 * @param template - Heading, with a place for the lines.
 * @param lines - Lines, the most important first.
 * @param limits - Tokens that the list may take, and `farthest-first` to show the first line last.
 * @returns The part; empty if there are no lines. Of a first line that is too long the head is shown.
 */
export function listPart(
  template: string,
  lines: readonly string[],
  ...[budgetTokens, order]: readonly [number, "farthest-first"?]
): string {
  const [first] = lines;
  if (first === undefined) return "";
  const fitting = linesWithin(lines, budgetTokens);
  const kept = fitting.length > 0 ? fitting : [cutToTokens(first, budgetTokens)];
  const ordered = order === "farthest-first" ? kept.toReversed() : kept;
  return fill(template, { lines: ordered.map((line) => `- ${line}`).join("\n") });
}

/**
 * What was told before, the nearest first until the room is used up; the last line may be cut.
 *
 * @param lines - A line for each part before, the nearest first.
 * @param roomTokens - Tokens that they may take together, estimated.
 * @returns The part, in the order of the document; empty without lines.
 */
export function earlierPart(lines: readonly string[], roomTokens: number): string {
  const template = TEMPLATES.leaf.siblings;
  if (lines.length === 0) return "";
  let leftTokens = roomTokens - estimateTokens(fill(template, { lines: "" }));
  const kept: string[] = [];
  for (const line of lines) {
    const tokens = listTokens(`- ${line}`);
    if (tokens > leftTokens) {
      const words = Math.floor(leftTokens / START_TOKENS_PER_WORD) - 2;
      if (words >= LEAST_CUT_WORDS) kept.push(`${pythonWords(line).slice(0, words).join(" ")} …`);
      break;
    }
    kept.push(line);
    leftTokens -= tokens;
  }
  const shown = kept.toReversed().map((line) => `- ${line}`);
  return fill(template, { lines: shown.join("\n") });
}

/**
 * What a leaf has to mention, and the keywords that fit there as far as there is room for them.
 *
 * @param hits - Mentions required.
 * @param keywords - Keywords.
 * @param budgetTokens - Tokens that both may take together, estimated.
 * @returns The part; empty if nothing is asked for.
 */
export function mustPart(
  hits: readonly MustHit[],
  keywords: readonly string[],
  budgetTokens: number,
): string {
  const { must } = TEMPLATES.leaf;
  const required = hits.length === 0 ? [] : [fill(must, { items: mustLine(hits) })];
  const taken = required.reduce((sum, line) => sum + estimateTokens(line), 0);
  for (let count = keywords.length; count > 0; count--) {
    const items = keywords.slice(0, count).join("; ");
    const line = fill(VOICE_TEMPLATES.keywords, { items });
    if (taken + estimateTokens(line) <= budgetTokens) return [...required, line].join("\n");
  }
  return required.join("\n");
}

/**
 * Passages of the author's own, to write like.
 *
 * @param found - The run and the passages.
 * @param budgetTokens - Tokens that they may take together, estimated.
 * @returns The passages, fenced; empty if there are none.
 */
export function exemplarPart(
  {
    writer,
    exemplars,
  }: { readonly writer: Pick<Writer, "brief">; readonly exemplars: readonly Exemplar[] },
  budgetTokens: number,
): string {
  const { profile } = writer.brief;
  if (profile === undefined || exemplars.length === 0) return "";
  const each = budgetTokens / exemplars.length;
  const texts = exemplars.map(({ text }) => `"""\n${cutToTokens(text, each)}\n"""`).join("\n");
  return fill(TEMPLATES.leaf.exemplars, { author: profile.author, texts });
}

/**
 * How the text before ends.
 *
 * @param text - The text before.
 * @param budgetTokens - Tokens that it may take, estimated.
 * @returns The part; empty without a text.
 */
export function previousPart(text: string | undefined, budgetTokens: number): string {
  if (text === undefined) return "";
  const tail = tailOf(text, TAIL_WORDS);
  return fill(TEMPLATES.leaf.previous, {
    text: estimateTokens(tail) > budgetTokens ? tailOf(tail, Math.floor(budgetTokens / 2)) : tail,
  });
}

/**
 * What comes after a leaf: the head of the text there, or what is planned.
 *
 * @param neighbours - What stands around the leaf.
 * @param writer - The run.
 * @returns The part; empty if nothing is known, and for a tiny model nothing but a text.
 */
export function nextPart(
  { next, nextText, laterText }: Neighbours,
  { scale }: Pick<Writer, "scale">,
): string {
  const { leaf } = TEMPLATES;
  const budgetTokens = SIZE_LIMITS[scale].partTokens.next;
  if (nextText !== undefined) return fill(leaf.nextText, { text: headOf(nextText, budgetTokens) });
  // A tiny model writes down what it is told not to write yet.
  if (scale === "tiny") return "";
  const share = laterText === undefined ? 1 : 0.5;
  return [
    ...(next === undefined
      ? []
      : [fill(leaf.next, { text: cutToTokens(nodeLine(next), share * budgetTokens) })]),
    ...(laterText === undefined
      ? []
      : [fill(leaf.later, { text: headOf(laterText, share * budgetTokens) })]),
  ].join("\n");
}

function headOf(text: string, budgetTokens: number): string {
  const words = firstWords(text.replace(/\s+/g, " "), TAIL_WORDS);
  return cutToTokens(words, budgetTokens);
}

/**
 * The request itself: where the leaf stands, what it is to tell and how long it is to be.
 *
 * @param request - Leaf and target.
 * @param writer - The run.
 * @param budgetTokens - Tokens that its brief may take, estimated.
 * @returns The part.
 */
export function leafPart(
  { node, targetWords }: LeafRequest,
  writer: Writer,
  budgetTokens: number,
): string {
  const place = placeOf(node, writer);
  // Nothing stands above a leaf whose previous one is still to be written.
  const isFree = place === "middle" && neighboursOf(node, writer).previousText === undefined;
  return fill(TEMPLATES.leaf.place[isFree ? "inner" : place], {
    kind: kindName(writer.brief),
    words: targetWords,
    paragraphs: paragraphsFor(targetWords),
    brief: cutToTokens(writer.scale === "tiny" ? node.brief : nodeLine(node), budgetTokens),
  });
}

/**
 * How many paragraphs a text should have.
 *
 * @param targetWords - Its words.
 * @returns For instance `3 paragraphs`.
 */
export function paragraphsFor(targetWords: number): string {
  const count = Math.max(1, Math.round(targetWords / PARAGRAPH_WORDS));
  return count === 1 ? "one paragraph" : `${count} paragraphs`;
}
