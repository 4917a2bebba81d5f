import type { LanguageModel } from "../../models/index.ts";
import type { Brief } from "../brief/brief.ts";
import { START_TOKENS_PER_WORD, targetWordsOf } from "../brief/brief-words.ts";
import { tooSmall } from "../draft/fit-context.ts";
import { instructions } from "../draft/leaf-instructions.ts";
import { documentPart, paragraphsFor } from "../draft/leaf-parts.ts";
import { replyTokens } from "../draft/length-control.ts";
import { planGround, planSize } from "../plan/begin-plan.ts";
import { type ContextPart, SIZE_LIMITS } from "../plan/model-size.ts";
import { hitsWithin, type MustHit } from "../plan/must-hits.ts";
import { cutToTokens } from "../prompts/cut-text.ts";
import { fill } from "../prompts/fill.ts";
import { kindName, mustLine } from "../prompts/phrases.ts";
import { TEMPLATES } from "../prompts/templates-v1.ts";
import { sizesOf } from "../run/writer.ts";
import { SUMMARY_WORDS } from "../strategies/rolling-memory.ts";
import { factsText } from "../strategies/step-facts.ts";
import { LEAST_TEXT_WORDS, promptLimit, STEP_SHARES } from "../strategies/step-limits.ts";
import { stepStrategyOf } from "../strategies/step-strategy.ts";
import { STEP_TEMPLATES } from "../strategies/step-templates-v1.ts";
import { ablationsOf } from "../techniques/ablations.ts";
import { estimateGround } from "./estimate-ground.ts";

/** A leaf may be asked for more than its plan says, to make up for those before it. */
const LARGEST_CARRY = 1.1;

/**
 * Refuses a model whose window is too small for a brief, before any call: what is never left out of a
 * prompt has to fit beside the longest reply.
 *
 * @param brief - The brief.
 * @param model - The writer's model; it counts tokens, and is not called.
 * @throws LonghandError `context-too-small` with the tokens needed and available, and the largest part.
 */
export async function requireContext(
  brief: Brief,
  model: Pick<LanguageModel, "description" | "countTokens">,
): Promise<void> {
  const { contextTokens } = model.description;
  if (contextTokens === undefined) return;
  const { limits } = planGround(brief, sizesOf(brief).writer, "");
  const words = Math.min(targetWordsOf(brief), Math.round(LARGEST_CARRY * limits.maxLeafWords));
  const available = contextTokens - replyTokens(words, START_TOKENS_PER_WORD);
  const parts = neverCut(brief, words);
  const system = parts.get("instructions") ?? "";
  const user = [...parts].filter(([part]) => part !== "instructions").map(([, text]) => text);
  const { tokens } = await model.countTokens([
    { role: "system", content: system },
    { role: "user", content: user.join("\n\n") },
  ]);
  if (tokens > available) throw tooSmall(tokens, available, parts);
}

/** The parts of the largest leaf's prompt that nothing may cut; what the model has yet to write is made up. */
function neverCut(brief: Brief, words: number): ReadonlyMap<ContextPart, string> {
  const { writer: scale } = sizesOf(brief);
  const strategy = stepStrategyOf(brief);
  const { partTokens } = SIZE_LIMITS[scale];
  const goalTokens =
    strategy === undefined ? partTokens.document : STEP_SHARES.goal * promptLimit(scale);
  const facts = ablationsOf(brief).includes("bible") ? "" : factsText(brief);
  const items = mustLine(mostHits(brief));
  const parts: readonly (readonly [ContextPart, string])[] = [
    ["instructions", instructions({ brief })],
    ["document", documentPart({ brief }, goalTokens)],
    ["facts", strategy === undefined ? cutToTokens(facts, partTokens.facts) : facts],
    ["ancestors", strategy === "outline" ? plannedLines(brief) : ""],
    ["siblings", strategy === "rolling" ? filler(SUMMARY_WORDS[scale]) : ""],
    ["previous", strategy === "chapters" ? "" : shownText(brief, scale)],
    ["must", items === "" ? "" : fill(TEMPLATES.leaf.must, { items })],
    ["leaf", askFor(brief, words)],
  ];
  return new Map(parts.filter(([, text]) => text !== ""));
}

/** The mentions of the stretch that has most to mention. */
function mostHits(brief: Brief): MustHit[] {
  const { writer: scale } = sizesOf(brief);
  const { leaves } = planSize(brief, scale);
  const { hits } = planGround(brief, scale, "");
  const stretches = Array.from({ length: leaves }, (_, place) =>
    hitsWithin(hits, [place / leaves, (place + 1) / leaves]),
  );
  const longest = (found: readonly MustHit[]): number => mustLine(found).length;
  return stretches.reduce((most, found) => (longest(found) > longest(most) ? found : most), []);
}

function shownText(brief: Brief, scale: keyof typeof SIZE_LIMITS): string {
  if (planSize(brief, scale).leaves === 1) return "";
  const room = Math.floor(SIZE_LIMITS[scale].partTokens.previous / START_TOKENS_PER_WORD);
  const words = stepStrategyOf(brief) === undefined ? room : LEAST_TEXT_WORDS;
  return fill(TEMPLATES.leaf.previous, { text: filler(Math.min(LEAST_TEXT_WORDS, words)) });
}

function plannedLines(brief: Brief): string {
  const { leaves, lineTokens } = estimateGround(brief);
  const line = filler(Math.round(lineTokens / START_TOKENS_PER_WORD));
  const lines = Array.from({ length: leaves }, (_, place) => `${place + 1}. ${line}`).join("\n");
  return fill(STEP_TEMPLATES.outline.plan, { kind: kindName(brief), lines });
}

function askFor(brief: Brief, words: number): string {
  const { writer: scale } = sizesOf(brief);
  const strategy = stepStrategyOf(brief);
  const { leaves } = planSize(brief, scale);
  const places = strategy === undefined ? TEMPLATES.leaf.place : STEP_TEMPLATES[strategy];
  const tokens = SIZE_LIMITS[scale].partTokens.leaf;
  return fill(leaves === 1 ? places.only : places.middle, {
    kind: kindName(brief),
    number: leaves,
    count: leaves,
    words,
    paragraphs: paragraphsFor(words),
    brief: leaves === 1 ? cutToTokens(brief.goal, tokens) : filler(tokens / START_TOKENS_PER_WORD),
  });
}

/** Text of so many plain words, in place of what is not written yet. */
function filler(words: number): string {
  return Array.from({ length: Math.floor(words) }, () => "there").join(" ");
}
