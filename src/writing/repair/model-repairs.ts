import type { ChatMessage } from "../../records/index.ts";
import { splitSentences } from "../../text/index.ts";
import { countWords } from "../brief/brief-words.ts";
import { cleanReply, paragraphsOf, withoutTornEnd } from "../draft/clean-reply.ts";
import { candidatesOf } from "../draft/drafting.ts";
import { instructions } from "../draft/leaf-instructions.ts";
import { documentPart } from "../draft/leaf-parts.ts";
import { replyTokens, tokensPerWord } from "../draft/length-control.ts";
import { SIZE_LIMITS } from "../plan/model-size.ts";
import { cutToWords, tailOf } from "../prompts/cut-text.ts";
import { fill } from "../prompts/fill.ts";
import { TEMPLATES } from "../prompts/templates-v1.ts";
import { settleAll } from "../run/ask-model.ts";
import type { JournalEntry } from "../run/journal.ts";
import type { Writer } from "../run/writer.ts";
import { type Mending, nearestSentence, quoteIn } from "./code-repairs.ts";
import { type PieceKind, type PieceOfText, pieceAround, replaced } from "./text-spans.ts";

/** Words before and after a piece that a prompt shows. */
const SHOWN_WORDS = 60;
/** Most drafts of a piece: it is short, and measured without a model. */
const MOST_DRAFTS = 4;
/** How much longer than the old words the new ones may be. */
const MOST_GROWTH = 1.8;
/** Words that a mention adds to a sentence. */
const ADDED_WORDS = 12;
/** Severity from which a tiny model is asked; it rewrites worse than it writes. */
const TINY_SEVERITY = 3;

/** Issues that are mended by words that are added. */
const ADDING: ReadonlySet<string> = new Set(["must", "thread", "unplanted"]);

/** Texts that a model proposed, and what to record about the calls. */
export interface Proposals {
  /** Texts that could stand in the leaf. */
  readonly texts: readonly string[];
  /** The calls. */
  readonly entries: readonly JournalEntry[];
}

/**
 * Asks the model for other words in place of the smallest piece that has an issue.
 *
 * @param mending - The issue.
 * @param kind - What is replaced.
 * @param options - The run, and the number of the try.
 * @returns Texts that could stand in the leaf.
 * @throws LonghandError `interrupted`; ModelCallError if the model cannot be reached.
 */
export async function modelRepairs(
  mending: Mending,
  kind: PieceKind,
  { writer, attempt }: { readonly writer: Writer; readonly attempt: string },
): Promise<Proposals> {
  const piece = pieceFor(mending, kind);
  if (piece === undefined) return { texts: [], entries: [] };
  const { text, issue } = mending;
  const old = text.slice(piece.start, piece.end);
  const words = wordsFor(old, mending);
  const messages = repairPrompt(mending, { piece, kind, words }, writer);
  const perWord = tokensPerWord(writer.journal.state.accepted.values());
  const outcomes = await settleAll(
    Array.from({ length: draftsOf(writer) }, (_, index) =>
      writer.asker.ask({
        stage: "repair",
        node: mending.node.id,
        variant: `${attempt}.${index}`,
        messages,
        maxOutputTokens: replyTokens(Math.round(words * MOST_GROWTH), perWord),
      }),
    ),
  );
  const most = Math.round(MOST_GROWTH * words) + ADDED_WORDS;
  const texts = outcomes
    .flatMap(({ call }) => piecesOf(call?.text ?? "", kind, most))
    .filter((reply) => reply !== old)
    // A sentence with a mention may stand after the old one as well as in its place.
    .flatMap((reply) => (ADDING.has(issue.type) ? [`${old} ${reply}`, reply] : [reply]))
    .map((words) => replaced(text, piece, words));
  return { texts, entries: outcomes.map(({ entry }) => entry) };
}

/**
 * What is replaced in one try after the other.
 *
 * @param mending - The issue.
 * @param writer - The run.
 * @returns At most two; none where a model of this size does not help.
 */
export function pieceKinds({ issue }: Mending, { scale }: Pick<Writer, "scale">): PieceKind[] {
  if (scale === "tiny") return issue.severity >= TINY_SEVERITY ? ["sentence", "sentence"] : [];
  if (issue.type === "length") return [];
  const hasPlace = ADDING.has(issue.type) || (issue.quotes ?? []).length > 0;
  return hasPlace ? ["sentence", "paragraph"] : ["paragraph", "leaf"];
}

function draftsOf(writer: Writer): number {
  return writer.journal.state.saving ? 1 : Math.min(MOST_DRAFTS, candidatesOf(writer));
}

function pieceFor(mending: Mending, kind: PieceKind): PieceOfText | undefined {
  const { text, issue, node } = mending;
  const quote = quoteIn(mending);
  const place = quote ?? nearestSentence(text, `${issue.message} ${node.brief}`);
  return place === undefined ? undefined : pieceAround(text, place, kind);
}

function wordsFor(old: string, { issue }: Mending): number {
  return countWords(old) + (ADDING.has(issue.type) ? ADDED_WORDS : 0);
}

interface Piece {
  readonly piece: PieceOfText;
  readonly kind: PieceKind;
  readonly words: number;
}

function repairPrompt(
  { text, issue }: Mending,
  { piece, kind, words }: Piece,
  writer: Writer,
): ChatMessage[] {
  const { repair } = TEMPLATES;
  const name = repair.sizes[kind];
  const before = tailOf(text.slice(0, piece.start).trim(), SHOWN_WORDS);
  const after = cutToWords(text.slice(piece.end).trim().replace(/\s+/g, " "), SHOWN_WORDS);
  const parts = [
    documentPart(writer, SIZE_LIMITS[writer.scale].partTokens.document),
    ...(before === "" ? [] : [fill(repair.before, { text: before })]),
    fill(repair.piece, { size: name, text: text.slice(piece.start, piece.end) }),
    // A tiny model goes on from the last words that it is shown.
    ...(after === "" || writer.scale === "tiny" ? [] : [fill(repair.after, { text: after })]),
    fill(repair.ask, { size: name, words, issue: issue.message.replace(/ \([^)]*\)/, "") }),
  ];
  return [
    { role: "system", content: instructions(writer) },
    { role: "user", content: parts.join("\n\n") },
  ];
}

/** What of a reply may stand in place of a piece: all of it that is short enough, or one sentence of it. */
function piecesOf(reply: string, kind: PieceKind, mostWords: number): string[] {
  const clean = withoutTornEnd(cleanReply(reply));
  if (kind === "leaf") return clean === "" ? [] : [clean];
  const [paragraph = ""] = paragraphsOf(clean);
  const sentences = splitSentences(paragraph);
  let kept = "";
  for (const sentence of sentences) {
    if (countWords(kept + sentence) > mostWords) break;
    kept += sentence;
  }
  const single = kind === "sentence" ? sentences : [];
  return [...new Set([kept, ...single].map((each) => each.trim()))].filter((each) => each !== "");
}
