import type { PlanNode } from "../../records/index.ts";
import type { AuthorFact, Brief } from "../brief/brief.ts";
import type { MustHit } from "../plan/must-hits.ts";
import { fill } from "./fill.ts";
import { TEMPLATES } from "./templates-v1.ts";

/**
 * How a mention is told to a model.
 *
 * @param hits - The mentions.
 * @returns Their texts in quotation marks, or an empty text.
 */
export function mustLine(hits: readonly MustHit[]): string {
  return [...new Set(hits.map(({ item }) => formOf(item.text, item.accept)))].join("; ");
}

function formOf(text: string, accept: readonly string[]): string {
  const lower = text.toLowerCase();
  const isForm = accept.some((form) => lower.includes(form.toLowerCase()));
  return isForm ? `"${text}"` : `${text} ("${accept[0] ?? text}")`;
}

/**
 * How the kind of a brief is named.
 *
 * @param brief - The brief.
 * @returns For instance `story`.
 */
export function kindName({ kind }: Pick<Brief, "kind">): string {
  return TEMPLATES.kinds[kind];
}

/**
 * The system message of the planner.
 *
 * @param brief - The brief.
 * @returns The message.
 */
export function plannerSystem(brief: Brief): string {
  return fill(TEMPLATES.plan.system, { kind: kindName(brief) });
}

/**
 * A node in one line.
 *
 * @param node - The node.
 * @returns Heading and brief, and when it plays where that is known.
 */
export function nodeLine({
  heading,
  brief,
  storyTime,
}: Pick<PlanNode, "heading" | "brief" | "storyTime">): string {
  const line = heading === "" || heading === brief ? brief : `${heading}: ${brief}`;
  return storyTime === undefined ? line : `${line} (It plays in ${storyTime}.)`;
}

/**
 * Where a fact holds.
 *
 * @param fact - The fact.
 * @returns The stretch.
 */
export function factSpan({ from = 0, to = 1 }: AuthorFact): readonly [number, number] {
  return [from, to];
}

/**
 * A fact in one line.
 *
 * @param fact - The fact.
 * @returns For instance `Ann, age: 40`.
 */
export function factLine({ subject, attribute, value }: AuthorFact): string {
  return `${subject}, ${attribute}: ${value}`;
}
