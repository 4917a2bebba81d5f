import type { OpenIssue } from "../run/writing-state.ts";
import { checkFacts } from "./check-facts.ts";
import { nameDrifts, nameIssues } from "./check-names.ts";
import { checkOrder } from "./check-order.ts";
import { readText } from "./claims.ts";
import type { FactGround } from "./fact-ground.ts";
import { knowledgeIssues } from "./knowledge-issues.ts";
import { checkTextFacts } from "./text-fact-issues.ts";

/** What rules found in a text. */
export interface TextReview {
  /** Statements that there was something to compare with. */
  readonly checked: number;
  /** What contradicts, with its quotes. */
  readonly issues: readonly OpenIssue[];
  /** Names that are nearly another one. */
  readonly drifts: number;
  /** Statements about the order of events that there was something to compare with, and wrong ones. */
  readonly orders: { readonly checked: number; readonly wrong: number };
}

/**
 * Checks a text for facts, names and the order of events.
 *
 * @param text - The text.
 * @param ground - Where it stands, and what holds.
 * @returns What was compared and what contradicts.
 */
export function reviewText(text: string, ground: FactGround): TextReview {
  const read = readText(text, ground.bible.entities);
  const facts = checkFacts(text, read.claims, ground);
  const names = nameIssues(read, ground);
  const order = checkOrder(read, ground);
  const texts = checkTextFacts(text, read, ground);
  const knowledge = knowledgeIssues(text, read, ground);
  return {
    checked: facts.checked + order.checked + texts.checked + knowledge.length,
    issues: [...facts.issues, ...names, ...order.issues, ...texts.issues, ...knowledge],
    drifts: nameDrifts(read, ground).length,
    orders: { checked: order.checked, wrong: order.issues.length },
  };
}
