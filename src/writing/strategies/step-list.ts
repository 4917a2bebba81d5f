import type { ChatMessage } from "../../records/index.ts";
import { targetWordsOf } from "../brief/brief-words.ts";
import type { ChildSpec } from "../plan/grow-plan.ts";
import { SIZE_LIMITS } from "../plan/model-size.ts";
import {
  nearDuplicates,
  type ProposedChild,
  readChildLines,
  readSlotLines,
} from "../plan/plan-lines.ts";
import type { SkeletonSlot } from "../plan/skeletons.ts";
import { cutToTokens, cutToWords, linesWithin } from "../prompts/cut-text.ts";
import { fill } from "../prompts/fill.ts";
import { kindName, mustLine, plannerSystem } from "../prompts/phrases.ts";
import { TEMPLATES } from "../prompts/templates-v1.ts";
import type { JournalEntry } from "../run/journal.ts";
import type { Writer } from "../run/writer.ts";
import { factsText } from "./step-facts.ts";
import type { StepStrategy } from "./step-strategy.ts";
import { STEP_TEMPLATES } from "./step-templates-v1.ts";

/** Lines that one call is asked for: a list of hundreds is made piece by piece. */
export const LINES_PER_CALL = { tiny: 7, small: 24, hosted: 40 } as const;
/** Tokens of one line. */
const LINE_TOKENS = { tiny: 32, small: 90, hosted: 90 } as const;
/** Calls for one piece of the list, at most. */
const MAX_ASKS = 3;
/** Tokens of the lines before it that a call for chapters is shown. */
const CHAPTER_LINES_TOKENS = 900;
/** A step's line has at most this share of its words, and never fewer words than this. */
const LINE_SHARE = 0.1;
const LEAST_LINE_WORDS = 12;
const MOST_LINE_WORDS = 60;

/** What a list of steps is made with. */
export interface ListGround {
  /** The run. */
  readonly writer: Writer;
  /** What usually belongs at each place. */
  readonly slots: readonly SkeletonSlot[];
  /** What to record about the calls. */
  readonly entries: JournalEntry[];
}

/**
 * Asks the planner for a flat list, piece by piece. Lines that are missing are asked for again, three
 * calls a piece at most; what is open then takes the skeleton's slot.
 *
 * @param strategy - `chapters` or `outline`.
 * @param ground - Run, slots, and where calls are recorded.
 * @returns One spec per slot, in order.
 */
export async function askForSteps(
  strategy: Exclude<StepStrategy, "rolling">,
  ground: ListGround,
): Promise<ChildSpec[]> {
  const { slots, writer } = ground;
  const perCall = LINES_PER_CALL[writer.plannerScale];
  const specs: ChildSpec[] = [];
  while (specs.length < slots.length) {
    const from = specs.length;
    const piece = { strategy, ground, from, to: Math.min(slots.length, from + perCall), specs };
    const found = await askForPiece(piece);
    for (let place = from; place < piece.to; place++) {
      specs.push(specAt(slots[place] as SkeletonSlot, found.get(place - from), writer));
    }
  }
  return withoutRepeats(specs);
}

interface Piece {
  readonly strategy: Exclude<StepStrategy, "rolling">;
  readonly ground: ListGround;
  /** First place, from 0. */
  readonly from: number;
  /** Place after the last one. */
  readonly to: number;
  /** Lines before it. */
  readonly specs: readonly ChildSpec[];
}

async function askForPiece(piece: Piece): Promise<Map<number, ProposedChild>> {
  const { ground, from, to } = piece;
  const { asker, plannerScale, ground: plan } = ground.writer;
  const wanted = to - from;
  const found = new Map<number, ProposedChild>();
  const asks = plannerScale === "tiny" ? 1 : MAX_ASKS;
  for (let ask = 0; ask < asks && found.size < wanted; ask++) {
    const outcome = await asker.ask({
      stage: "plan",
      node: `${plan.runHash.slice(0, 12)}:${from + 1}`,
      variant: String(ask),
      messages: listPrompt(piece),
      maxOutputTokens: LINE_TOKENS[plannerScale] * wanted + 20,
    });
    ground.entries.push(outcome.entry);
    for (const [place, child] of readPiece(outcome.call?.text ?? "", piece)) {
      if (!found.has(place)) found.set(place, child);
    }
    for (const place of nearDuplicates(found)) found.delete(place);
  }
  return found;
}

