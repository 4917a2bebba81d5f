import type { ChatMessage, NodeRead, PlanNode } from "../../records/index.ts";
import { sha256 } from "../../storage/index.ts";
import { estimateTokens, START_TOKENS_PER_WORD } from "../brief/brief-words.ts";
import { overlap } from "../brief/stretches.ts";
import { tooSmall } from "../draft/fit-context.ts";
import { goesOn, goingOn } from "../draft/go-on.ts";
import { exemplarsFor } from "../draft/leaf-context.ts";
import { instructions } from "../draft/leaf-instructions.ts";
import { documentPart, exemplarPart, mustPart, paragraphsFor } from "../draft/leaf-parts.ts";
import { placeOf } from "../draft/leaf-place.ts";
import type { LeafContext, LeafRequest } from "../draft/leaf-request.ts";
import { CONTEXT_PARTS, type ContextPart, SIZE_LIMITS } from "../plan/model-size.ts";
import { cutToTokens } from "../prompts/cut-text.ts";
import { fill } from "../prompts/fill.ts";
import { factSpan, kindName, nodeLine } from "../prompts/phrases.ts";
import { TEMPLATES } from "../prompts/templates-v1.ts";
import { madeReads, madeWith } from "../run/made-with.ts";
import type { Exemplar, Writer } from "../run/writer.ts";
import { memoryBefore } from "./rolling-memory.ts";
import { factsText } from "./step-facts.ts";
import { LEAST_TEXT_WORDS, promptLimit, STEP_SHARES } from "./step-limits.ts";
import type { StepStrategy } from "./step-strategy.ts";
import { STEP_TEMPLATES } from "./step-templates-v1.ts";
import { newestText, type TextSoFar } from "./text-so-far.ts";

/** Words that are taken off at least when a prompt is too long for the model's window. */
const LEAST_CUT_WORDS = 8;
/** Baselines that show the text so far. */
const TEXT_STRATEGIES: ReadonlySet<StepStrategy> = new Set(["rolling", "outline"]);

/**
 * Puts the prompt of a step together. `chapters` and `rolling` keep to the limit of the tree's prompts;
 * `outline` takes the plan and as much of the text so far as the model's window holds, the oldest text
 * dropped first.
 *
 * @param strategy - The baseline.
 * @param request - Step and target.
 * @param writer - The run.
 * @returns The prompt, with the words of text that had to be dropped.
 * @throws LonghandError `context-too-small` if what is never left out does not fit.
 */
export async function stepContext(
  strategy: StepStrategy,
  request: LeafRequest,
  writer: Writer,
): Promise<LeafContext> {
  const { node } = request;
  const exemplars = await exemplarsFor(node, writer);
  const hits = node.must.flatMap((id) => writer.hits.get(id) ?? []);
  const facts = writer.brief.facts.filter((fact) => overlap(factSpan(fact), node.span));
  const fixed = fixedParts({ strategy, request, writer, exemplars });
  const { parts, messages, shown } = await fitted({ strategy, request, writer, fixed });
  const dropped = strategy === "outline" ? shown.droppedWords : 0;
  return {
    system: parts.get("instructions") ?? "",
    parts,
    messages,
    hits,
    facts,
    exemplars: parts.has("exemplars") ? exemplars : [],
    reads: readsOf(request, writer, shown),
    ...(dropped > 0 ? { droppedWords: dropped } : {}),
  };
}

interface StepFound {
  readonly strategy: StepStrategy;
  readonly request: LeafRequest;
  readonly writer: Writer;
  readonly exemplars: readonly Exemplar[];
}

/** Every part but the text so far. */
function fixedParts(found: StepFound): Map<ContextPart, string> {
  const { strategy, request, writer, exemplars } = found;
  const { brief, scale } = writer;
  const limitTokens = promptLimit(scale);
  const hits = request.node.must.flatMap((id) => writer.hits.get(id) ?? []);
  const exemplarTokens = Math.min(
    SIZE_LIMITS[scale].partTokens.exemplars,
    STEP_SHARES.exemplars * limitTokens,
  );
  const texts: Partial<Record<ContextPart, string>> = {
    instructions: instructions(writer),
    document: documentPart(writer, STEP_SHARES.goal * limitTokens),
    facts: factsText(brief),
    exemplars: exemplarPart({ writer, exemplars }, exemplarTokens),
    ancestors: strategy === "outline" ? planPart(writer) : "",
    siblings: strategy === "rolling" ? summaryPart(request.node, writer) : "",
    must: mustPart(hits, request.keywords ?? [], SIZE_LIMITS[scale].partTokens.must),
    leaf: askPart(strategy, request, writer),
  };
  return new Map(
    CONTEXT_PARTS.flatMap((part) => {
      const text = texts[part] ?? "";
      return text === "" ? [] : [[part, text] as const];
    }),
  );
}

function planPart({ brief, journal }: Writer): string {
  const lines = journal.state.tree.leaves().map((node, place) => `${place + 1}. ${nodeLine(node)}`);
  return fill(STEP_TEMPLATES.outline.plan, { kind: kindName(brief), lines: lines.join("\n") });
}

function summaryPart(node: PlanNode, writer: Writer): string {
  const { summary } = memoryBefore(node, writer);
  return summary === "" ? "" : fill(STEP_TEMPLATES.rolling.summary, { text: summary });
}

