import type { WritingFact } from "../../records/index.ts";
import type { Brief } from "../brief/brief.ts";
import { authorFactId } from "../revise/fact-touches.ts";

/**
 * The facts that a brief lays down; nothing may change them.
 *
 * @param brief - The brief.
 * @returns Locked facts, in the order of the brief.
 */
export function authorFacts({ facts }: Pick<Brief, "facts">): WritingFact[] {
  return facts.map((fact) => ({
    id: authorFactId(fact),
    subject: fact.subject,
    attribute: fact.attribute,
    value: String(fact.value),
    span: [fact.from ?? 0, fact.to ?? 1],
    ...(fact.during === undefined ? {} : { storyTime: fact.during }),
    origin: "author",
    locked: true,
    state: "accepted",
  }));
}
