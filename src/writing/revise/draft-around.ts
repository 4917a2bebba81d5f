import type { PlanNode } from "../../records/index.ts";
import { sha256 } from "../../storage/index.ts";
import { countWords } from "../brief/brief-words.ts";
import { checkLeaf } from "../check/check-leaf.ts";
import { filterReasons } from "../draft/candidate-filters.ts";
import { cleanReply, withoutTornEnd } from "../draft/clean-reply.ts";
import type { DraftedLeaf } from "../draft/draft-leaf.ts";
import type { Drafting, LeafWork } from "../draft/drafting.ts";
import { leafContext } from "../draft/leaf-context.ts";
import { replyTokens, trimToWindow } from "../draft/length-control.ts";
import { summaryOf } from "../draft/summarise-leaf.ts";
import { cutToWords, tailOf } from "../prompts/cut-text.ts";
import { fill } from "../prompts/fill.ts";
import { TEMPLATES } from "../prompts/templates-v1.ts";
import { settleAll } from "../run/ask-model.ts";
import type { LockedSpan } from "../run/revision-state.ts";
import { piecesOf, type TextPiece } from "./locked-spans.ts";

/** Words of the author's text on either side that a prompt shows. */
const SHOWN_WORDS = 60;
/** Fewest words of a piece that is written anew; a shorter one is only a join. */
const LEAST_WORDS = 3;
/** Fewest words that a model is asked for. */
const LEAST_ASKED = 12;
/** How far a piece may be from the words that it had, as a share of them. */
const PIECE_TOLERANCE = 0.25;

/** A leaf that is written anew around what the author locked. */
export interface LockedLeaf {
  /** Its text as it is. */
  readonly text: string;
  /** The locked words. */
  readonly spans: readonly LockedSpan[];
  /** Why it is written anew, in one line. */
  readonly wrong: string;
}

/**
 * Writes the pieces of a leaf anew that the author has not locked, from the first to the last. The locked
 * words are shown, and stand in the new text as they are.
 *
 * @param node - The leaf.
 * @param leaf - Its text, and what of it is locked.
 * @param work - What it works with.
 * @returns The text, or why there is none.
 * @throws LonghandError `interrupted`, `context-too-small`; ModelCallError if the model cannot be reached.
 */
export async function draftAround(
  node: PlanNode,
  leaf: LockedLeaf,
  work: LeafWork,
): Promise<DraftedLeaf> {
  const targetWords = countWords(leaf.text);
  const maxOutputTokens = replyTokens(targetWords, work.tokensPerWord);
  const request = { node, targetWords, maxOutputTokens, said: work.said };
  const { writer, method } = work;
  const context = await (method?.contextOf(request, writer) ?? leafContext(request, writer));
  const drafting: Drafting = { node, targetWords, maxOutputTokens, context, work, entries: [] };
  const pieces = piecesOf(leaf.text, leaf.spans);
  let text = "";
  for (const [index, piece] of pieces.entries()) {
    const isKept = piece.locked || countWords(piece.text) < LEAST_WORDS;
    const after = pieces[index + 1]?.text ?? "";
    const written = isKept
      ? piece.text
      : await writtenPiece({ piece, index, before: text, after, wrong: leaf.wrong }, drafting);
    if (written === undefined) return { entries: drafting.entries, reason: "empty" };
    text += written;
  }
  const summary = await summaryOf(text, drafting);
  return {
    entries: drafting.entries,
    text,
    accepted: {
      node: node.id,
      version: 1,
      textHash: sha256(text),
      words: countWords(text),
      targetWords,
      summary,
      measured: { words: 0, tokens: 0 },
      issues: checkLeaf(node, text, { targetWords, hits: context.hits }),
      reads: context.reads,
      attempts: 1,
    },
  };
}

interface FreePiece {
  readonly piece: TextPiece;
  readonly index: number;
  readonly before: string;
  readonly after: string;
  readonly wrong: string;
}

async function writtenPiece(free: FreePiece, drafting: Drafting): Promise<string | undefined> {
  const { work, node, context, entries } = drafting;
  const words = Math.max(LEAST_ASKED, countWords(free.piece.text));
  const content = [...context.parts.entries()]
    .filter(([part]) => part !== "leaf" && part !== "previous" && part !== "next")
    .map(([, text]) => text);
  const user = [...content, pieceAsk(free, words, drafting)].join("\n\n");
  const outcomes = await settleAll(
    Array.from({ length: work.candidates }, (_, candidate) =>
      work.writer.asker.ask({
        stage: "draft",
        node: node.id,
        variant: `piece${free.index}.${candidate}`,
        messages: [
          { role: "system", content: context.system },
          { role: "user", content: user },
        ],
        maxOutputTokens: replyTokens(words, work.tokensPerWord),
      }),
    ),
  );
  entries.push(...outcomes.map(({ entry }) => entry));
  const texts = outcomes
    .map(({ call }) => withoutTornEnd(cleanReply(call?.text ?? "")).replace(/\s*\n+\s*/g, " "))
    .filter((text) => text !== "" && isUsable(text, drafting));
  const [best] = texts.toSorted((left, right) => away(left, words) - away(right, words));
  return best === undefined ? undefined : fitted(best, free.piece.text, { words, drafting });
}

function pieceAsk(
  { before, piece, after, wrong }: FreePiece,
  words: number,
  { node }: Drafting,
): string {
  const { piece: template } = TEMPLATES;
  return [
    ...(before === "" ? [] : [fill(template.before, { text: tailOf(before, SHOWN_WORDS) })]),
    ...(after.trim() === ""
      ? []
      : [fill(template.after, { text: cutToWords(after.trim(), SHOWN_WORDS) })]),
    fill(template.ask, { words, brief: node.brief, text: piece.text.trim(), wrong }),
  ].join("\n\n");
}

function isUsable(text: string, { work, context }: Drafting): boolean {
  const reasons = filterReasons(text, {
    avoid: work.writer.brief.avoid.filter(({ how }) => how === "word").map((item) => item.text),
    sources: context.exemplars.map((exemplar) => exemplar.text),
    instructions: context.system,
    said: work.said,
  });
  return reasons.every((reason) => reason === "repeats-edge");
}

function away(text: string, words: number): number {
  return Math.abs(countWords(text) - words);
}

interface PieceFit {
  readonly words: number;
  readonly drafting: Drafting;
}

/** The piece in the length and with the blanks around it that it had. */
function fitted(text: string, before: string, { words, drafting }: PieceFit): string {
  const window = {
    least: Math.floor((1 - PIECE_TOLERANCE) * words),
    most: Math.ceil((1 + PIECE_TOLERANCE) * words),
  };
  const { relevance } = drafting.work;
  const body = trimToWindow(text, window, (sentence) => ({
    keep: false,
    worth: relevance.cosine(sentence, drafting.node.brief),
  }));
  const [lead = ""] = /^\s*/.exec(before) ?? [];
  const [tail = ""] = /\s*$/.exec(before) ?? [];
  return `${lead}${body}${tail}`;
}
