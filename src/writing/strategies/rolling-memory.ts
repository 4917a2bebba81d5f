import type { ChatMessage, PlanNode } from "../../records/index.ts";
import { countWords } from "../brief/brief-words.ts";
import { cleanReply, withoutTornEnd } from "../draft/clean-reply.ts";
import type { Drafting, LeafClosing } from "../draft/drafting.ts";
import { replyTokens } from "../draft/length-control.ts";
import { summaryOf } from "../draft/summarise-leaf.ts";
import { SIZE_LIMITS } from "../plan/model-size.ts";
import { cutToTokens, cutToWords, tailOf } from "../prompts/cut-text.ts";
import { fill } from "../prompts/fill.ts";
import { kindName, mustLine } from "../prompts/phrases.ts";
import { TEMPLATES } from "../prompts/templates-v1.ts";
import type { CallOutcome, CallStage } from "../run/ask-model.ts";
import type { Writer } from "../run/writer.ts";
import { factsText } from "./step-facts.ts";
import { STEP_TEMPLATES } from "./step-templates-v1.ts";

/** Words of the rolling summary, at most. A tiny model gets one that code makes, and a short one. */
export const SUMMARY_WORDS = { tiny: 60, small: 400, hosted: 400 } as const;
/** Longest instruction, in words and in tokens. */
const INSTRUCTION_WORDS = 60;
export const INSTRUCTION_TOKENS = 110;
/** Words of the newest text that the next instruction is made from. */
const TAIL_WORDS = 80;

/** What a rolling step knows of everything before it. */
export interface RollingMemory {
  /** The rolling summary; empty at the beginning. */
  readonly summary: string;
  /** What this step has to do; absent where nobody has said. */
  readonly instruction?: string;
}

/**
 * What the step before left behind. A step that failed leaves the memory of the one before it, without an
 * instruction.
 *
 * @param node - The step.
 * @param writer - The run; its plan is complete.
 * @returns Summary and instruction.
 */
export function memoryBefore(node: Pick<PlanNode, "id">, { journal }: Writer): RollingMemory {
  const { tree, accepted } = journal.state;
  const leaves = tree.leaves();
  const place = leaves.findIndex(({ id }) => id === node.id);
  const last = leaves.slice(0, Math.max(0, place)).findLast(({ id }) => accepted.has(id));
  if (last === undefined) return { summary: "" };
  const { summary = "", instruction } = accepted.get(last.id) ?? {};
  const isNext = leaves[place - 1]?.id === last.id;
  return { summary, ...(isNext && instruction !== undefined ? { instruction } : {}) };
}

/**
 * Takes a finished step into the rolling summary, and says what the next step has to do. For a tiny model
 * code does both: the step's sentence nearest to its instruction joins the summary, whose oldest sentences
 * go, and the next step follows the skeleton of the kind.
 *
 * @param text - The step's text.
 * @param drafting - The step; its calls are recorded there.
 * @returns The summary of everything so far, and the next instruction.
 */
export async function rollingClosing(text: string, drafting: Drafting): Promise<LeafClosing> {
  const { writer } = drafting.work;
  const before = memoryBefore(drafting.node, writer).summary;
  if (writer.scale === "tiny") {
    const sentence = await summaryOf(text, drafting);
    return { summary: newestWords(`${before} ${sentence}`.trim(), SUMMARY_WORDS.tiny) };
  }
  const summary = await remembered(text, before, drafting);
  const instruction = await nextInstruction(text, summary, drafting);
  return { summary, ...(instruction === undefined ? {} : { instruction }) };
}

function newestWords(text: string, words: number): string {
  return countWords(text) <= words ? text : tailOf(text, words);
}

async function remembered(text: string, before: string, drafting: Drafting): Promise<string> {
  const { scale, brief } = drafting.work.writer;
  const words = SUMMARY_WORDS[scale];
  const { rolling } = STEP_TEMPLATES;
  const content = fill(rolling.remember, {
    kind: kindName(brief),
    summary: before === "" ? rolling.nothing : before,
    text,
    words,
  });
  const outcome = await ask("summary", drafting, {
    messages: [
      { role: "system", content: TEMPLATES.summary.system },
      { role: "user", content },
    ],
    maxOutputTokens: replyTokens(words, drafting.work.tokensPerWord),
  });
  const reply = withoutTornEnd(cleanReply(outcome.call?.text ?? "")).replace(/\s+/g, " ");
  // Without a reply the summary must not lose what was told before.
  const own = reply === "" ? `${before} ${cutToWords(text, 40)}`.trim() : reply;
  return countWords(own) <= words ? own : cutToWords(own, words);
}

async function nextInstruction(
  text: string,
  summary: string,
  drafting: Drafting,
): Promise<string | undefined> {
  const { writer } = drafting.work;
  const leaves = writer.journal.state.tree.leaves();
  const place = leaves.findIndex(({ id }) => id === drafting.node.id);
  const next = leaves[place + 1];
  if (next === undefined || next.lock !== undefined) return undefined;
  const outcome = await ask("instruct", drafting, {
    messages: instructPrompt({ next, place: place + 1, text, summary, writer }),
    maxOutputTokens: INSTRUCTION_TOKENS,
  });
  const reply = withoutTornEnd(cleanReply(outcome.call?.text ?? "")).replace(/\s+/g, " ");
  return reply === "" ? undefined : cutToWords(reply, INSTRUCTION_WORDS);
}

interface Instructing {
  readonly next: PlanNode;
  /** Place of the next step, from 0. */
  readonly place: number;
  readonly text: string;
  readonly summary: string;
  readonly writer: Writer;
}

function instructPrompt({ next, place, text, summary, writer }: Instructing): ChatMessage[] {
  const { brief, scale, journal, hits } = writer;
  const { rolling } = STEP_TEMPLATES;
  const kind = kindName(brief);
  const count = journal.state.tree.leaves().length;
  const more = count - place - 1;
  const goal = cutToTokens(brief.goal, 2 * SIZE_LIMITS[scale].partTokens.document);
  const items = mustLine(next.must.flatMap((id) => hits.get(id) ?? []));
  const parts = [
    fill(TEMPLATES.leaf.document, { kind, goal }),
    factsText(brief),
    fill(rolling.summary, { text: summary }),
    fill(TEMPLATES.leaf.previous, { text: tailOf(text, TAIL_WORDS) }),
    items === "" ? "" : fill(TEMPLATES.plan.must, { items }),
    fill(more === 0 ? rolling.instructLast : rolling.instruct, {
      kind,
      done: place,
      count,
      number: place + 1,
      more,
    }),
  ];
  return [
    { role: "system", content: fill(rolling.instructSystem, { kind }) },
    { role: "user", content: parts.filter((part) => part !== "").join("\n\n") },
  ];
}

interface Asked {
  readonly messages: readonly ChatMessage[];
  readonly maxOutputTokens: number;
}

async function ask(
  stage: CallStage,
  { node, work, entries }: Drafting,
  asked: Asked,
): Promise<CallOutcome> {
  const outcome = await work.writer.asker.ask({ stage, node: node.id, variant: "0", ...asked });
  entries.push(outcome.entry);
  return outcome;
}
