import type { PlanNode } from "../../records/index.ts";
import { canonicalJson, sha256 } from "../../storage/index.ts";
import { bibleFor } from "../bible/bible.ts";
import { countWords } from "../brief/brief-words.ts";
import { checkLeaf } from "../check/check-leaf.ts";
import { reviewText } from "../check/review-text.ts";
import { nodeLine } from "../prompts/phrases.ts";
import { type CallOutcome, settleAll } from "../run/ask-model.ts";
import type { JournalEntry } from "../run/journal.ts";
import type { StoredCall } from "../run/run-store.ts";
import type { Writer } from "../run/writer.ts";
import type { AcceptedLeaf } from "../run/writing-state.ts";
import { techniquesOf } from "../techniques/techniques.ts";
import { type FilterReason, filterReasons, isBearable } from "./candidate-filters.ts";
import { type ScoreParts, scoreOf, scoreParts } from "./candidate-score.ts";
import { cleanReply, withoutEchoes, withoutTornEnd } from "./clean-reply.ts";
import type { Drafting, LeafClosing, LeafWork } from "./drafting.ts";
import { finishLeaf } from "./finish-leaf.ts";
import { type LeafContext, leafContext } from "./leaf-context.ts";
import { replyTokens } from "./length-control.ts";
import { summaryOf } from "./summarise-leaf.ts";

/** Rounds of candidates: one, and two new tries with new seeds. */
const MAX_ROUNDS = 3;

/** What came of a leaf. */
export interface DraftedLeaf {
  /** What to record about the way there. */
  readonly entries: readonly JournalEntry[];
  /** The text; absent if none could be had. */
  readonly text?: string;
  /** What is recorded of it. */
  readonly accepted?: AcceptedLeaf;
  /** Why there is no text. */
  readonly reason?: string;
}

/** A draft that was looked at. */
export interface Candidate {
  /** Its text, cleaned. */
  readonly text: string;
  /** What speaks against it. */
  readonly reasons: readonly FilterReason[];
  /** Parts of its score. */
  readonly parts: ScoreParts;
  /** Its score, 0–1. */
  readonly score: number;
  /** The call that it came from. */
  readonly call: StoredCall;
}

/**
 * Writes one leaf: candidates side by side, the best of those that may be taken, missing mentions asked
 * for, length brought into its window, a summary for what comes after.
 *
 * @param node - The leaf.
 * @param targetWords - Its target, carried over from the leaves before it.
 * @param work - What it works with.
 * @returns The text, or why there is none.
 * @throws LonghandError `interrupted`, `context-too-small`; ModelCallError if the model cannot be reached.
 */
export async function draftLeaf(
  node: PlanNode,
  targetWords: number,
  work: LeafWork,
): Promise<DraftedLeaf> {
  const { writer, said, method } = work;
  const keywords = work.keywords?.get(node.id) ?? [];
  const maxOutputTokens = replyTokens(targetWords, work.tokensPerWord);
  const request = { node, targetWords, maxOutputTokens, said, keywords };
  const context = await (method?.contextOf(request, writer) ?? leafContext(request, writer));
  const drafting: Drafting = { node, targetWords, maxOutputTokens, context, work, entries: [] };
  // What was asked is kept, so that records for training can be made without asking again.
  const prompt = await writer.store.writeBlob(canonicalJson(context.messages));
  drafting.entries.push({ type: "score", body: { node: node.id, prompt } });
  const { candidate, rounds, reason } = await bestCandidate(drafting);
  if (candidate === undefined) return { entries: drafting.entries, reason };
  const text = await finishLeaf(candidate.text, drafting);
  const closing = (await method?.closingOf(text, drafting)) ?? {
    summary: await summaryOf(text, drafting),
  };
  return {
    entries: drafting.entries,
    text,
    accepted: acceptedLeaf({ text, closing, candidate, rounds }, drafting),
  };
}

interface Choice {
  readonly candidate?: Candidate;
  readonly rounds: number;
  readonly reason: string;
}

async function bestCandidate(drafting: Drafting): Promise<Choice> {
  const bearable: Candidate[] = [];
  let reason = "empty";
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { outcomes, candidates } = await oneRound(drafting, round);
    const sound = candidates.filter(({ reasons }) => reasons.length === 0);
    if (sound.length > 0) {
      return { candidate: bestOf(sound), rounds: round + 1, reason: "" };
    }
    bearable.push(...candidates.filter(({ reasons }) => isBearable(reasons)));
    reason =
      candidates.flatMap(({ reasons }) => reasons)[0] ??
      outcomes.map((outcome) => outcome.reason)[0] ??
      reason;
  }
  if (bearable.length === 0) return { rounds: MAX_ROUNDS, reason };
  return { candidate: bestOf(bearable), rounds: MAX_ROUNDS, reason };
}

/** Scores that are closer than this are decided by log-probability, where it is known. */
const NEAR_SCORES = 0.02;