function askPart(
  strategy: StepStrategy,
  { node, targetWords }: LeafRequest,
  writer: Writer,
): string {
  const leaves = writer.journal.state.tree.leaves();
  return fill(STEP_TEMPLATES[strategy][placeOf(node, writer)], {
    kind: kindName(writer.brief),
    number: leaves.findIndex(({ id }) => id === node.id) + 1,
    count: leaves.length,
    words: targetWords,
    paragraphs: paragraphsFor(targetWords),
    brief: cutToTokens(
      writer.scale === "tiny" ? node.brief : nodeLine(node),
      SIZE_LIMITS[writer.scale].partTokens.leaf,
    ),
  });
}

interface Fitting {
  readonly strategy: StepStrategy;
  readonly request: LeafRequest;
  readonly writer: Writer;
  readonly fixed: ReadonlyMap<ContextPart, string>;
}

interface Fitted {
  readonly parts: ReadonlyMap<ContextPart, string>;
  readonly messages: readonly ChatMessage[];
  readonly shown: TextSoFar;
}

/** Shows as much of the text so far as there is room for; the author's passages go before its last words. */
async function fitted(fitting: Fitting): Promise<Fitted> {
  const { request, writer } = fitting;
  const { writerModel } = writer;
  const { contextTokens } = writerModel.description;
  const fixed = new Map(fitting.fixed);
  let words = wordsToShow(fitting);
  for (;;) {
    const shown = newestText(request.node, writer, words);
    const made = { ...promptOf({ ...fitting, fixed }, shown), shown };
    if (contextTokens === undefined) return made;
    const available = contextTokens - request.maxOutputTokens;
    const { tokens } = await writerModel.countTokens(made.messages);
    if (tokens <= available) return made;
    const surplus = Math.ceil((tokens - available) / START_TOKENS_PER_WORD);
    if (shown.words > LEAST_TEXT_WORDS) {
      const cut = Math.max(LEAST_CUT_WORDS, surplus);
      words = Math.max(LEAST_TEXT_WORDS, Math.min(words, shown.words) - cut);
    } else if (!fixed.delete("exemplars")) {
      throw tooSmall(tokens, available, made.parts);
    }
  }
}

/** Words of the text so far that a step is shown, before the model has counted its tokens. */
function wordsToShow({ strategy, writer, fixed }: Fitting): number {
  if (!TEXT_STRATEGIES.has(strategy)) return 0;
  if (strategy === "outline") return writer.writerModel.description.contextTokens ?? Infinity;
  const taken = [...fixed.values()].reduce((sum, text) => sum + estimateTokens(text), 0);
  const room = (promptLimit(writer.scale) - taken) / START_TOKENS_PER_WORD;
  return Math.max(LEAST_TEXT_WORDS, Math.floor(room));
}

function promptOf(
  { strategy, fixed, writer }: Fitting,
  shown: TextSoFar,
): Pick<Fitted, "parts" | "messages"> {
  const parts = new Map<ContextPart, string>();
  const previous = goesOn(writer) ? "" : textPart(strategy, shown);
  for (const part of orderOf(strategy)) {
    // A tiny model's summary is made of sentences of the text: beside all of it, it would only be copied.
    if (part === "siblings" && writer.scale === "tiny" && shown.droppedWords === 0) continue;
    const text = part === "previous" ? previous : (fixed.get(part) ?? "");
    if (text !== "") parts.set(part, text);
  }
  const user = [...parts].filter(([part]) => part !== "instructions").map(([, text]) => text);
  const messages = [
    { role: "system" as const, content: parts.get("instructions") ?? "" },
    { role: "user" as const, content: user.join("\n\n") },
  ];
  return { parts, messages: goesOn(writer) ? goingOn(messages, shown.text) : messages };
}

/** What stays the same from step to step of an outline stands first, so that it need not be read again. */
function orderOf(strategy: StepStrategy): readonly ContextPart[] {
  if (strategy !== "outline") return CONTEXT_PARTS;
  const last: readonly ContextPart[] = ["exemplars", "must", "leaf"];
  return [...CONTEXT_PARTS.filter((part) => !last.includes(part)), ...last];
}

function textPart(strategy: StepStrategy, { text, droppedWords }: TextSoFar): string {
  if (text === "") return "";
  if (strategy === "rolling") return fill(TEMPLATES.leaf.previous, { text });
  const { outline } = STEP_TEMPLATES;
  return fill(droppedWords > 0 ? outline.rest : outline.text, { text });
}

function readsOf({ node }: LeafRequest, writer: Writer, shown: TextSoFar): NodeRead[] {
  const read = (object: string, text: string, strength: NodeRead["strength"]): NodeRead => ({
    object,
    version: sha256(text).slice(0, 16),
    strength,
  });
  return [
    read("brief", writer.ground.runHash, "soft"),
    read(`node:${node.id}`, `${nodeLine(node)}|${node.must.join()}|${node.targetWords}`, "hard"),
    ...writer.brief.facts.map(({ subject, attribute, value }) =>
      read(`fact:${subject}/${attribute}`, String(value), "hard"),
    ),
    ...shown.nodes.map((id) => read(`text:${id}`, writer.texts.get(id) ?? "", "soft")),
    ...madeReads(madeWith(writer.brief, writer.writerModel.description)),
  ];
}
