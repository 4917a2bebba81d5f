import { guessLanguage } from "../../text/index.ts";
import type { Brief } from "../brief/brief.ts";

const known = new WeakMap<object, boolean>();

/**
 * Tells whether rules can read the language of a document: they read English.
 *
 * @param brief - The brief; without a language its goal tells it.
 * @returns Whether its texts are checked for facts, names and order.
 */
export function readsLanguage(brief: Pick<Brief, "language" | "goal">): boolean {
  const before = known.get(brief);
  if (before !== undefined) return before;
  const language = brief.language ?? guessLanguage(brief.goal) ?? "en";
  const isRead = /^(?:en|und)(?:-|$)/i.test(language);
  known.set(brief, isRead);
  return isRead;
}
