import type { PlanNode } from "../../records/index.ts";
import { splitSentences } from "../../text/index.ts";
import { countWords, targetWordsOf } from "../brief/brief-words.ts";
import { cleanReply, withoutTornEnd } from "../draft/clean-reply.ts";
import { documentWords } from "../draft/fit-document.ts";
import { instructions } from "../draft/leaf-instructions.ts";
import { documentPart } from "../draft/leaf-parts.ts";
import { placeOf } from "../draft/leaf-place.ts";
import { replyTokens, tokensPerWord } from "../draft/length-control.ts";
import { SIZE_LIMITS } from "../plan/model-size.ts";
import { cutToTokens, tailOf } from "../prompts/cut-text.ts";
import { fill } from "../prompts/fill.ts";
import { nodeLine } from "../prompts/phrases.ts";
import { TEMPLATES } from "../prompts/templates-v1.ts";
import type { JournalEntry } from "../run/journal.ts";
import { mayRewrite } from "../run/revision-state.ts";
import { spentShare } from "../run/spending.ts";
import type { Writer } from "../run/writer.ts";
import { triesKey } from "../run/writing-state.ts";
import { figuresOf } from "./compare-texts.ts";
import { type MeasuredText, measureLeaf, type RepairGround } from "./measure-leaf.ts";
import { putText } from "./mend-issue.ts";

/** Name under which the times that a leaf was lengthened are counted. */
const ISSUE = "document-too-short";
/** Name under which a try that made nothing better is counted: the leaf is left alone from then on. */
const REFUSED = "document-not-longer";
/** Times that one leaf is lengthened. */
const MOST_TIMES = 6;
/** How far above its target a leaf may be brought. */
const MOST_SHARE = 1.12;
/** Words of the leaf that a continuation is shown. */
const SHOWN_WORDS = 120;
/** Tokens of the leaf's brief in a continuation. */
const BRIEF_TOKENS = 120;
/** Fewest words worth a call. */
const LEAST_WORDS = 8;

/**
 * Brings a document that came out too short into its tolerance: the leaves furthest below their target
 * are gone on with, each as long as that makes it longer; the last one is not, since it ends the document.
 *
 * @param ground - Run and index.
 * @throws LonghandError `interrupted`; ModelCallError if the model cannot be reached.
 */
export async function extendDocument(ground: RepairGround): Promise<void> {
  const { writer } = ground;
  const { brief } = writer;
  const least = Math.ceil(targetWordsOf(brief) * (1 - brief.length.tolerance));
  for (;;) {
    const missing = least - documentWords(writer);
    const node = missing > 0 && spentShare(writer) < 1 ? furthestBelow(writer) : undefined;
    if (node === undefined) return;
    await extendLeaf(node, missing, ground);
  }
}

function furthestBelow(writer: Writer): PlanNode | undefined {
  const { state } = writer.journal;
  const share = ({ id }: PlanNode): number => {
    const { words, targetWords } = state.accepted.get(id) ?? { words: 1, targetWords: 1 };
    return words / targetWords;
  };
  const isFree = (node: PlanNode): boolean =>
    mayRewrite(state, node.id) &&
    writer.texts.has(node.id) &&
    !state.tries.has(triesKey(node.id, REFUSED)) &&
    timesLengthened(node, writer) < MOST_TIMES &&
    placeOf(node, writer) !== "last";
  const [lowest] = state.tree
    .leaves()
    .filter((node) => isFree(node) && share(node) < MOST_SHARE)
    .toSorted((left, right) => share(left) - share(right));
  return lowest;
}

function timesLengthened({ id }: PlanNode, { journal }: Writer): number {
  return journal.state.tries.get(triesKey(id, ISSUE)) ?? 0;
}

async function extendLeaf(node: PlanNode, missing: number, ground: RepairGround): Promise<void> {
  const { writer } = ground;
  const text = writer.texts.get(node.id) ?? "";
  const before = measureLeaf(node, text, ground);
  const { targetWords = node.targetWords } = writer.journal.state.accepted.get(node.id) ?? {};
  const room = Math.round(MOST_SHARE * targetWords) - before.words;
  const words = Math.max(LEAST_WORDS, Math.min(room, missing));
  const { call, entry } = await writer.asker.ask({
    stage: "continue",
    node: node.id,
    variant: `fit.${timesLengthened(node, writer)}`,
    messages: [
      { role: "system", content: instructions(writer) },
      { role: "user", content: continuePrompt(node, { text, words }, writer) },
    ],
    maxOutputTokens: replyTokens(words, tokensPerWord(writer.journal.state.accepted.values())),
  });
  const more = sentencesWithin(call?.text ?? "", words);
  const after = measureLeaf(node, more === "" ? text : `${text} ${more}`, ground);
  const kept = isLonger(before, after);
  const figures = { before: figuresOf(before), ...(kept ? { after: figuresOf(after) } : {}) };
  const body = { node: node.id, issue: kept ? ISSUE : REFUSED, by: "model", kept, ...figures };
  const entries: JournalEntry[] = [entry, { type: "repair", body }];
  if (kept) await putText({ node }, after, { ground, entries });
  else await writer.journal.record(entries);
}

function continuePrompt(
  node: PlanNode,
  { text, words }: { readonly text: string; readonly words: number },
  writer: Writer,
): string {
  const brief = cutToTokens(writer.scale === "tiny" ? node.brief : nodeLine(node), BRIEF_TOKENS);
  return [
    documentPart(writer, SIZE_LIMITS[writer.scale].partTokens.document),
    fill(TEMPLATES.continue.previous, { text: tailOf(text, SHOWN_WORDS) }),
    fill(TEMPLATES.continue.ask, { words, brief }),
  ].join("\n\n");
}

function sentencesWithin(reply: string, mostWords: number): string {
  let kept = "";
  for (const sentence of splitSentences(withoutTornEnd(cleanReply(reply)).replace(/\s+/g, " "))) {
    if (kept !== "" && countWords(kept + sentence) > mostWords * MOST_SHARE) break;
    kept += sentence;
  }
  return kept.trim();
}

/** More words, and nothing wrong that was not wrong before. */
function isLonger(before: MeasuredText, after: MeasuredText): boolean {
  return (
    after.words > before.words &&
    after.severity <= before.severity &&
    after.refused.length <= before.refused.length &&
    after.mustHits >= before.mustHits
  );
}