function readPiece(reply: string, { ground, from, to }: Piece): Map<number, ProposedChild> {
  const { plannerScale } = ground.writer;
  if (plannerScale !== "tiny") return readChildLines(renumbered(reply, from), to - from);
  const slots = ground.slots.slice(from, to);
  const lines = readSlotLines(
    reply,
    slots.map(({ heading }) => heading),
  );
  return new Map(
    [...lines].map(([place, brief]) => {
      const { heading = "", weight = 1 } = slots[place] ?? {};
      return [place, { heading, brief, weight }];
    }),
  );
}

/** A piece of the list begins at 1 for its reader, whatever its first number is. */
function renumbered(reply: string, before: number): string {
  return reply.replace(/^([\s>*#(-]*)(\d{1,4})(?=\s*[.):|\]-])/gm, (whole, mark, number) => {
    const own = Number(number) - before;
    return own > 0 ? `${mark}${own}` : whole;
  });
}

function listPrompt(piece: Piece): ChatMessage[] {
  const { brief } = piece.ground.writer;
  return [
    { role: "system", content: plannerSystem(brief) },
    { role: "user", content: [...wholeLines(piece), ...askLines(piece)].join("\n\n") },
  ];
}

function wholeLines({ ground }: Piece): string[] {
  const { brief, plannerScale, ground: plan } = ground.writer;
  const { partTokens } = SIZE_LIMITS[plannerScale];
  const kind = kindName(brief);
  const isTiny = plannerScale === "tiny";
  const tokens = isTiny ? partTokens.document : partTokens.document + partTokens.exemplars;
  const whole = fill(TEMPLATES.plan.whole, { kind, goal: cutToTokens(brief.goal, tokens) });
  if (isTiny) return [whole];
  const items = mustLine(plan.hits);
  const { audience } = brief;
  return [
    whole,
    ...(audience === undefined ? [] : [fill(TEMPLATES.plan.audience, { audience })]),
    ...(brief.topics.length === 0
      ? []
      : [fill(TEMPLATES.plan.topics, { topics: brief.topics.join(", ") })]),
    ...(brief.facts.length === 0 ? [] : [factsText(brief)]),
    ...(items === "" ? [] : [fill(TEMPLATES.plan.must, { items })]),
  ];
}

function askLines(piece: Piece): string[] {
  const { strategy, ground, from, to, specs } = piece;
  const { brief, plannerScale } = ground.writer;
  const { plan } = STEP_TEMPLATES;
  const slots = ground.slots.slice(from, to);
  if (plannerScale === "tiny") {
    const lines = slots.map((slot, place) => `${place + 1}. ${slot.heading}: ${slot.brief}`);
    return [fill(plan.slots, { count: slots.length, slots: lines.join("\n") })];
  }
  const count = ground.slots.length;
  const ask = fill(strategy === "chapters" ? plan.chapters : plan.steps, {
    kind: kindName(brief),
    count,
    words: targetWordsOf(brief),
    slots: [...new Map(ground.slots.map((slot) => [slot.heading, slot])).values()]
      .map((slot) => `${slot.heading}`)
      .join("; "),
  });
  if (from === 0 && to === count) return [ask];
  const numbers = fill(plan.numbers, { from: from + 1, to, count });
  const lines = shownLines(specs, strategy);
  return [...(lines === "" ? [] : [fill(plan.before, { lines })]), ask, numbers];
}

/** An outline is written with all of it in view; a chapter list with its newest lines. */
function shownLines(specs: readonly ChildSpec[], strategy: Piece["strategy"]): string {
  const lines = specs.map(
    ({ heading, brief }, place) =>
      `${place + 1} | ${heading === "" ? "" : `${heading} | `}${brief}`,
  );
  if (strategy === "outline") return lines.join("\n");
  return linesWithin(lines.toReversed(), CHAPTER_LINES_TOKENS).toReversed().join("\n");
}

function specAt(
  slot: SkeletonSlot,
  proposed: ProposedChild | undefined,
  { brief, ground }: Writer,
): ChildSpec {
  const words = Math.min(
    MOST_LINE_WORDS,
    Math.max(
      LEAST_LINE_WORDS,
      Math.round(LINE_SHARE * Math.min(targetWordsOf(brief), ground.limits.leafWords)),
    ),
  );
  const { heading, weight, brief: line } = proposed ?? slot;
  return {
    heading: heading === "" ? slot.heading : heading,
    brief: cutToWords(line, words),
    weight,
  };
}

/** Steps that share a heading have it once. */
function withoutRepeats(specs: readonly ChildSpec[]): ChildSpec[] {
  return specs.map((spec, place) =>
    spec.heading === specs[place - 1]?.heading ? { ...spec, heading: "" } : spec,
  );
}
