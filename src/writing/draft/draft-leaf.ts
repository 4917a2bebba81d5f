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
import {
  type FilterGround,
  type FilterReason,
  filterReasons,
  isBearable,
} from "./candidate-filters.ts";
import { type ScoreParts, scoreOf, scoreParts } from "./candidate-score.ts";
import { cleanReply, withoutEchoes, withoutTornEnd } from "./clean-reply.ts";
import { isList } from "./draft-faults.ts";
import type { Drafting, LeafClosing, LeafWork } from "./drafting.ts";
import { finishLeaf } from "./finish-leaf.ts";
import { leafContext } from "./leaf-context.ts";
import type { LeafContext } from "./leaf-request.ts";
import { replyTokens } from "./length-control.ts";
import { type ScreenedDraft, type ScreenGround, screenDraft } from "./screen-draft.ts";
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
  /** Sentences that were left out of the reply, by reason. */
  readonly cut: ScreenedDraft["cut"];
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
  const seen: Candidate[] = [];
  let reason = "empty";
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { outcomes, candidates } = await oneRound(drafting, round);
    const sound = candidates.filter(({ reasons }) => reasons.length === 0);
    const whole = sound.filter(({ cut }) => Object.keys(cut).length === 0);
    const best = bestOf(whole.length > 0 ? whole : sound);
    if (best !== undefined) return { candidate: best, rounds: round + 1, reason: "" };
    seen.push(...candidates);
    reason =
      candidates.flatMap(({ reasons }) => reasons)[0] ??
      outcomes.map((outcome) => outcome.reason)[0] ??
      reason;
  }
  const candidate = leastBad(seen) ?? rescued(seen, drafting);
  return { rounds: MAX_ROUNDS, reason, ...(candidate === undefined ? {} : { candidate }) };
}

/** Of the drafts that leave something to read those with the fewest faults, and of these the best one. */
function leastBad(candidates: readonly Candidate[]): Candidate | undefined {
  const bearable = candidates.filter(({ reasons }) => isBearable(reasons));
  const fewest = Math.min(...bearable.map(({ reasons }) => reasons.length));
  return bestOf(bearable.filter(({ reasons }) => reasons.length === fewest));
}

/**
 * What is left of drafts that cannot be taken as they are, once every sentence with a fault is gone; the
 * faults stay on record.
 */
function rescued(candidates: readonly Candidate[], drafting: Drafting): Candidate | undefined {
  // Distance to the author's texts forbids nothing here: what is left is short.
  const ground = { ...groundOf(drafting), drift: undefined };
  const left = candidates.flatMap((candidate) => {
    const { text } = screenDraft(candidate.text, ground, 0);
    const reasons = filterReasons(text, ground);
    if (text === candidate.text || !isBearable(reasons)) return [];
    return [{ ...candidate, text, reasons: candidate.reasons }];
  });
  return leastOf(left);
}

/** The longest text of those with the fewest faults: scores are those of the whole drafts. */
function leastOf(candidates: readonly Candidate[]): Candidate | undefined {
  return candidates.toSorted(
    (left, right) =>
      left.reasons.length - right.reasons.length || countWords(right.text) - countWords(left.text),
  )[0];
}

/** Scores that are closer than this are decided by log-probability, where it is known. */
const NEAR_SCORES = 0.02;

/**
 * The highest score; among those within 0.02 of it the likeliest text, if likelihoods are known; the lower
 * index where two are equal.
 */
function bestOf([first, ...others]: readonly Candidate[]): Candidate | undefined {
  if (first === undefined) return undefined;
  const candidates = [first, ...others];
  const best = candidates.reduce((one, other) => (other.score > one.score ? other : one));
  if (best.call.meanLogProbability === undefined) return best;
  const likelihood = ({ call }: Candidate): number => call.meanLogProbability ?? -Infinity;
  return candidates
    .filter(({ score }) => best.score - score <= NEAR_SCORES)
    .reduce((one, other) => (likelihood(other) > likelihood(one) ? other : one));
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
  const drafts = outcomes.flatMap(({ call }) =>
    call === undefined ? [] : [{ call, ...screenedReply(call, drafting) }],
  );
  await work.writer.drift?.measure?.(drafts.map(({ text }) => text));
  const candidates = drafts.map((draft) => lookedAt(draft, drafting));
  for (const [index, candidate] of candidates.entries()) {
    const { text, reasons, cut, parts, score, call } = candidate;
    // What was left out follows from the document as it was: the text could not be made from the call again.
    if (text !== plainText(call)) await work.writer.store.writeBlob(text);
    const body = {
      node: node.id,
      variant: `${round}.${index}`,
      textHash: sha256(text),
      reasons,
      ...(Object.keys(cut).length === 0 ? {} : { cut }),
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

/** A reply as prose, whatever it says. */
function plainText(call: StoredCall): string {
  return withoutTornEnd(cleanReply(call.text));
}

/** What drafts are looked at for. */
function groundOf({ context, work }: Drafting): FilterGround & ScreenGround {
  const { writer, said, language } = work;
  return {
    avoid: writer.brief.avoid.filter(({ how }) => how === "word").map((item) => item.text),
    sources: context.exemplars.map((exemplar) => exemplar.text),
    instructions: `${context.system} ${context.parts.get("leaf") ?? ""} ${context.parts.get("must") ?? ""}`,
    said,
    ...(language === undefined ? {} : { language }),
    drift: writer.drift,
  };
}

/** Kinds whose texts may well be lists. */
const LISTS: ReadonlySet<string> = new Set(["manual", "answer"]);

/** A reply without sentences that do not belong in the text. */
function screenedReply(call: StoredCall, drafting: Drafting): ScreenedDraft {
  const asked = askedIn(drafting.context, drafting.work.writer);
  return screenDraft(withoutEchoes(plainText(call), asked), groundOf(drafting));
}

function lookedAt(
  { call, text, cut }: ScreenedDraft & Pick<Candidate, "call">,
  drafting: Drafting,
): Candidate {
  const { node, targetWords, context, work } = drafting;
  const { writer, said, relevance, keywords } = work;
  const ground = groundOf(drafting);
  const reasons = filterReasons(text, ground);
  if (!LISTS.has(writer.brief.kind) && isList(call.text)) reasons.push("list");
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
  return { text, reasons, cut, parts, score: scoreOf(parts, writer.brief.scoreWeights), call };
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
      asked: { brief: writer.brief, scale: writer.scale },
      // What a rolling writer keeps is no summary of the leaf.
      summary: method === undefined ? closing.summary : undefined,
    }),
    reads: context.reads,
    attempts: rounds,
    ...(context.droppedWords === undefined ? {} : { droppedWords: context.droppedWords }),
  };
}
