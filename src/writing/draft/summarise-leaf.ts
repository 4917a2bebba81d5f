import { splitSentences } from "../../text/index.ts";
import { cutToWords } from "../prompts/cut-text.ts";
import { fill } from "../prompts/fill.ts";
import { nodeLine } from "../prompts/phrases.ts";
import { TEMPLATES } from "../prompts/templates-v1.ts";
import { cleanReply, withoutTornEnd } from "./clean-reply.ts";
import type { Drafting } from "./drafting.ts";

/** Words of a summary. */
const SUMMARY_WORDS = 40;
const TINY_SUMMARY_WORDS = 24;
const SUMMARY_TOKENS = 90;

/**
 * What a leaf says, in short: the sentence nearest to its brief for a tiny model, else a summary by the
 * model, or that sentence where none can be had.
 *
 * @param text - The leaf's text.
 * @param drafting - The leaf; the call is added to its entries.
 * @returns At most 40 words.
 */
export async function summaryOf(text: string, drafting: Drafting): Promise<string> {
  const { work, node } = drafting;
  if (work.writer.scale === "tiny") return nearestSentence(text, drafting, TINY_SUMMARY_WORDS);
  const outcome = await work.writer.asker.ask({
    stage: "summary",
    node: node.id,
    variant: "0",
    messages: [
      { role: "system", content: TEMPLATES.summary.system },
      { role: "user", content: fill(TEMPLATES.summary.ask, { text }) },
    ],
    maxOutputTokens: SUMMARY_TOKENS,
  });
  drafting.entries.push(outcome.entry);
  const summary = withoutTornEnd(cleanReply(outcome.call?.text ?? "")).replace(/\s+/g, " ");
  return summary === ""
    ? nearestSentence(text, drafting, SUMMARY_WORDS)
    : cutToWords(summary, SUMMARY_WORDS);
}

function nearestSentence(text: string, { node, work }: Drafting, words: number): string {
  const brief = nodeLine(node);
  const sentences = splitSentences(text.replace(/\s+/g, " "));
  const worth = sentences.map((sentence) => work.relevance.cosine(sentence, brief));
  const best = worth.indexOf(Math.max(...worth));
  return cutToWords(sentences[best] ?? text, words);
}