/**
 * The highest score; among those within 0.02 of it the likeliest text, if likelihoods are known; the lower
 * index where two are equal.
 */
function bestOf(candidates: readonly Candidate[]): Candidate {
  const best = candidates.reduce((first, other) => (other.score > first.score ? other : first));
  if (best.call.meanLogProbability === undefined) return best;
  const likelihood = ({ call }: Candidate): number => call.meanLogProbability ?? -Infinity;
  return candidates
    .filter(({ score }) => best.score - score <= NEAR_SCORES)
    .reduce((first, other) => (likelihood(other) > likelihood(first) ? other : first));
}

async function oneRound(
  drafting: Drafting,
  round: number,
): Promise<{
  readonly outcomes: readonly CallOutcome[];
  readonly candidates: readonly Candidate[];
}> {
  const { node, context, maxOutputTokens, work, entries } = drafting;
  const { logProbabilities } = techniquesOf(work.writer.brief);
  const outcomes = await settleAll(
    Array.from({ length: work.candidates }, (_, index) =>
      work.writer.asker.ask({
        stage: "draft",
        node: node.id,
        variant: `${round}.${index}`,
        messages: context.messages,
        maxOutputTokens,
        ...(logProbabilities ? { topLogProbabilities: 1 } : {}),
      }),
    ),
  );
  entries.push(...outcomes.map(({ entry }) => entry));
  const candidates = outcomes.flatMap(({ call }) =>
    call === undefined ? [] : [lookedAt(call, drafting)],
  );
  for (const [index, candidate] of candidates.entries()) {
    const { text, reasons, parts, score } = candidate;
    const body = {
      node: node.id,
      variant: `${round}.${index}`,
      textHash: sha256(text),
      reasons,
      parts,
      score: rounded(score),
      ...(work.writer.drift === undefined
        ? {}
        : { distance: rounded(work.writer.drift.distanceOf(text)) }),
    };
    entries.push({ type: "candidate", body });
  }
  return { outcomes, candidates };
}

function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

function lookedAt(call: StoredCall, { node, targetWords, context, work }: Drafting): Candidate {
  const { writer, said, relevance, language, keywords } = work;
  const text = withoutEchoes(withoutTornEnd(cleanReply(call.text)), askedIn(context, writer));
  const reasons = filterReasons(text, {
    avoid: writer.brief.avoid.filter(({ how }) => how === "word").map((item) => item.text),
    sources: context.exemplars.map((exemplar) => exemplar.text),
    instructions: `${context.system} ${context.parts.get("leaf") ?? ""} ${context.parts.get("must") ?? ""}`,
    said,
    ...(language === undefined ? {} : { language }),
    drift: writer.drift,
  });
  const { voice, styleScore } = techniquesOf(writer.brief);
  const parts = scoreParts(text, {
    targetWords,
    brief: nodeLine(node),
    hits: context.hits,
    facts: context.facts,
    allFacts: writer.brief.facts,
    contradictions: contradictionsIn(node, text, writer),
    said,
    relevance,
    keywords: keywords?.get(node.id) ?? [],
    styleDelta: voice && styleScore ? writer.styleDelta?.(text) : undefined,
  });
  return { text, reasons, parts, score: scoreOf(parts, writer.brief.scoreWeights), call };
}

/** What a prompt says of the task: none of it belongs in the text. */
function askedIn({ parts }: LeafContext, { brief }: Writer): string[] {
  const told = (["ancestors", "leaf"] as const).flatMap((part) => parts.get(part) ?? []);
  return [brief.goal, ...told];
}

/** Statements that contradict the bible; absent where rules cannot read the language. */
function contradictionsIn(node: PlanNode, text: string, writer: Writer): number | undefined {
  const bible = bibleFor(writer);
  if (bible === undefined) return undefined;
  const { id, span, storyTime } = node;
  return reviewText(text, { node: id, span, storyTime, bible }).issues.length;
}

interface Finished {
  readonly text: string;
  readonly closing: LeafClosing;
  readonly candidate: Candidate;
  readonly rounds: number;
}

function acceptedLeaf(
  { text, closing, candidate, rounds }: Finished,
  drafting: Drafting,
): AcceptedLeaf {
  const { node, targetWords, context } = drafting;
  const { writer, method } = drafting.work;
  return {
    node: node.id,
    version: 1,
    textHash: sha256(text),
    words: countWords(text),
    targetWords,
    ...closing,
    measured: { words: countWords(candidate.call.text), tokens: candidate.call.outputTokens },
    issues: checkLeaf(node, text, {
      targetWords,
      hits: context.hits,
      repeats: candidate.reasons,
      bible: bibleFor(writer),
      asked: { brief: writer.brief, size: writer.scale },
      // What a rolling writer keeps is no summary of the leaf.
      summary: method === undefined ? closing.summary : undefined,
    }),
    reads: context.reads,
    attempts: rounds,
    ...(context.droppedWords === undefined ? {} : { droppedWords: context.droppedWords }),
  };
}
