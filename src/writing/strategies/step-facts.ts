import type { AuthorFact, Brief } from "../brief/brief.ts";
import { fill } from "../prompts/fill.ts";
import { factLine, kindName } from "../prompts/phrases.ts";
import { STEP_TEMPLATES } from "./step-templates-v1.ts";

/**
 * All facts of a brief, with where in the text each of them holds: nothing is left out.
 *
 * @param brief - The brief.
 * @returns Lines under a heading; empty without facts.
 */
export function factsText(brief: Brief): string {
  if (brief.facts.length === 0) return "";
  const lines = brief.facts.map((fact) => `- ${placedFact(fact)}`).join("\n");
  return fill(STEP_TEMPLATES.brief.facts, { kind: kindName(brief), lines });
}

function placedFact(fact: AuthorFact): string {
  const where = placeOfFact(fact);
  const line = factLine(fact);
  return where === "" ? line : fill(STEP_TEMPLATES.brief.facet, { fact: line, where });
}

function placeOfFact({ from = 0, to = 1, during }: AuthorFact): string {
  const templates = STEP_TEMPLATES.brief;
  // The story's own time goes before the place in the text, as it does where facts are checked.
  if (during !== undefined) return [...new Set(during)].join("–");
  const percent = (share: number): number => Math.round(100 * share);
  if (from > 0 && to < 1) return fill(templates.between, { from: percent(from), to: percent(to) });
  if (from > 0) return fill(templates.from, { at: percent(from) });
  return to < 1 ? fill(templates.to, { at: percent(to) }) : "";
}
